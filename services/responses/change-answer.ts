import { type DataScope, mayOpen } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ResponseHistory } from '@frankly/contracts/responses';
import { subjectKeyName } from '@frankly/infra/keys/port';
import { type CommandContext, handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { answerSubject, type RecordedAnswer, response, type ResponseEvent, responseStream } from './response.ts';

/** Who changes an answer, and which ones they may see. */
export type AnswerContext = CommandContext & { scope: DataScope };

/** Replaces what an answer says. The first one stays in its history. @throws DomainError */
export async function correctAnswer(
  platform: Platform,
  responseId: string,
  correction: { score?: number; comment?: string; reason: string },
  context: AnswerContext,
) {
  await refuseUnseen(platform, responseId, context);
  const sealFor =
    correction.comment && (await isForgotten(platform, context.companyId, responseId)) ? answerSubject(responseId) : undefined;
  return handle(platform, response, { type: 'CorrectAnswer', responseId, ...correction, sealFor }, context);
}

/** Takes an answer out of every figure. It stays in the history. @throws DomainError */
export async function voidAnswer(platform: Platform, responseId: string, reason: string, context: AnswerContext) {
  await refuseUnseen(platform, responseId, context);
  return handle(platform, response, { type: 'VoidAnswer', responseId, reason }, context);
}

/** Everything that happened to an answer, oldest first, personal fields opened. @throws DomainError answer_unknown */
export async function answerHistory(
  platform: Platform,
  { companyId, scope }: Pick<AnswerContext, 'companyId' | 'scope'>,
  responseId: string,
): Promise<ResponseHistory> {
  const events = await platform.store.readStream<ResponseEvent>(companyId, responseStream(responseId));
  if (!seen(scope, events)) throw new DomainError('answer_unknown');
  return {
    id: responseId,
    history: events.map(({ position, type, metadata, data }) => ({
      position,
      type,
      at: metadata.at.toISOString(),
      actor: metadata.actor,
      data: { ...data },
    })),
  };
}

/** An answer keeps whom it is about: a correction changes its score and its comment alone. */
const seen = (scope: DataScope, [first]: readonly { type: string; data: object }[]): boolean =>
  first?.type === 'AnswerRecorded' && mayOpen(scope, first.data as RecordedAnswer);

async function refuseUnseen({ store }: Platform, responseId: string, { companyId, scope }: AnswerContext): Promise<void> {
  if (scope.kind === 'all') return;
  if (!seen(scope, await store.readStream<ResponseEvent>(companyId, responseStream(responseId))))
    throw new DomainError('answer_unknown');
}

async function isForgotten({ store, keys }: Platform, companyId: CompanyId, responseId: string): Promise<boolean> {
  const [first] = await store.readStream<ResponseEvent>(companyId, responseStream(responseId));
  if (!first || !('subjectId' in first.data) || !first.data.subjectId) return false;
  const { subjectId } = first.data;
  return (await keys.find([{ companyId, subjectId }])).get(subjectKeyName(companyId, subjectId)) === null;
}
