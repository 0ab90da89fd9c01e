import { randomBytes } from 'node:crypto';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import { addDomain, changeSecurity, getSecurity, removeDomain, ssoProviders, verifyDomain } from '@frankly/contracts/security';
import { companyById } from '@frankly/projections/identity/companies';
import { securityOf } from '@frankly/projections/identity/company-security';
import { rolesOf } from '@frankly/projections/identity/roles';
import { domainsOf } from '@frankly/projections/security/company-domains';
import { ssoOf } from '@frankly/projections/security/sso-settings';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../handle.ts';
import type { Bind } from '../http/binder.ts';
import type { Site } from '../http/site.ts';
import type { Platform } from '../platform.ts';
import { settled } from '../settled.ts';
import { addressesFor } from '../sso/addresses.ts';
import { companySecurity, type SecurityEvent } from './company-security.ts';
import { domainRecord, showsProof } from './domain-proof.ts';

const tokenBytes = 24;
const followed = ['company_security', 'sso_settings', 'company_domains'];

export const securityRoutes =
  ({ platform, bind, site }: { platform: Platform; bind: Bind; site: Site }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'People');
    const { read } = platform;

    on(getSecurity, async ({ caller: { companyId } }) => {
      const [company, settings, sso, domains] = await Promise.all([
        companyById(read, companyId),
        securityOf(read, companyId),
        ssoOf(read, companyId),
        domainsOf(read, companyId),
      ]);
      if (!company) throw new DomainError('unavailable');
      return {
        settings,
        sso: ssoProviders.map((provider) => {
          const oidc = sso.oidc.find((one) => one.provider === provider)?.settings ?? null;
          const saml = provider === 'saml' ? sso.saml : null;
          const addresses = addressesFor(site, company.slug, provider);
          return { provider, configured: oidc !== null || saml !== null, oidc, saml, addresses };
        }),
        domains: domains.map(({ domain, token, verified }) => ({ domain, verified, record: domainRecord(domain, token) })),
        recaptchaAvailable: site.recaptcha !== null,
      };
    });

    on(changeSecurity, async ({ body: changes, caller: { companyId, actor, permissions: may }, correlationId }) => {
      const roles = await rolesOf(read, companyId);
      const recaptchaAvailable = site.recaptcha !== null;
      const command = { type: 'ChangeSettings', companyId, changes, roles, may, recaptchaAvailable } as const;
      const { position } = await handle(platform, companySecurity, command, { companyId, actor, correlationId });
      return settled(platform, followed, position);
    });

    on(addDomain, async ({ body: { domain }, caller: { companyId, actor }, correlationId }) => {
      const command = { type: 'AddDomain', companyId, domain, token: randomBytes(tokenBytes).toString('base64url') } as const;
      const { position } = await handle(platform, companySecurity, command, { companyId, actor, correlationId });
      return settled(platform, followed, position);
    });

    on(verifyDomain, async ({ params: { domain }, caller: { companyId, actor }, correlationId }) => {
      const known = await domainNow(platform, companyId, domain);
      if (!known) throw new DomainError('domain_unknown');
      if (!known.verified && !(await showsProof(domain, known.token, site.dns))) throw new DomainError('domain_not_proven');
      const command = { type: 'VerifyDomain', companyId, domain, by: 'dns' } as const;
      const { position } = await handle(platform, companySecurity, command, { companyId, actor, correlationId });
      return settled(platform, followed, position);
    });

    on(removeDomain, async ({ params: { domain }, caller: { companyId, actor }, correlationId }) => {
      const command = { type: 'RemoveDomain', companyId, domain } as const;
      const { position } = await handle(platform, companySecurity, command, { companyId, actor, correlationId });
      return settled(platform, followed, position);
    });
  };

/** From the log itself: a record is looked for right after its domain was added. */
async function domainNow({ store }: Platform, companyId: CompanyId, domain: string) {
  const stream = companySecurity.stream({ type: 'RemoveDomain', companyId, domain });
  const history = await store.readStream<SecurityEvent>(companyId, stream);
  const { domains } = history.reduce(
    (state, { type, data }) => companySecurity.evolve(state, { type, data } as SecurityEvent),
    companySecurity.initial,
  );
  return domains[domain];
}
