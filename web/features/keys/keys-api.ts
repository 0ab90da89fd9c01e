import type { createKey, listApiKeys, revokeKey } from '@frankly/contracts/api-keys';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

const keysApi = api.enhanceEndpoints({ addTagTypes: ['Keys'] }).injectEndpoints({
  endpoints: (build) => ({
    keys: build.query<z.infer<typeof listApiKeys.reply>, void>({ query: () => 'api/v1/keys', providesTags: ['Keys'] }),
    createKey: build.mutation<z.infer<typeof createKey.reply>, z.input<typeof createKey.body>>({
      query: (body) => ({ url: 'api/v1/keys', method: 'POST', body }),
      invalidatesTags: ['Keys'],
    }),
    revokeKey: build.mutation<z.infer<typeof revokeKey.reply>, string>({
      query: (id) => ({ url: `api/v1/keys/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Keys'],
    }),
  }),
});

export const { useKeysQuery, useCreateKeyMutation, useRevokeKeyMutation } = keysApi;
