import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { LinkPurpose } from '@frankly/contracts/sign-in';
import { derivedId } from '../derived-id.ts';
import { emailHash } from '../identity/accounts.ts';
import type { Platform } from '../platform.ts';

const minutes = 60_000;
const hours = 60 * minutes;

export const lifetimeMs: Record<LinkPurpose, number> = {
  reset: 30 * minutes,
  register: 24 * hours,
  invitation: 7 * 24 * hours,
  email: 30 * minutes,
};

export interface Addressee {
  email: string;
  name: string;
}

/** What a link is for, and for whom. */
export type LinkFor = Addressee &
  (
    | { purpose: 'reset' }
    | { purpose: 'register'; companyId: CompanyId }
    | { purpose: 'invitation'; companyId: CompanyId; userId: string }
    | { purpose: 'email'; companyId: CompanyId; userId: string }
  );

export type Link = LinkFor & { tokenHash: string; madeAt: Date };

const tokenBytes = 32;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
/** What the rest of a link's row is sealed for. */
export const contextOf = (tokenHash: string): string => `link ${tokenHash}`;

function personOf(platform: Platform, link: LinkFor): string {
  const account = 'userId' in link ? link.userId : emailHash(platform, link.email);
  return derivedId(platform.idSecret, 'link', 'companyId' in link ? link.companyId : null, account);
}

/** Makes a link, answers its token, and keeps only the hash. The one before of the same purpose and person works no more. */
export async function makeLink(platform: Platform, link: LinkFor): Promise<string> {
  const { pool, vault, clock } = platform;
  const token = randomBytes(tokenBytes).toString('base64url');
  const hash = hashOf(token);
  const now = clock.now();
  const { email, name } = link;
  await pool.query('delete from one_time_links where expires_at <= $1', [now]);
  await pool.query(
    `insert into one_time_links (token_hash, purpose, person, company_id, user_id, sealed, made_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (purpose, person) do update set token_hash = excluded.token_hash, company_id = excluded.company_id,
       user_id = excluded.user_id, sealed = excluded.sealed, made_at = excluded.made_at, expires_at = excluded.expires_at,
       used_at = null`,
    [
      hash,
      link.purpose,
      personOf(platform, link),
      'companyId' in link ? link.companyId : null,
      'userId' in link ? link.userId : null,
      vault.seal(JSON.stringify({ email, name }), contextOf(hash)),
      now,
      new Date(now.getTime() + lifetimeMs[link.purpose]),
    ],
  );
  return token;
}

interface Row {
  purpose: LinkPurpose;
  companyId: CompanyId | null;
  userId: string | null;
  sealed: string;
  madeAt: Date;
}

/** The link of a token that can still be used. @throws DomainError link_expired */
export async function linkOf({ pool, vault, clock }: Platform, token: string): Promise<Link> {
  const tokenHash = hashOf(token);
  const { rows } = await pool.query<Row>(
    `select purpose, company_id as "companyId", user_id as "userId", sealed, made_at as "madeAt" from one_time_links
     where token_hash = $1 and used_at is null and expires_at > $2`,
    [tokenHash, clock.now()],
  );
  if (!rows[0]) throw new DomainError('link_expired');
  const { sealed, companyId, userId, ...row } = rows[0];
  const addressee = JSON.parse(vault.open(sealed, contextOf(tokenHash))) as Addressee;
  return { ...row, ...addressee, tokenHash, ...(companyId && { companyId }), ...(userId && { userId }) } as Link;
}

/**
 * Uses a link up, then does what it is for; of callers at the same moment one gets to do it. When that fails the link works
 * again. @throws DomainError link_expired
 */
export async function useLink<T>({ pool, clock }: Platform, { tokenHash }: Link, work: () => Promise<T>): Promise<T> {
  const { rowCount } = await pool.query(
    'update one_time_links set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2',
    [tokenHash, clock.now()],
  );
  if (rowCount !== 1) throw new DomainError('link_expired');
  try {
    return await work();
  } catch (error) {
    await pool.query('update one_time_links set used_at = null where token_hash = $1', [tokenHash]);
    throw error;
  }
}
