import type { CompanyId } from '@frankly/contracts/identity';
import { type User, userById } from '@frankly/projections/identity/users';
import { securityOf } from '@frankly/projections/identity/company-security';
import { type Account, accountsOf } from '../identity/accounts.ts';
import type { Platform } from '../platform.ts';

export type AccountHolder = Account & User;

const patienceMs = 10_000;
const followed = ['users', 'companies', 'company_security', 'company_domains', 'roles'];

/** Resolves when the read models know what happened until now: an invitation was recorded only a moment ago. */
export async function caughtUp({ progress, store }: Platform): Promise<void> {
  if (!(await progress.waitFor(followed, await store.head(), patienceMs))) throw new Error('the read models are behind');
}

/** Everybody whose account has this address, at all companies. */
export async function holdersOf(platform: Platform, hash: string): Promise<AccountHolder[]> {
  const accounts = await accountsOf(platform, hash);
  const users = await Promise.all(accounts.map(({ companyId, userId }) => userById(platform.read, companyId, userId)));
  return accounts.flatMap((account, index) => (users[index] ? { ...account, ...users[index] } : []));
}

/** Somebody with a password keeps it, and where nobody signs in with one there is none to choose. */
export async function needsPassword(platform: Platform, companyId: CompanyId, hash: string): Promise<boolean> {
  const { emailLogin } = await securityOf(platform.read, companyId);
  return emailLogin && (await loginOf(platform, hash))?.passwordHash == null;
}

export async function loginOf(
  { pool }: Pick<Platform, 'pool'>,
  hash: string,
): Promise<{ passwordHash: string | null; changedAt: Date } | null> {
  const { rows } = await pool.query<{ passwordHash: string | null; changedAt: Date }>(
    'select password_hash as "passwordHash", changed_at as "changedAt" from logins where email_hash = $1',
    [hash],
  );
  return rows[0] ?? null;
}
