import type { CompanyId } from '@frankly/contracts/identity';
import { type User, userColumns } from '@frankly/projections/identity/users';
import { securityOf } from '@frankly/projections/identity/company-security';
import type { Account } from '../identity/accounts.ts';
import type { Platform } from '../platform.ts';

/** Whoever is not `registered` has only been invited: anybody can do that to any address, so it says nothing about its owner. */
export type AccountHolder = Account & User & { registered: boolean };

const patienceMs = 10_000;
const followed = ['users', 'companies', 'company_security', 'company_domains', 'roles'];

/** Resolves when the read models know what happened until now: an invitation was recorded only a moment ago. */
export async function caughtUp({ progress, store }: Platform): Promise<void> {
  if (!(await progress.waitFor(followed, await store.head(), patienceMs))) throw new Error('the read models are behind');
}

/** Everybody whose account has this address, at all companies. */
export const holdersOf = ({ read }: Pick<Platform, 'read'>, hash: string): Promise<AccountHolder[]> =>
  read.query<AccountHolder>(
    `select a.company_id as "companyId", a.user_id as "userId", u.registered, ${userColumns}
     from accounts a join ${read.table('users')} u on u.company_id = a.company_id and u.user_id = a.user_id
     where a.email_hash = $1 order by a.company_id`,
    [hash],
  );

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
