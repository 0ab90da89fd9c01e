import { DomainError } from '@frankly/contracts/errors';
import { configureOidc, configureSaml, type OidcProvider, removeSso, type SsoTest, testSso } from '@frankly/contracts/security';
import type { CompanyId } from '@frankly/contracts/identity';
import { companyById } from '@frankly/projections/identity/companies';
import { ssoOf } from '@frankly/projections/security/sso-settings';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import type { Site } from '../http/site.ts';
import type { Platform } from '../platform.ts';
import { settled } from '../settled.ts';
import { oidcRedirectUri } from './addresses.ts';
import { secretOf } from './company-secrets.ts';
import { clientSecretName } from './oidc.ts';
import { removeProvider, setUpOidc, setUpSaml } from './set-up.ts';
import { tryOidc, trySaml } from './try-out.ts';

/** Metadata of 500,000 characters, as JSON. */
const metadataBytes = 1_100_000;
const followed = ['sso_settings'];

export const ssoSetUpRoutes =
  ({
    platform,
    bind,
    site,
    production,
  }: {
    platform: Platform;
    bind: Bind;
    site: Site;
    production: boolean;
  }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'People');

    on(configureOidc, async ({ params: { provider }, body, caller: { companyId, actor }, correlationId }) =>
      settled(platform, followed, await setUpOidc(platform, provider, body, { companyId, actor, correlationId, production })),
    );

    on(
      configureSaml,
      async ({ body, caller: { companyId, actor }, correlationId }) =>
        settled(platform, followed, await setUpSaml(platform, body, { companyId, actor, correlationId, production })),
      { bodyLimit: metadataBytes },
    );

    on(removeSso, async ({ params: { provider }, caller: { companyId, actor }, correlationId }) =>
      settled(platform, followed, await removeProvider(platform, provider, { companyId, actor, correlationId })),
    );

    on(testSso, async ({ params: { provider }, caller: { companyId } }) => {
      const sso = await ssoOf(platform.read, companyId);
      if (provider === 'saml') {
        if (!sso.saml) throw new DomainError('sso_unknown');
        return trySaml(sso.saml, platform.clock.now());
      }
      const found = sso.oidc.find((one) => one.provider === provider);
      if (!found) throw new DomainError('sso_unknown');
      return tryOidcOf(companyId, provider, found.settings);
    });

    async function tryOidcOf(
      companyId: CompanyId,
      provider: OidcProvider,
      settings: Parameters<typeof tryOidc>[0],
    ): Promise<SsoTest> {
      const [secret, company] = await Promise.all([
        secretOf(platform, companyId, clientSecretName(provider)),
        companyById(platform.read, companyId),
      ]);
      const redirectUri = oidcRedirectUri(site.url, company?.slug ?? '', provider);
      return tryOidc(settings, secret, { production, redirectUri });
    }
  };
