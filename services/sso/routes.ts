import formbody from '@fastify/formbody';
import { DomainError } from '@frankly/contracts/errors';
import type { SignInMethod } from '@frankly/contracts/identity';
import { oidcProviders } from '@frankly/contracts/security';
import { finishSso, samlAnswer, samlMetadata, type SsoError, ssoCallback, ssoErrors, startSso } from '@frankly/contracts/sso';
import { type Company, companyById } from '@frankly/projections/identity/companies';
import { ssoOf } from '@frankly/projections/security/sso-settings';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../http/binder.ts';
import { companyOf } from '../http/company-of.ts';
import { safeRedirect } from '../http/safe-redirect.ts';
import type { Site } from '../http/site.ts';
import { startSignIn } from '../identity/sign-ins.ts';
import type { Platform } from '../platform.ts';
import { oidcRedirectUri, ownOrigin, samlAddresses } from './addresses.ts';
import { createOidcPeers, type OidcRequest } from './oidc.ts';
import { assertionIn, identityOf, ownKey, ownMetadata, requestUrl, type SamlRequest } from './saml.ts';
import { requestOf } from './saml-answer.ts';
import { hashOf, newSecret, park, requestNamed, take, takeAnswered } from './steps.ts';
import { accountOfIdentity, type Identity } from './whose-account.ts';

/** Of an answer of 256 kB, encoded twice. */
const answerBytes = 420_000;
const browserSeconds = 24 * 60 * 60;
/** How long a new account may take to be known to the read models. */
const patienceMs = 2_000;

interface Ticket {
  origin: string;
  redirect: string;
  identity: Identity;
}

