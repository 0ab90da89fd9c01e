import type { changeRole, defineRole, listRoles } from '@frankly/contracts/people';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

const rolesApi = api.enhanceEndpoints({ addTagTypes: ['Roles', 'People'] }).injectEndpoints({
  endpoints: (build) => ({
    roles: build.query<z.infer<typeof listRoles.reply>['roles'], void>({
      query: () => 'api/v1/roles',
      transformResponse: ({ roles }: z.infer<typeof listRoles.reply>) => roles,
      providesTags: ['Roles'],
    }),
    defineRole: build.mutation<z.infer<typeof defineRole.reply>, z.input<typeof defineRole.body>>({
      query: (body) => ({ url: 'api/v1/roles', method: 'POST', body }),
      invalidatesTags: ['Roles'],
    }),
    changeRole: build.mutation<z.infer<typeof changeRole.reply>, z.input<typeof changeRole.body> & { id: string }>({
      query: ({ id, ...body }) => ({ url: `api/v1/roles/${encodeURIComponent(id)}`, method: 'PUT', body }),
      invalidatesTags: ['Roles', 'People'],
    }),
  }),
});

export const { useRolesQuery, useDefineRoleMutation, useChangeRoleMutation } = rolesApi;
