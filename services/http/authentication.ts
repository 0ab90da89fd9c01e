import type { Access } from '@frankly/contracts/kit';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type {} from '@fastify/session';
import type { FastifyRequest } from 'fastify';

/** On whose behalf a call is made; every read and write is of this company. */
export interface Caller {
  companyId: CompanyId;
  /** As in event metadata. */
  actor: string;
  /** Null for a key. */
  userId: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface Session {
    account?: { companyId: CompanyId; userId: string };
  }
}

type KeyRing = (secret: string) => Promise<{ companyId: CompanyId; keyId: string }>;

/** Makes the hook that lets a call through to a route of this access, or refuses it. */
export const createGuard = (keyRing: KeyRing) => (access: Access) =>
  async function guard(request: FastifyRequest): Promise<void> {
    const { authorization } = request.headers;
    if (access === 'key' || (access === 'session-or-key' && authorization !== undefined)) {
      const secret = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      if (!secret) throw new DomainError('key_required');
      const { companyId, keyId } = await keyRing(secret);
      request.caller = { companyId, actor: `key:${keyId}`, userId: null };
      return;
    }
    refuseCrossSite(request);
    if (access === 'public') return;
    request.caller = sessionCaller(request);
    if (!request.caller) throw new DomainError('not_signed_in');
  };

/** The person whose session cookie came with the request, or null. */
export function sessionCaller(request: FastifyRequest): Caller | null {
  const account = request.session?.account;
  return account ? { ...account, actor: `user:${account.userId}` } : null;
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
