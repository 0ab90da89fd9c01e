import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '@frankly/contracts/identity';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { type Account, recordAt, subjectOf } from './accounts.ts';
import { deviceName } from './device-name.ts';
import { announceEnding } from './endings.ts';

/** How long after saying who one is a person may do what matters. */
export const freshMs = 10 * 60_000;

const addressContext = ({ companyId, userId }: Account): string => `sign-in address ${companyId}/${userId}`;

/** Whence somebody calls, for the events and the list of sessions. */
export const originOf = (request: FastifyRequest): { device: string; address: string } => ({
  device: deviceName(request.headers['user-agent']),
  address: request.ip,
});

/**
 * Signs the person in on this session, with a new session id, so that one planted before is worth nothing. The event is
 * durable when this resolves.
 */
export async function startSignIn(
  platform: Platform,
  request: FastifyRequest,
  account: Account,
  method: SignInMethod,
): Promise<{ signInId: string }> {
  const { pool, vault, clock } = platform;
  const signInId = randomUUID();
  const { device, address } = originOf(request);
  await recordAt(
    platform,
    account,
    [{ type: 'SignedIn', data: { userId: account.userId, subjectId: subjectOf(account.userId), address, device, method } }],
    { correlationId: request.id },
  );
  await pool.query(
    `insert into sign_ins (id, company_id, user_id, method, device, address, started_at, seen_at, fresh_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [signInId, account.companyId, account.userId, method, device, vault.seal(address, addressContext(account)), clock.now()],
  );
  await endCurrent(platform, request);
  await request.session.regenerate();
  request.session.signInId = signInId;
  return { signInId };
}

/** The sign-in that this session had before ends with it. */
export async function endCurrent({ pool, clock }: Platform, request: FastifyRequest): Promise<void> {
  const { signInId } = request.session;
  if (signInId) await pool.query('update sign_ins set ended_at = coalesce(ended_at, $2) where id = $1', [signInId, clock.now()]);
}

/** The person has said again who they are: the session gets a new id, and may do what matters for a while. */
export async function refreshSignIn({ pool, clock }: Platform, request: FastifyRequest): Promise<Date> {
  const { signInId } = request.session;
  await request.session.regenerate();
  if (signInId) request.session.signInId = signInId;
  await pool.query('update sign_ins set fresh_at = $2 where id = $1', [signInId, clock.now()]);
  return new Date(clock.now().getTime() + freshMs);
}

/** Ends sessions of a person at once, all but `except`. Answers how many there were. */
export async function endSignIns({ pool, clock }: Platform, account: Account, except?: string): Promise<number> {
  const { rowCount } = await pool.query(
    `update sign_ins set ended_at = $3
     where company_id = $1 and user_id = $2 and ended_at is null and id is distinct from $4::uuid`,
    [account.companyId, account.userId, clock.now(), except ?? null],
  );
  if (rowCount) announceEnding(`user:${account.userId}`);
  return rowCount ?? 0;
}

/** Ends one session of a person; false when it is not theirs or has ended. */
export async function endSignIn({ pool, clock }: Platform, account: Account, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sign_ins set ended_at = $4 where company_id = $1 and user_id = $2 and id::text = $3 and ended_at is null`,
    [account.companyId, account.userId, id, clock.now()],
  );
  if (rowCount) announceEnding(`user:${account.userId}`);
  return rowCount === 1;
}

export interface OpenSignIn {
  id: string;
  method: SignInMethod;
  device: string;
  address: string | null;
  startedAt: Date;
  seenAt: Date;
}

/** Where a person is signed in, the newest first. `idleMs` and `lifetimeMs` are the company's limits. */
export async function openSignIns(
  { pool, vault, clock }: Platform,
  account: Account,
  { idleMs, lifetimeMs }: { idleMs: number; lifetimeMs: number },
): Promise<OpenSignIn[]> {
  const now = clock.now().getTime();
  const { rows } = await pool.query<OpenSignIn>(
    `select id, method, device, address, started_at as "startedAt", seen_at as "seenAt" from sign_ins
     where company_id = $1 and user_id = $2 and ended_at is null and seen_at > $3 and started_at > $4
     order by seen_at desc`,
    [account.companyId, account.userId, new Date(now - idleMs), new Date(now - lifetimeMs)],
  );
  return rows.map((row) => ({ ...row, address: row.address && vault.open(row.address, addressContext(account)) }));
}
