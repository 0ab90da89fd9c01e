import {
  correctResponse,
  getResponseHistory,
  type LineVerdict,
  postResponse,
  postResponseBatch,
  voidResponse,
} from '@frankly/contracts/responses';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import type { Platform } from '../platform.ts';
import { parseBatch } from './batch.ts';
import { answerHistory, correctAnswer, voidAnswer } from './change-answer.ts';
import { type Intake, recordedOrThrow, refused } from './intake.ts';

const batchBytes = 32 * 1024 * 1024;

export const responseRoutes =
  ({ platform, intake, bind }: { platform: Platform; intake: Intake; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    app.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const { on } = bind(app, 'Answers');

    on(postResponse, async ({ body, caller, correlationId, reply }) => {
      const [verdict] = await intake.record(caller.companyId, [{ answer: body, source: 'api' }], caller.actor, correlationId);
      const { status, id, position } = recordedOrThrow(verdict!);
      reply.code(status);
      return { id, position };
    });

    on(
      postResponseBatch,
      async ({ body, caller, correlationId }) => {
        const lines = parseBatch(body);
        const answers = lines.flatMap((line) => ('answer' in line ? [{ answer: line.answer, source: 'api' as const }] : []));
        const verdicts = (await intake.record(caller.companyId, answers, caller.actor, correlationId)).values();
        const results = lines.map(
          (line): LineVerdict =>
            'error' in line ? refused(line.line, line.error) : { ...verdicts.next().value!, line: line.line },
        );
        const count = (status: number) => results.filter((result) => result.status === status).length;
        const recorded = count(201);
        const repeated = count(200);
        return { recorded, repeated, refused: results.length - recorded - repeated, results };
      },
      { bodyLimit: batchBytes },
    );

    on(correctResponse, async ({ params: { id }, body, caller, correlationId }) => {
      const { position } = await correctAnswer(platform, id, body, { ...caller, correlationId });
      return { id, position };
    });

    on(voidResponse, async ({ params: { id }, body, caller, correlationId }) => {
      const { position } = await voidAnswer(platform, id, body.reason, { ...caller, correlationId });
      return { id, position };
    });

    on(getResponseHistory, ({ params, caller }) => answerHistory(platform, caller, params.id));
  };
