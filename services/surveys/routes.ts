import { randomBytes } from 'node:crypto';
import formbody from '@fastify/formbody';
import { surveyPageWords as words } from '@frankly/contracts/surveys';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { refusalOf } from '../http/problems.ts';
import type { Platform } from '../platform.ts';
import type { Intake } from '../responses/intake.ts';
import { carriedBy, type Fields, linkedScore, readAnswer } from './answer-form.ts';
import { recordPageAnswer } from './record-page-answer.ts';
import { createSurveyLookup } from './survey-addresses.ts';
import { type FormState, renderFailedPage, renderSurveyPage, renderThanksPage, renderUnknownPage } from './survey-page.tsx';
import { styleHash } from './survey-page-style.ts';

const heaviestForm = 64 * 1024;

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${styleHash}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};

/** Going back shows the same form with its token, so that sending it again corrects the answer. Any new visit asks for a new one. */
const keptForGoingBack = { 'cache-control': 'private, no-cache' };

/** A 128-bit number, 22 characters. */
const newToken = (): string => randomBytes(16).toString('base64url');

/** The public survey page. Looking at it, by whatever method or link, records nothing: only the posted form does. */
export const surveyRoutes =
  ({ platform, intake }: { platform: Platform; intake: Intake }): FastifyPluginAsync =>
  async (app) => {
    await app.register(formbody, { bodyLimit: heaviestForm });
    const surveyAt = createSurveyLookup(platform);
    const page = (reply: FastifyReply, status: number, html: string, headers = {}) =>
      reply
        .code(status)
        .headers({ ...pageHeaders, ...headers })
        .send(html);
    const unknown = (reply: FastifyReply) => page(reply, 404, renderUnknownPage());

    app.setErrorHandler((error, request, reply) => {
      const { status, fault } = refusalOf(error);
      if (fault) request.log.error({ err: error }, 'a survey page failed');
      const text = request.method !== 'POST' ? words.notShown : status === 413 ? words.tooLarge : words.failed;
      return page(reply, status, renderFailedPage(text));
    });

    app.get<{ Params: { survey: string }; Querystring: Fields }>('/s/:survey', async ({ params, query }, reply) => {
      const found = await surveyAt(params.survey);
      if (!found) return unknown(reply);
      const score = linkedScore(found.survey, query);
      const carried = carriedBy(found.survey, query);
      const form: FormState = { token: newToken(), score, comment: '', carried, confirm: score !== null, problems: {} };
      return page(reply, 200, renderSurveyPage(found.survey, form), keptForGoingBack);
    });

    app.post<{ Params: { survey: string }; Body: Fields | undefined }>(
      '/s/:survey',
      { bodyLimit: heaviestForm },
      async ({ id, params, body }, reply) => {
        const found = await surveyAt(params.survey);
        if (!found) return unknown(reply);
        const { token, score, comment, carried, trapped, problems } = readAnswer(found.survey, body ?? {});
        const form = { token: token ?? newToken(), score, comment, carried };
        if (trapped) return reply.redirect(`/s/${params.survey}/thanks`, 303);
        if (form.score === null || problems.comment) {
          return page(reply, 422, renderSurveyPage(found.survey, { ...form, confirm: false, problems }));
        }
        await recordPageAnswer(platform, intake, found, { ...form, score: form.score }, id);
        return reply.redirect(`/s/${params.survey}/thanks`, 303);
      },
    );

    app.get<{ Params: { survey: string } }>('/s/:survey/thanks', async ({ params }, reply) => {
      const found = await surveyAt(params.survey);
      return found ? page(reply, 200, renderThanksPage(found.survey)) : unknown(reply);
    });
  };
