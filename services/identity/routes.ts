import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { DomainError } from '@frankly/contracts/errors';
import { getMe, login, logout, meDefaults, SignInProblem } from '@frankly/contracts/identity';
import { companyById } from '@frankly/projections/identity/companies';
import { userById } from '@frankly/projections/identity/users';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import { safeRedirect } from '../http/safe-redirect.ts';
import type { Platform } from '../platform.ts';
import { signIn } from './accounts.ts';

const formBytes = 16 * 1024;
const small = { fieldSize: formBytes, fields: 20, files: 0, parts: 20 };

export const identityRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    await app.register(formbody, { bodyLimit: formBytes });
    await app.register(multipart, { attachFieldsToBody: 'keyValues', limits: small });
    const { on, onPublic } = bind(app, 'People');

    onPublic(
      login,
      async ({ body: { email, password, redirect }, correlationId, request }) => {
        const account = await signIn(platform, email, password, correlationId);
        // A new session id, so that one planted before the sign-in is worth nothing.
        await request.session.regenerate();
        request.session.account = account;
        return { redirect: safeRedirect(redirect) };
      },
      { bodyLimit: formBytes, refusal: ({ error, message }) => SignInProblem.parse({ error: message, code: error }) },
    );

    on(logout, async ({ request }) => {
      await request.session.destroy();
      return { redirect: '/login' };
    });

    on(getMe, async ({ caller: { companyId, userId } }) => {
      const [company, user] = await Promise.all([
        companyById(platform.read, companyId),
        userById(platform.read, companyId, userId!),
      ]);
      // Signed in faster than the read models could follow.
      if (!company || !user) throw new DomainError('unavailable');
      const { roleType: userRoleType, role: userRole, ...person } = user;
      return { permissions: [], company, user: person, userRole, userRoleType, ...meDefaults };
    });
  };
