import type { DataScope } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { RoleType } from '@frankly/contracts/role-types';
import type { Access, Route } from '@frankly/contracts/kit';
import type { Permission } from '@frankly/contracts/permissions';
import type {} from '@fastify/session';
import type { FastifyRequest } from 'fastify';

/** On whose behalf a call is made; every read and write is of this company, and of these answers. */
export interface Caller {
  companyId: CompanyId;
  /** As in event metadata. */
  actor: string;
  /** Null for a key. */
  userId: string | null;
  permissions: ReadonlySet<Permission>;
  scope: DataScope;
  /** Null for a key. */
  person: Person | null;
}

/** Somebody who is signed in, and what they may do. */
export interface Person {
  companyId: CompanyId;
  userId: string;
  signInId: string;
  roleType: RoleType;
  permissions: ReadonlySet<Permission>;
  scope: DataScope;
  /** Until when they may do what matters without saying again who they are. */
  freshUntil: Date | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface Session {
    signInId?: string;
  }
}

/** What a route asks of its caller. */
export type Rule = Pick<Route<never, never, never, never>, 'access' | 'needs' | 'fresh'>;
export const ruleFor = (access: Access, needs: Permission | null = null): Rule => ({ access, needs, fresh: false });

export interface Doormen {
  /** @throws DomainError key_refused */
  key(secret: string): Promise<{ companyId: CompanyId; keyId: string; permissions: ReadonlySet<Permission> }>;
  /** Null when the sign-in has ended. A quiet look does not count as use, so that it keeps no session alive. */
  person(signInId: string, quietly?: boolean): Promise<Person | null>;
}

/** Makes the hook that lets a call through to a route with this rule, or refuses it; quietly when it is asked again later. */
export const createGuard =
  ({ key, person }: Doormen) =>
  ({ access, needs, fresh }: Rule, quietly = false) =>
    async function guard(request: FastifyRequest): Promise<void> {
      const { authorization } = request.headers;
      if (access === 'key' || (access === 'session-or-key' && authorization !== undefined)) {
        const secret = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
        if (!secret) throw new DomainError('key_required');
        const { companyId, keyId, permissions } = await key(secret);
        request.caller = { companyId, actor: `key:${keyId}`, userId: null, permissions, scope: { kind: 'all' }, person: null };
      } else {
        if (access === 'federated') return;
        refuseCrossSite(request);
        if (access === 'public') return;
        const known = await signedInPerson(request, person, quietly);
        if (!known) throw new DomainError('not_signed_in');
        const { companyId, userId, permissions, scope } = known;
        request.caller = { companyId, actor: `user:${userId}`, userId, permissions, scope, person: known };
      }
      if (needs !== null && !request.caller.permissions.has(needs)) throw new DomainError('not_allowed');
      if (fresh && !request.caller.person?.freshUntil) throw new DomainError('fresh_sign_in_needed');
    };

/** The person whose session cookie came with the request, or null. */
export async function signedInPerson(
  request: FastifyRequest,
  person: Doormen['person'],
  quietly = false,
): Promise<Person | null> {
  const signInId = request.session?.signInId;
  return signInId === undefined ? null : person(signInId, quietly);
}

/**
 * A browser sends our cookie along with what another site makes it send, so such a request may change nothing. Browsers
 * say where a request comes from; programs that say nothing have no cookie that somebody else could make use of.
 */
function refuseCrossSite({ method, headers, host }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const ours = site === undefined ? origin === undefined || hostOf(origin) === host : site === 'same-origin' || site === 'none';
  if (!ours) throw new DomainError('cross_site');
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);
