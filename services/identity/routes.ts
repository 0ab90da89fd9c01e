import { DomainError } from '@frankly/contracts/errors';
import { getMe, meDefaults } from '@frankly/contracts/identity';
import { logout } from '@frankly/contracts/sign-in';
import { companyById } from '@frankly/projections/identity/companies';
import { userById } from '@frankly/projections/identity/users';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import type { Platform } from '../platform.ts';
import { recordAt } from './accounts.ts';
import { endSignIn } from './sign-ins.ts';

export const identityRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'People');

    on(logout, async ({ request, caller: { person }, correlationId }) => {
      const { userId, signInId } = person!;
      await endSignIn(platform, person!, signInId);
      await recordAt(platform, person!, [{ type: 'SignedOut', data: { userId } }], { correlationId });
      await request.session.destroy();
      return { redirect: '/login' };
    });

    on(getMe, async ({ caller: { companyId, person, permissions } }) => {
      const [company, user] = await Promise.all([
        companyById(platform.read, companyId),
        userById(platform.read, companyId, person!.userId),
      ]);
      // Signed in faster than the read models could follow.
      if (!company || !user) throw new DomainError('unavailable');
      const { id, name, email, team, servedBy } = user;
      return {
        permissions: [...permissions],
        company: { id: company.id, slug: company.slug, name: company.name, timeZone: company.timeZone, features: {} },
        user: { id, name, email, team, servedBy },
        userRole: user.role,
        userRoleType: user.roleType,
        ...meDefaults,
      };
    });
  };
