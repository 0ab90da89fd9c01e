import { randomBytes } from 'node:crypto';
import type { Platform } from '../platform.ts';
import { hashPassword, passwordFits } from './passwords.ts';

/** How many codes somebody gets at once. */
export const recoveryCodes = 10;
const length = 13;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 65 random bits. */
const newCode = (): string => Array.from(randomBytes(length), (byte) => base32[byte % base32.length]).join('');

/** As it was given out, however it was copied. */
const asIssued = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();
const shape = new RegExp(`^[${base32}]{${length}}$`);

/** Ten new codes. The ones before work no more. This is the only time that they can be read. */
export async function issueRecoveryCodes({ pool }: Pick<Platform, 'pool'>, emailHash: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode);
  const hashes = await Promise.all(codes.map(hashPassword));
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Two at once would leave twenty.
    await client.query('select 1 from logins where email_hash = $1 for update', [emailHash]);
    await client.query('delete from recovery_codes where email_hash = $1', [emailHash]);
    await client.query('insert into recovery_codes (email_hash, code_hash) select $1, unnest($2::text[])', [emailHash, hashes]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  return codes;
}

/** Uses a code up; null when it is none of this person's, or was used before. */
export async function useRecoveryCode(
  platform: Pick<Platform, 'pool'>,
  emailHash: string,
  code: string,
): Promise<{ left: number } | null> {
  const given = asIssued(code);
  if (!shape.test(given)) return null;
  const { rows } = await platform.pool.query<{ code_hash: string }>(
    'select code_hash from recovery_codes where email_hash = $1',
    [emailHash],
  );
  for (const { code_hash: hash } of rows) {
    if (!(await passwordFits(given, hash))) continue;
    const { rowCount } = await platform.pool.query('delete from recovery_codes where email_hash = $1 and code_hash = $2', [
      emailHash,
      hash,
    ]);
    return rowCount === 1 ? { left: await recoveryCodesLeft(platform, emailHash) } : null;
  }
  return null;
}

export async function recoveryCodesLeft({ pool }: Pick<Platform, 'pool'>, emailHash: string): Promise<number> {
  const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from recovery_codes where email_hash = $1', [
    emailHash,
  ]);
  return rows[0]!.left;
}
