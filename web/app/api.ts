import type { Problem } from '@frankly/contracts/errors';
import type { Me } from '@frankly/contracts/identity';
import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import { askIdentity } from './identity-check.ts';

const request = fetchBaseQuery({ baseUrl: '/', headers: { accept: 'application/json' } });

/** A session that ended sends the person back to the sign-in page, and from there to where they were. */
export function goSignIn(): void {
  const here = window.location.pathname + window.location.search;
  window.location.replace(`/login?redirect=${encodeURIComponent(here)}`);
}

const isProblem = (body: unknown): body is Problem => typeof body === 'object' && body !== null && 'message' in body;

/** The stable code of a refused call, when the server gave one. */
export function problemCode(error: unknown): string | undefined {
  const data = (error as { data?: unknown } | undefined)?.data;
  return isProblem(data) ? data.error : undefined;
}

/** A wrong password or code is answered with 401 too, and is no reason to leave. */
function sessionEnded(error: FetchBaseQueryError | undefined): boolean {
  return error?.status === 401 && (problemCode(error) ?? 'not_signed_in') === 'not_signed_in';
}

const guarded: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (args, api, extra) => {
  const result = await request(args, api, extra);
  if (sessionEnded(result.error)) goSignIn();
  const again = problemCode(result.error) === 'fresh_sign_in_needed' && (await askIdentity());
  return again ? guarded(args, api, extra) : result;
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

/** The words of a failed call: the server's own when it gave some. */
export function wordsOf(error: unknown, offline: string): string {
  const data = (error as { data?: unknown } | undefined)?.data;
  if (!isProblem(data)) return offline;
  const details = data.fields?.map((field) => field.message).join(' ');
  return details || data.message;
}
