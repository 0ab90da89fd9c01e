import { getFilterOptionValues, getFilterOptions, queryFeedback } from '@frankly/contracts/feedback';
import type { FeedbackQueries } from '@frankly/projections/feedback/query-port';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import type { Platform } from '../platform.ts';
import { answerQuery } from './answer-query.ts';
import { liveRoute } from './live.ts';

export const feedbackRoutes =
  ({ platform, queries, bind }: { platform: Platform; queries: FeedbackQueries; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { on, guard } = bind(app, 'Feedback');
    liveRoute(app, platform, guard);

    on(queryFeedback, ({ body, caller }) => answerQuery(platform, queries, caller, body));

    on(getFilterOptions, async ({ query: { questionType }, caller: { companyId } }) => ({
      options: await queries.options(companyId, questionType),
    }));

    on(getFilterOptionValues, ({ params: { option }, query: { search, page }, caller: { companyId, scope } }) =>
      queries.optionValues(companyId, scope, option, search, page),
    );
  };