/** Signing in through the company's own identity provider: away to it, back from it, and in. */
export const ssoRoutes =
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
    await app.register(formbody, { bodyLimit: answerBytes });
    const { onPublic } = bind(app, 'People');
    const peers = createOidcPeers(platform, { production });
    const cookieName = production ? '__Host-frankly_sso' : 'frankly_sso';
    app.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });

    onPublic(startSso, async ({ params: { provider }, query, request, reply }) => {
      const redirect = safeRedirect(query.redirect);
      return orBack(request, reply, redirect, async () => {
        const company = await companyOf(request);
        const origin = ownOrigin(request, { site, production });
        if (!company || !origin) throw new DomainError('sso_unknown');
        const browserHash = hashOf(browserOf(request) ?? marked(reply));
        const sso = await ssoOf(platform.read, company.id);
        if (provider === 'saml') {
          if (!sso.saml) throw new DomainError('sso_unknown');
          const key = await ownKey(platform, company.id);
          const { url, id } = await requestUrl(samlAddresses(site, company.slug), key, sso.saml);
          const kept: SamlRequest = { origin, redirect };
          await park(platform, 'request', id, { companyId: company.id, provider, browserHash, kept });
          return reply.redirect(url);
        }
        const found = sso.oidc.find((one) => one.provider === provider);
        if (!found) throw new DomainError('sso_unknown');
        const redirectUri = oidcRedirectUri(origin, company.slug, found.provider);
        const { url, state, nonce, verifier } = await peers.start(company.id, found.provider, found.settings, redirectUri);
        const kept: OidcRequest = { origin, redirect, nonce, verifier };
        await park(platform, 'request', state, { companyId: company.id, provider: found.provider, browserHash, kept });
        return reply.redirect(url.href);
      });
    });

    onPublic(ssoCallback, async ({ params, request, reply }) => {
      let redirect = '/';
      return orBack(
        request,
        reply,
        () => redirect,
        async () => {
          const provider = oidcProviders.find((one) => one === params.provider);
          const asked = new URL(request.url, site.url);
          const state = asked.searchParams.get('state');
          const browser = browserOf(request);
          if (!provider || !state || !browser) throw new DomainError('sso_refused');
          const step = await take<OidcRequest>(platform, 'request', state, browser);
          if (!step) throw new DomainError('sso_refused');
          redirect = step.kept.redirect;
          const company = await companyById(platform.read, step.companyId);
          if (step.provider !== provider || company?.slug !== params.company) throw new DomainError('sso_refused');
          const url = new URL(asked.pathname + asked.search, step.kept.origin);
          const { oidc } = await ssoOf(platform.read, company.id);
          const found = oidc.find((one) => one.provider === provider);
          if (!found) throw new DomainError('sso_unknown');
          const { nonce, verifier } = step.kept;
          const identity = await peers.finish(company.id, provider, found.settings, { url, state, nonce, verifier });
          return enter(request, reply, company, identity, redirect);
        },
      );
    });

    onPublic(samlMetadata, async ({ request, reply }) => {
      const company = await companyOf(request);
      if (!company) throw new DomainError('company_unknown');
      const metadata = ownMetadata(samlAddresses(site, company.slug), await ownKey(platform, company.id));
      return reply.type('application/samlmetadata+xml; charset=utf-8').serializer(String).send(metadata);
    });

    onPublic(
      samlAnswer,
      async ({ body: { SAMLResponse: answer = '' }, request, reply }) => {
        let back = '';
        const failed = (error: unknown) => reply.redirect(`${back}${refusal(request, error)}`, 303);
        try {
          const id = requestOf(answer);
          const step = await requestNamed<SamlRequest>(platform, id);
          if (step?.provider !== 'saml') throw new DomainError('sso_refused');
          back = step.kept.origin;
          const company = await companyById(platform.read, step.companyId);
          const settings = company && (await ssoOf(platform.read, company.id)).saml;
          if (!settings) throw new DomainError('sso_unknown');
          const { entityId: ourEntityId, acs } = samlAddresses(site, company.slug);
          const expected = { idpEntityId: settings.entityId, ourEntityId, acs, now: platform.clock.now() };
          const key = await ownKey(platform, company.id);
          const assertion = await assertionIn(answer, { id }, settings, key, expected);
          const { id: assertionId, until } = assertion;
          const browserHash = await takeAnswered(platform, id, { companyId: company.id, assertionId, until });
          if (!browserHash) throw new DomainError('sso_refused');
          const ticket = newSecret();
          const kept: Ticket = { ...step.kept, identity: identityOf(assertion, settings.entityId) };
          await park(platform, 'ticket', ticket, { companyId: company.id, provider: 'saml', browserHash, kept });
          return reply.redirect(`${back}/sso/finish?ticket=${ticket}`, 303);
        } catch (error) {
          return failed(error);
        }
      },
      { bodyLimit: answerBytes },
    );

    onPublic(finishSso, async ({ query: { ticket }, request, reply }) => {
      let redirect = '/';
      return orBack(
        request,
        reply,
        () => redirect,
        async () => {
          const browser = browserOf(request);
          if (!ticket || !browser) throw new DomainError('sso_refused');
          const step = await take<Ticket>(platform, 'ticket', ticket, browser);
          if (!step) throw new DomainError('sso_refused');
          redirect = step.kept.redirect;
          const company = await companyById(platform.read, step.companyId);
          if (!company) throw new DomainError('sso_unknown');
          return enter(request, reply, company, step.kept.identity, redirect);
        },
      );
    });

    async function enter(
      request: FastifyRequest,
      reply: FastifyReply,
      company: Company,
      identity: Identity,
      redirect: string,
    ): Promise<FastifyReply> {
      const { account, registered } = await accountOfIdentity(platform, company.id, identity);
      await startSignIn(platform, request, account, identity.provider satisfies SignInMethod);
      if (registered) await platform.progress.waitFor(['users'], await platform.store.head(), patienceMs);
      return reply.redirect(safeRedirect(redirect));
    }

    /** Which browser it is, by a cookie that says nothing else. */
    const browserOf = (request: FastifyRequest): string | null => {
      const { [cookieName]: value } = request.cookies;
      return value && /^[\w-]{43}$/.test(value) ? value : null;
    };

    function marked(reply: FastifyReply): string {
      const browser = newSecret();
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: production, maxAge: browserSeconds } as const;
      reply.setCookie(cookieName, browser, options);
      return browser;
    }
  };

/** Does it, or leads back to the sign-in page with a word that the page knows. */
async function orBack(
  request: FastifyRequest,
  reply: FastifyReply,
  redirect: string | (() => string),
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    const to = typeof redirect === 'string' ? redirect : redirect();
    const on = to === '/' ? '' : `&redirect=${encodeURIComponent(to)}`;
    return reply.redirect(`${refusal(request, error)}${on}`);
  }
}

/** The reason is for whoever runs Frankly; it names no person. */
function refusal(request: FastifyRequest, error: unknown): string {
  const known = error instanceof DomainError ? ssoErrors.find((code) => code === error.code) : undefined;
  const code: SsoError = known ?? 'sso_refused';
  const { name, message, code: reason } = error as Error & { code?: string };
  request.log.warn(
    { refused: code, error: name, reason: reason ?? message, correlationId: request.id },
    'Single sign-on was refused',
  );
  return `/login?error=${code}`;
}
