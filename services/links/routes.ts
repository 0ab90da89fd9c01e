import { DomainError, type Problem } from '@frankly/contracts/errors';
import { followLink, openLink, requestRegistration, requestReset, SignInProblem } from '@frankly/contracts/sign-in';
import { companyById } from '@frankly/projections/identity/companies';
import { securityOf } from '@frankly/projections/identity/company-security';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Bind } from '../http/binder.ts';
import { companyOf } from '../http/company-of.ts';
import { emailHash } from '../identity/accounts.ts';
import { attempt, networkOf } from '../identity/throttle.ts';
import type { Platform } from '../platform.ts';
import { followLink as follow } from './follow-link.ts';
import { linksWords as words } from './messages.ts';
import { linkOf } from './one-time-links.ts';
import { requestLink } from './request-link.ts';
import { needsPassword } from './standing.ts';

const options = {
  bodyLimit: 16 * 1024,
  refusal: ({ error, message, fields }: Problem) => SignInProblem.parse({ error: fields?.[0]?.message ?? message, code: error }),
};

/** New passwords, registering, and whatever else a link in an e-mail is for. */
export const linkRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { onPublic } = bind(app, 'People');
    const asOften = (request: FastifyRequest, email: string) =>
      attempt(platform, [
        { kind: 'link', of: networkOf(request.ip) },
        { kind: 'mail', of: emailHash(platform, email) },
      ]);

    onPublic(
      requestReset,
      async ({ body: { email }, request }) => {
        await asOften(request, email);
        await requestLink(platform, { purpose: 'reset', email });
        return { message: words.resetAccepted };
      },
      options,
    );

    onPublic(
      requestRegistration,
      async ({ body: { email, name }, request }) => {
        const company = await companyOf(request);
        const open = company && (await securityOf(platform.read, company.id)).selfRegister;
        if (!open) throw new DomainError('not_found');
        await asOften(request, email);
        await requestLink(platform, { purpose: 'register', companyId: company.id, email, name });
        return { message: words.registrationAccepted };
      },
      options,
    );

    onPublic(
      openLink,
      async ({ body: { token }, request }) => {
        const tried = await attempt(platform, [{ kind: 'link', of: networkOf(request.ip) }]);
        const link = await linkOf(platform, token);
        await tried.refund();
        const { purpose, email, name } = link;
        const company = 'companyId' in link ? await companyById(platform.read, link.companyId) : null;
        const hasPassword = 'companyId' in link && !(await needsPassword(platform, link.companyId, emailHash(platform, email)));
        return { purpose, email, name, company: company?.name ?? '', hasPassword: purpose === 'email' || hasPassword };
      },
      options,
    );

    onPublic(
      followLink,
      async ({ body, request, correlationId }) => {
        const tried = await attempt(platform, [{ kind: 'link', of: networkOf(request.ip) }]);
        await follow(platform, { ...body, correlationId });
        await tried.refund();
        return { redirect: '/login' };
      },
      options,
    );
  };
