import type { listApiKeys } from '@frankly/contracts/api-keys';
import type { getAudit } from '@frankly/contracts/audit';
import type { listPeople, listRoles } from '@frankly/contracts/people';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

export type AuditPage = z.infer<typeof getAudit.reply>;
export type AuditFilter = Pick<z.infer<typeof getAudit.query>, 'person' | 'kind' | 'from' | 'to'>;

type Named = readonly { id: string; name: string }[];

const auditApi = api.enhanceEndpoints({ addTagTypes: ['Roles', 'Keys'] }).injectEndpoints({
  endpoints: (build) => ({
    audit: build.infiniteQuery<AuditPage, AuditFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextPage ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: 'api/v1/audit',
        params: { ...queryArg, ...(pageParam === null ? {} : { page: pageParam }) },
      }),
      keepUnusedDataFor: 30,
    }),
    peopleNamed: build.query<Named, string>({
      query: (search) => ({ url: 'api/v1/people', params: search ? { search } : {} }),
      transformResponse: ({ people }: z.infer<typeof listPeople.reply>) => people.map(({ id, name }) => ({ id, name })),
    }),
    roleNames: build.query<Named, void>({
      query: () => 'api/v1/roles',
      transformResponse: ({ roles }: z.infer<typeof listRoles.reply>) => roles.map(({ id, name }) => ({ id, name })),
      providesTags: ['Roles'],
    }),
    keyNames: build.query<Named, void>({
      query: () => 'api/v1/keys',
      transformResponse: ({ keys }: z.infer<typeof listApiKeys.reply>) => keys.map(({ id, name }) => ({ id, name })),
      providesTags: ['Keys'],
    }),
  }),
});

export const { useAuditInfiniteQuery, usePeopleNamedQuery, useRoleNamesQuery, useKeyNamesQuery } = auditApi;
