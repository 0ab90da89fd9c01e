import { DomainError } from '@frankly/contracts/errors';
import { companyById, type Company } from '@frankly/projections/identity/companies';
import type { FastifyRequest } from 'fastify';
import { safeRedirect } from '../http/safe-redirect.ts';
import type { Account } from '../identity/accounts.ts';
import { endCurrent, startSignIn } from '../identity/sign-ins.ts';
import type { Platform } from '../platform.ts';

/** How long somebody may take to choose. */
const choosingMs = 10 * 60_000;

declare module 'fastify' {
  interface Session {
    /** Who has said who they are, but not yet where to go on. */
    choice?: { accounts: Account[]; redirect: string; until: number };
  }
}

/** Signed in by half, with a new session id: nothing but choosing is possible. Answers where to choose. */
export async function offerChoice(
  platform: Platform,
  request: FastifyRequest,
  accounts: readonly Account[],
  redirect: string,
): Promise<string> {
  await endCurrent(platform, request);
  await request.session.regenerate();
  request.session.choice = {
    accounts: accounts.map(({ companyId, userId }) => ({ companyId, userId })),
    redirect,
    until: platform.clock.now().getTime() + choosingMs,
  };
  return `/choice?redirect=${encodeURIComponent(redirect)}`;
}

/** Null when there is nothing to choose, or no longer. */
export function openChoice({ clock }: Pick<Platform, 'clock'>, { session }: FastifyRequest): readonly Account[] | null {
  const { choice } = session;
  return choice && clock.now().getTime() < choice.until ? choice.accounts : null;
}

/** By name. @throws DomainError not_signed_in */
export async function choices(platform: Platform, request: FastifyRequest): Promise<{ account: Account; company: Company }[]> {
  const accounts = openChoice(platform, request);
  if (!accounts) throw new DomainError('not_signed_in');
  const found = await Promise.all(
    accounts.map(async (account) => ({ account, company: await companyById(platform.read, account.companyId) })),
  );
  const known = found.flatMap(({ account, company }) => (company ? [{ account, company }] : []));
  return known.toSorted((one, other) => one.company.name.localeCompare(other.company.name));
}

/** @throws DomainError not_signed_in, company_unknown */
export async function choose(platform: Platform, request: FastifyRequest, slug: string): Promise<string> {
  const chosen = (await choices(platform, request)).find(({ company }) => company.slug === slug);
  if (!chosen) throw new DomainError('company_unknown');
  const redirect = safeRedirect(request.session.choice?.redirect);
  await startSignIn(platform, request, chosen.account, 'password');
  return redirect;
}
