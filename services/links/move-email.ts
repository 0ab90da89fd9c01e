import { DomainError } from '@frankly/contracts/errors';
import { userById } from '@frankly/projections/identity/users';
import type { PoolClient } from 'pg';
import { handle } from '../handle.ts';
import { type Account, emailHash, subjectOf } from '../identity/accounts.ts';
import { sealedFor } from '../identity/second-step.ts';
import { user } from '../identity/user.ts';
import { sendNotice } from '../mail/send-notice.ts';
import type { Platform } from '../platform.ts';
import type { Link } from './one-time-links.ts';

/**
 * The login moves to the new address as a whole: password, second step, devices, and the accounts at every company
 * that the person has come to.
 * @throws DomainError email_taken when the new address has a login, link_expired when the login was changed since
 */
export async function moveEmail(
  platform: Platform,
  { companyId, userId, email, madeAt }: Extract<Link, { purpose: 'email' }>,
  correlationId: string,
): Promise<void> {
  const before = await userById(platform.read, companyId, userId);
  if (before?.status !== 'active') throw new DomainError('link_expired');
  const to = emailHash(platform, email);
  for (const account of await moveLogin(platform, { account: { companyId, userId }, to, madeAt })) {
    const command = { type: 'ChangeEmail', userId: account.userId, subjectId: subjectOf(account.userId), email } as const;
    await handle(platform, user, command, { companyId: account.companyId, actor: `user:${account.userId}`, correlationId });
  }
  await sendNotice(platform, { companyId, userId }, 'email_moved', before.email);
}

interface Move {
  account: Account;
  to: string;
  madeAt: Date;
}

async function moveLogin({ pool, read, vault }: Platform, { account, to, madeAt }: Move): Promise<Account[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const from = await hashOf(client, account);
    const moved = from === to ? [] : await moveAccounts(client, read, from, to);
    if (from !== to) await moveSecrets(client, vault, { from, to, madeAt });
    await client.query('commit');
    return moved;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if ((error as { code?: string }).code === uniqueViolation) throw new DomainError('email_taken');
    throw error;
  } finally {
    client.release();
  }
}

const uniqueViolation = '23505';

async function hashOf(client: PoolClient, { companyId, userId }: Account): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    'select email_hash as hash from accounts where company_id = $1 and user_id = $2 for update',
    [companyId, userId],
  );
  if (!rows[0]) throw new DomainError('link_expired');
  return rows[0].hash;
}

/** Invitations that nobody followed stay where they were sent: whoever sent them learns nothing. */
async function moveAccounts(client: PoolClient, read: Platform['read'], from: string, to: string): Promise<Account[]> {
  const registered = `${read.table('users')} u where u.company_id = a.company_id and u.user_id = a.user_id and u.registered`;
  const taken = await client.query(
    `select from accounts a, ${registered} and a.email_hash = $1 union all select from logins where email_hash = $1`,
    [to],
  );
  if (taken.rowCount) throw new DomainError('email_taken');
  const { rows } = await client.query<Account>(
    `update accounts a set email_hash = $2 from ${registered} and a.email_hash = $1
     returning a.company_id as "companyId", a.user_id as "userId"`,
    [from, to],
  );
  return rows;
}

async function moveSecrets(
  client: PoolClient,
  vault: Platform['vault'],
  { from, to, madeAt }: { from: string; to: string; madeAt: Date },
): Promise<void> {
  const { rows } = await client.query<{ changedAt: Date; secret: string | null }>(
    'select changed_at as "changedAt", mfa_secret as secret from logins where email_hash = $1 for update',
    [from],
  );
  const [login] = rows;
  if (login && login.changedAt > madeAt) throw new DomainError('link_expired');
  // Sealed for the address that it belongs to.
  const secret = login?.secret ? vault.seal(vault.open(login.secret, sealedFor(from)), sealedFor(to)) : null;
  await client.query('update logins set email_hash = $2, mfa_secret = $3, mfa_pending = null where email_hash = $1', [
    from,
    to,
    secret,
  ]);
  for (const table of ['recovery_codes', 'devices']) {
    await client.query(`update ${table} set email_hash = $2 where email_hash = $1`, [from, to]);
  }
}
