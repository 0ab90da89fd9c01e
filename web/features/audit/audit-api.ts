import type { getAudit } from '@frankly/contracts/audit';
import type { listPeople } from '@frankly/contracts/people';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

export type AuditPage = z.infer<typeof getAudit.reply>;
export type AuditFilter = Pick<z.infer<typeof getAudit.query>, 'person' | 'kind' | 'from' | 'to'>;

const auditApi = api.injectEndpoints({
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
    peopleNamed: build.query<{ id: string; name: string }[], string>({
      query: (search) => ({ url: 'api/v1/people', params: search ? { search } : {} }),
      transformResponse: ({ people }: z.infer<typeof listPeople.reply>) => people.map(({ id, name }) => ({ id, name })),
    }),
  }),
});

export const { useAuditInfiniteQuery, usePeopleNamedQuery } = auditApi;
