import type { Problem } from '@frankly/contracts/errors';
import type { Me } from '@frankly/contracts/identity';
import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';

const request = fetchBaseQuery({ baseUrl: '/', headers: { accept: 'application/json' } });

/** A session that ended sends the person back to the sign-in page, and from there to where they were. */
export function goSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.replace(`/login?redirect=${encodeURIComponent(here)}`);
}

const guarded: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (args, api, extra) => {
  const result = await request(args, api, extra);
  if (result.error?.status === 401) goSignIn();
  return result;
};

/** The one API of the app; features add their calls with `injectEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: guarded,
  tagTypes: ['Figures', 'History'],
  keepUnusedDataFor: 300,
  endpoints: (build) => ({
    me: build.query<Me, void>({ query: () => 'me', keepUnusedDataFor: Number.POSITIVE_INFINITY }),
    signOut: build.mutation<{ redirect: string }, void>({ query: () => ({ url: 'ajax/logout', method: 'POST' }) }),
  }),
});

export const { useMeQuery, useSignOutMutation } = api;

const isProblem = (body: unknown): body is Problem => typeof body === 'object' && body !== null && 'message' in body;

/** The words of a failed call: the server's own when it gave some. */
export function wordsOf(error: unknown, offline: string): string {
  const data = (error as { data?: unknown } | undefined)?.data;
  if (!isProblem(data)) return offline;
  const details = data.fields?.map((field) => field.message).join(' ');
  return details || data.message;
}
