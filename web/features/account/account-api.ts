import type { enableMfa, beginMfa, endOtherSessions, getAccount, listSessions } from '@frankly/contracts/account';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

export type Account = z.infer<typeof getAccount.reply>;
type Sessions = z.infer<typeof listSessions.reply>['sessions'];
type Codes = z.infer<typeof enableMfa.reply>;
const base = 'api/v1/account';

export const accountApi = api.enhanceEndpoints({ addTagTypes: ['Account', 'Sessions'] }).injectEndpoints({
  endpoints: (build) => {
    const post = <Reply, Body = void>(what: string, tags: readonly ('Account' | 'Sessions')[] = []) =>
      build.mutation<Reply, Body>({
        query: (body) => ({ url: `${base}/${what}`, method: 'POST', body: body ?? {} }),
        invalidatesTags: (_, error) => (error ? [] : tags),
      });
    return {
      account: build.query<Account, void>({ query: () => base, providesTags: ['Account'], keepUnusedDataFor: 0 }),
      sessions: build.query<Sessions, void>({
        query: () => `${base}/sessions`,
        transformResponse: (reply: z.infer<typeof listSessions.reply>) => reply.sessions,
        providesTags: ['Sessions'],
        keepUnusedDataFor: 0,
      }),
      changePassword: post<unknown, { password: string }>('password', ['Account', 'Sessions']),
      changeEmail: post<unknown, { email: string }>('email', ['Account']),
      beginMfa: post<z.infer<typeof beginMfa.reply>>('mfa'),
      enableMfa: post<Codes, { mfa: string }>('mfa/enable', ['Account', 'Sessions']),
      disableMfa: post<unknown>('mfa/disable', ['Account', 'Sessions']),
      renewCodes: post<Codes>('recovery-codes', ['Account']),
      endSession: build.mutation<unknown, string>({
        query: (id) => ({ url: `${base}/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
        // Gone at once; back again when the server refuses.
        async onQueryStarted(id, { dispatch, queryFulfilled }) {
          const change = dispatch(
            accountApi.util.updateQueryData('sessions', undefined, (sessions) => sessions.filter((session) => session.id !== id)),
          );
          await queryFulfilled.catch(() => change.undo());
        },
        invalidatesTags: ['Sessions'],
      }),
      endOtherSessions: post<z.infer<typeof endOtherSessions.reply>>('sessions/end-others', ['Sessions']),
    };
  },
});

export const {
  useAccountQuery,
  useSessionsQuery,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useBeginMfaMutation,
  useEnableMfaMutation,
  useDisableMfaMutation,
  useRenewCodesMutation,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = accountApi;
