import type { Account } from '../identity/accounts.ts';
import type { Platform } from '../platform.ts';
import { type Addressee, contextOf } from './one-time-links.ts';

/** The address that a person asked to change to and has not confirmed yet, or null. */
export async function unconfirmedEmail(
  { pool, vault, clock }: Pick<Platform, 'pool' | 'vault' | 'clock'>,
  { companyId, userId }: Account,
): Promise<string | null> {
  const { rows } = await pool.query<{ hash: string; sealed: string }>(
    `select token_hash as hash, sealed from one_time_links
     where purpose = 'email' and company_id = $1 and user_id = $2 and used_at is null and expires_at > $3`,
    [companyId, userId, clock.now()],
  );
  return rows[0] ? (JSON.parse(vault.open(rows[0].sealed, contextOf(rows[0].hash))) as Addressee).email : null;
}
