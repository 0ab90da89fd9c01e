import type { listRoles } from '@frankly/contracts/people';
import type {
  configureOidc,
  configureSaml,
  OidcProvider,
  SecurityChanges,
  SecurityPage,
  SsoProvider,
  SsoTest,
} from '@frankly/contracts/security';
import type * as z from 'zod';
import { api } from '../../app/api.ts';

export type SsoRow = SecurityPage['sso'][number];
const base = 'api/v1/security';
type Changed = z.infer<typeof configureSaml.reply>;
const whenDone = (_: unknown, error: unknown) => (error ? [] : (['Security'] as const));

export const securityApi = api.enhanceEndpoints({ addTagTypes: ['Security', 'Roles'] }).injectEndpoints({
  endpoints: (build) => ({
    security: build.query<SecurityPage, void>({ query: () => base, providesTags: ['Security'], keepUnusedDataFor: 0 }),
    rolesToGive: build.query<z.infer<typeof listRoles.reply>['roles'], void>({
      query: () => 'api/v1/roles',
      transformResponse: ({ roles }: z.infer<typeof listRoles.reply>) => roles,
      providesTags: ['Roles'],
    }),
    changeSecurity: build.mutation<Changed, SecurityChanges>({
      query: (body) => ({ url: base, method: 'PUT', body }),
      // Shown at once; as it was when the server refuses.
      async onQueryStarted(changes, { dispatch, queryFulfilled }) {
        const change = dispatch(
          securityApi.util.updateQueryData('security', undefined, (page) => {
            Object.assign(page.settings, changes);
          }),
        );
        await queryFulfilled.catch(() => change.undo());
      },
    }),
    configureOidc: build.mutation<Changed, z.input<typeof configureOidc.body> & { provider: OidcProvider }>({
      query: ({ provider, ...body }) => ({ url: `${base}/oidc/${provider}`, method: 'PUT', body }),
      invalidatesTags: whenDone,
    }),
    configureSaml: build.mutation<Changed, z.input<typeof configureSaml.body>>({
      query: (body) => ({ url: `${base}/saml`, method: 'PUT', body }),
      invalidatesTags: whenDone,
    }),
    removeSso: build.mutation<Changed, SsoProvider>({
      query: (provider) => ({ url: `${base}/sso/${provider}`, method: 'DELETE' }),
      invalidatesTags: whenDone,
    }),
    testSso: build.mutation<SsoTest, SsoProvider>({
      query: (provider) => ({ url: `${base}/sso/${provider}/test`, method: 'POST', body: {} }),
    }),
    addDomain: build.mutation<Changed, string>({
      query: (domain) => ({ url: `${base}/domains`, method: 'POST', body: { domain } }),
      invalidatesTags: whenDone,
    }),
    verifyDomain: build.mutation<Changed, string>({
      query: (domain) => ({ url: `${base}/domains/${encodeURIComponent(domain)}/verify`, method: 'POST', body: {} }),
      invalidatesTags: whenDone,
    }),
    removeDomain: build.mutation<Changed, string>({
      query: (domain) => ({ url: `${base}/domains/${encodeURIComponent(domain)}`, method: 'DELETE' }),
      invalidatesTags: whenDone,
    }),
  }),
});

export const {
  useSecurityQuery,
  useRolesToGiveQuery,
  useChangeSecurityMutation,
  useConfigureOidcMutation,
  useConfigureSamlMutation,
  useRemoveSsoMutation,
  useTestSsoMutation,
  useAddDomainMutation,
  useVerifyDomainMutation,
  useRemoveDomainMutation,
} = securityApi;
