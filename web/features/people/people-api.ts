import type { getFilterOptionValues } from '@frankly/contracts/feedback';
import type {
  changePerson,
  defineHierarchy,
  getHierarchy,
  invitePerson,
  listPeople,
  listRoles,
  RoleRow,
} from '@frankly/contracts/people';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

type Changed = z.infer<typeof changePerson.reply>;
export type Levels = z.infer<typeof getHierarchy.reply>;
export interface AskedPeople {
  search: string;
  page: number;
}

const personUrl = (id: string, action = '') => `api/v1/people/${encodeURIComponent(id)}${action}`;

const peopleApi = api.enhanceEndpoints({ addTagTypes: ['People', 'Roles', 'Hierarchy'] }).injectEndpoints({
  endpoints: (build) => {
    const action = (path: string) =>
      build.mutation<Changed, string>({
        query: (id) => ({ url: personUrl(id, path), method: 'POST' }),
        invalidatesTags: ['People'],
      });
    return {
      people: build.query<z.infer<typeof listPeople.reply>, AskedPeople>({
        query: ({ search, page }) => ({ url: 'api/v1/people', params: { page, ...(search ? { search } : {}) } }),
        providesTags: ['People'],
        keepUnusedDataFor: 30,
      }),
      rolesToGive: build.query<RoleRow[], void>({
        query: () => 'api/v1/roles',
        transformResponse: ({ roles }: z.infer<typeof listRoles.reply>) => roles,
        providesTags: ['Roles'],
      }),
      hierarchy: build.query<Levels, void>({ query: () => 'api/v1/hierarchy', providesTags: ['Hierarchy'] }),
      valuesOf: build.query<string[], { column: string; search: string }>({
        query: ({ column, search }) => ({
          url: `filter/options/${encodeURIComponent(column)}`,
          params: { page: 1, ...(search ? { search } : {}) },
        }),
        transformResponse: ({ values }: z.infer<typeof getFilterOptionValues.reply>) => values.map(({ value }) => value),
      }),
      invite: build.mutation<z.infer<typeof invitePerson.reply>, z.input<typeof invitePerson.body>>({
        query: (body) => ({ url: 'api/v1/people', method: 'POST', body }),
        invalidatesTags: ['People', 'Roles'],
      }),
      changePerson: build.mutation<Changed, z.input<typeof changePerson.body> & { id: string }>({
        query: ({ id, ...body }) => ({ url: personUrl(id), method: 'PUT', body }),
        invalidatesTags: ['People', 'Roles'],
      }),
      disable: action('/disable'),
      enable: action('/enable'),
      resetMfa: action('/reset-mfa'),
      inviteAgain: action('/invite'),
      defineHierarchy: build.mutation<Changed, z.input<typeof defineHierarchy.body>>({
        query: (body) => ({ url: 'api/v1/hierarchy', method: 'PUT', body }),
        invalidatesTags: ['Hierarchy', 'People'],
      }),
    };
  },
});

export const {
  usePeopleQuery,
  useRolesToGiveQuery,
  useHierarchyQuery,
  useValuesOfQuery,
  useInviteMutation,
  useChangePersonMutation,
  useDisableMutation,
  useEnableMutation,
  useResetMfaMutation,
  useInviteAgainMutation,
  useDefineHierarchyMutation,
} = peopleApi;
