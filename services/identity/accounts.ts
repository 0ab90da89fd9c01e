import { randomUUID } from 'node:crypto';
import { fieldProblems, DomainError, invalid } from '@frankly/contracts/errors';
import { type CompanyId, Email, NewPassword, PersonName } from '@frankly/contracts/identity';
import { ServedBy, TeamPlace } from '@frankly/contracts/people';
import { RoleType } from '@frankly/contracts/role-types';
import { builtInRoles } from '@frankly/contracts/permissions';
import type { Position } from '@frankly/contracts/position';
import * as z from 'zod';
import { derivedId } from '../derived-id.ts';
import { commandMetadata, handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { hashPassword, refuseCommon } from './passwords.ts';
import { user, type UserEvent, userStream } from './user.ts';

export const NewUser = z.object({
  email: Email,
  name: PersonName,
  password: NewPassword,
  roleType: RoleType,
  /** The name of the role. */
  role: z.string().trim().min(1).max(100),
  roleId: z.string().optional(),
  team: TeamPlace.optional(),
  servedBy: ServedBy.nullable().optional(),
});
export type NewUser = z.infer<typeof NewUser>;

export interface Account {
  companyId: CompanyId;
  userId: string;
}

/** How an e-mail address is kept: only those who know it, and hold our secret, recognise it. */
export const emailHash = ({ idSecret }: Pick<Platform, 'idSecret'>, email: string): string =>
  derivedId(idSecret, 'email', email.trim().toLowerCase());

/** The data subject of a person's events. */
export const subjectOf = (userId: string): string => `user-${userId}`;

/**
 * Reserves the address at this company, before the event: a crash in between leaves a reservation without a person, which
 * whoever comes next takes over. Answers the id to use. @throws DomainError email_taken
 */
export async function reserveAccount(platform: Platform, companyId: CompanyId, email: string): Promise<string> {
  const hash = emailHash(platform, email);
  const { rows } = await platform.pool.query<{ user_id: string }>(
    `insert into accounts as a (company_id, user_id, email_hash) values ($1, $2, $3)
     on conflict (email_hash, company_id) do update set email_hash = a.email_hash returning a.user_id`,
    [companyId, randomUUID(), hash],
  );
  const userId = rows[0]!.user_id;
  const history = await platform.store.readStream(companyId, userStream(userId));
  if (history.length > 0) throw new DomainError('email_taken');
  return userId;
}

/** Makes sure that the address can sign in; a password that it has already stays unless `replace`. */
export async function givePassword(
  platform: Platform,
  email: string,
  passwordHash: string | null,
  replace: boolean,
): Promise<void> {
  await platform.pool.query(
    `insert into logins as l (email_hash, password_hash, changed_at) values ($1, $2, $3)
     on conflict (email_hash) do update set
       password_hash = case when $4 or l.password_hash is null then excluded.password_hash else l.password_hash end,
       changed_at = case when $4 then excluded.changed_at else l.changed_at end`,
    [emailHash(platform, email), passwordHash, platform.clock.now(), replace],
  );
}

/** An account that can be used at once, with a password of its own. @throws DomainError email_taken, invalid_input, password_common */
export async function registerUser(
  platform: Platform,
  companyId: CompanyId,
  details: NewUser,
  actor: string,
): Promise<Account & { position: Position }> {
  const parsed = NewUser.safeParse(details);
  if (!parsed.success) throw invalid(...fieldProblems(parsed.error));
  const { password, ...person } = parsed.data;
  const { email } = person;
  refuseCommon(password);
  const hash = await hashPassword(password);
  const userId = await reserveAccount(platform, companyId, email);
  await givePassword(platform, email, hash, false);
  const command = { type: 'RegisterUser', userId, subjectId: subjectOf(userId), ...person } as const;
  const { position } = await handle(platform, user, command, { companyId, actor, assumeNew: true });
  return { companyId, userId, position };
}

/** The accounts of an address, whichever state they are in. */
export async function accountsOf({ pool }: Pick<Platform, 'pool'>, hash: string): Promise<Account[]> {
  const { rows } = await pool.query<Account>({
    name: 'accounts-of-login',
    text: 'select company_id as "companyId", user_id as "userId" from accounts where email_hash = $1 order by company_id',
    values: [hash],
  });
  return rows;
}

/**
 * Records what happened at an account. Nothing depends on what else happened to it meanwhile, so these never conflict.
 * Pass `device` and `address` of the caller in the events themselves.
 */
export async function recordAt(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { companyId, userId }: Account,
  events: readonly UserEvent[],
  { actor = `user:${userId}`, correlationId }: { actor?: string; correlationId?: string | undefined } = {},
): Promise<Position> {
  const commandId = randomUUID();
  const { position } = await store.append({
    companyId,
    stream: userStream(userId),
    expected: 'any',
    commandId,
    events,
    metadata: commandMetadata(clock, { actor, ...(correlationId ? { correlationId } : {}) }, commandId),
  });
  return position;
}

/** The built-in role of a type. */
export const usualRole = (roleType: RoleType) => builtInRoles.find(({ id }) => id === roleType)!;
