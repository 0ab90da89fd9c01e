import type { FeedbackReply, FeedbackQueryInput, getFilterOptionValues, Measure, RuleOption } from '@frankly/contracts/feedback';
import type { Filter } from '@frankly/contracts/filters';
import type { QuestionType } from '@frankly/contracts/question-types';
import type { Recorded, ResponseHistory } from '@frankly/contracts/responses';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type * as z from 'zod';
import { api } from '../../app/api.ts';
import type { AppDispatch, RootState } from '../../app/store.ts';
import { advanced, figuresArrived, selectPosition } from './feedback-slice.ts';

type OptionValues = z.infer<typeof getFilterOptionValues.reply>;

/** A filter, and what one measure asks beside it. */
export type Asked = Filter & Pick<FeedbackQueryInput, 'groupBy' | 'row' | 'column' | 'period'>;
export type AskedResponses = Filter & { search?: string | undefined };

/** One page of the answers behind a figure. */
export const answersPageSize = 50;

type Send = (args: { url: string; method: string; body: FeedbackQueryInput }) => unknown;
interface CallApi {
  getState: () => unknown;
  dispatch: unknown;
}

/** Every figure is asked for at the newest position known, so that it never shows less than what was announced. */
async function ask<M extends Measure>(body: FeedbackQueryInput & { measure: M }, { getState, dispatch }: CallApi, send: Send) {
  const atLeast = selectPosition(getState() as RootState);
  const result = (await send({ url: 'api/v1/query', method: 'POST', body: atLeast ? { ...body, atLeast } : body })) as
    | { data: FeedbackReply<M> }
    | { error: FetchBaseQueryError };
  if ('data' in result) (dispatch as AppDispatch)(figuresArrived(Date.now()));
  return result;
}

export const feedbackApi = api.injectEndpoints({
  endpoints: (build) => {
    const figures = <M extends Measure>(measure: M) =>
      build.query<FeedbackReply<M>, Asked>({
        queryFn: (asked, call, _extra, send) => ask({ ...asked, measure }, call, send as Send),
        providesTags: ['Figures'],
      });
    return {
      summary: figures('summary'),
      stats: figures('stats'),
      trend: figures('trend'),
      leaderboard: figures('leaderboard'),
      crosstab: figures('crosstab'),
      answers: build.infiniteQuery<FeedbackReply<'responses'>, AskedResponses, string | null>({
        infiniteQueryOptions: {
          initialPageParam: null,
          getNextPageParam: (last) => last.data.nextPage ?? undefined,
        },
        queryFn: ({ queryArg, pageParam }, call, _extra, send) => {
          const page = pageParam === null ? {} : { page: pageParam };
          return ask({ ...queryArg, measure: 'responses', pageSize: answersPageSize, ...page }, call, send as Send);
        },
        providesTags: ['Figures'],
        keepUnusedDataFor: 30,
      }),
      columns: build.query<RuleOption[], QuestionType>({
        query: (questionType) => ({ url: 'filter/options', params: { questionType } }),
        transformResponse: ({ options }: { options: RuleOption[] }) => options,
      }),
      columnValues: build.query<OptionValues, { column: string; search: string }>({
        query: ({ column, search }) => ({
          url: `filter/options/${encodeURIComponent(column)}`,
          params: { page: 1, ...(search ? { search } : {}) },
        }),
        keepUnusedDataFor: 60,
      }),
      history: build.query<ResponseHistory, string>({
        query: (id) => `api/v1/responses/${encodeURIComponent(id)}/history`,
        providesTags: ['History'],
      }),
      correct: build.mutation<Recorded, { id: string; score?: number; comment?: string; reason: string }>({
        query: ({ id, ...body }) => ({ url: `api/v1/responses/${encodeURIComponent(id)}/correct`, method: 'POST', body }),
        onQueryStarted: showAtOnce,
      }),
      voidAnswer: build.mutation<Recorded, { id: string; reason: string }>({
        query: ({ id, reason }) => ({ url: `api/v1/responses/${encodeURIComponent(id)}/void`, method: 'POST', body: { reason } }),
        onQueryStarted: showAtOnce,
      }),
    };
  },
});

/** After a change every figure is asked for again, at the position of that change or later. */
async function showAtOnce(
  _arg: unknown,
  { queryFulfilled, dispatch }: { queryFulfilled: Promise<{ data: Recorded }>; dispatch: (action: unknown) => unknown },
) {
  try {
    const { data } = await queryFulfilled;
    dispatch(advanced(data.position));
    dispatch(api.util.invalidateTags(['Figures', 'History']));
  } catch {
    // The form that sent the change shows why it was refused.
  }
}

export const {
  useSummaryQuery,
  useStatsQuery,
  useTrendQuery,
  useLeaderboardQuery,
  useCrosstabQuery,
  useAnswersInfiniteQuery,
  useColumnsQuery,
  useColumnValuesQuery,
  useHistoryQuery,
  useCorrectMutation,
  useVoidAnswerMutation,
} = feedbackApi;
