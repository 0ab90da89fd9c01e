import { createHash, randomBytes } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import type { SsoProvider } from '@frankly/contracts/security';
import type { Platform } from '../platform.ts';

/** That a browser was sent to a provider, or that it came back and may finish. */
type StepKind = 'request' | 'ticket';
const lifetimeMs = { request: 10 * 60_000, ticket: 2 * 60_000 } satisfies Record<StepKind, number>;

/** `kept` differs by kind, and is sealed. */
export interface Step<Kept> {
  companyId: CompanyId;
  provider: SsoProvider;
  startedAt: Date;
  kept: Kept;
}

interface Row {
  id_hash: string;
  company_id: CompanyId;
  provider: SsoProvider;
  sealed: string;
  started_at: Date;
  expires_at: Date;
}

export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const contextOf = (kind: StepKind, hash: string): string => `sso ${kind} ${hash}`;

/** Remembers a step under a secret that only its browser, or the provider, will show. What has expired is swept away. */
export async function park(
  { pool, vault, clock }: Platform,
  kind: StepKind,
  secret: string,
  step: Omit<Step<object>, 'startedAt'> & { browserHash: string },
): Promise<void> {
  const hash = hashOf(secret);
  const now = clock.now();
  const sealed = vault.seal(JSON.stringify(step.kept), contextOf(kind, hash));
  await pool.query('delete from sso_steps where expires_at <= $1', [now]);
  await pool.query(
    `insert into sso_steps (id_hash, kind, company_id, provider, browser_hash, sealed, started_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hash, kind, step.companyId, step.provider, step.browserHash, sealed, now, new Date(now.getTime() + lifetimeMs[kind])],
  );
}

/** Takes a step, once, for the browser that it belongs to; another browser leaves it as it is. */
export async function take<Kept>(
  platform: Platform,
  kind: StepKind,
  secret: string,
  browser: string,
): Promise<Step<Kept> | null> {
  const { rows } = await platform.pool.query<Row>(
    `delete from sso_steps where id_hash = $1 and kind = $2 and browser_hash = $3 and expires_at > $4 returning *`,
    [hashOf(secret), kind, hashOf(browser), platform.clock.now()],
  );
  return rows[0] ? opened<Kept>(platform, kind, rows[0]) : null;
}

/** Looks at a request without taking it. */
export async function requestNamed<Kept>(platform: Platform, secret: string): Promise<Step<Kept> | null> {
  const { rows } = await platform.pool.query<Row>(
    `select * from sso_steps where id_hash = $1 and kind = 'request' and expires_at > $2`,
    [hashOf(secret), platform.clock.now()],
  );
  return rows[0] ? opened<Kept>(platform, 'request', rows[0]) : null;
}

/** Takes a request and the assertion that answers it together, each once. Answers the browser's hash, or null. */
export async function takeAnswered(
  { pool, clock }: Platform,
  secret: string,
  { companyId, assertionId, until }: { companyId: CompanyId; assertionId: string; until: Date },
): Promise<string | null> {
  const now = clock.now();
  await pool.query('delete from sso_assertions where expires_at <= $1', [now]);
  const { rows } = await pool.query<{ browser_hash: string }>(
    `with taken as (
       delete from sso_steps where id_hash = $1 and kind = 'request' and company_id = $2 and expires_at > $3
       returning company_id, browser_hash
     ), accepted as (
       insert into sso_assertions (company_id, id_hash, expires_at) select company_id, $4, $5 from taken
       on conflict do nothing returning 1
     )
     select browser_hash from taken where exists (select 1 from accepted)`,
    [hashOf(secret), companyId, now, hashOf(assertionId), until],
  );
  return rows[0]?.browser_hash ?? null;
}

const opened = <Kept>({ vault }: Platform, kind: StepKind, row: Row): Step<Kept> => ({
  companyId: row.company_id,
  provider: row.provider,
  startedAt: row.started_at,
  kept: JSON.parse(vault.open(row.sealed, contextOf(kind, row.id_hash))) as Kept,
});
