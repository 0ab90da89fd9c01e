import { randomUUID } from 'node:crypto';
import { DomainError, fieldProblems, invalid } from '@frankly/contracts/errors';
import { type CompanyId, RoleType } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';
import * as z from 'zod';
import { derivedId } from '../derived-id.ts';
import { commandMetadata, handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { user, type UserEvent, userStream } from './user.ts';

export const NewUser = z.object({
  email: z.email('Valid email is required').max(254),
  name: z.string().trim().min(1).max(200),
  /** Any characters: 8 to 128 of them. */
  password: z.string().min(8, 'A password has at least 8 characters.').max(128, 'A password has at most 128 characters.'),
  roleType: RoleType,
  role: z.string().trim().min(1).max(100),
});
export type NewUser = z.infer<typeof NewUser>;

export interface Account {
  companyId: CompanyId;
  userId: string;
}

interface Credential {
  company_id: CompanyId;
  user_id: string;
  password_hash: string;
}

const emailHash = ({ idSecret }: Platform, email: string): string => derivedId(idSecret, 'email', email.trim().toLowerCase());

/**
 * One e-mail address is one account. The address is reserved first: a crash before the event leaves a reservation without
 * a user, which whoever registers next takes over. @throws DomainError email_taken, invalid_input
 */
export async function registerUser(
  platform: Platform,
  companyId: CompanyId,
  details: NewUser,
  actor: string,
): Promise<Account & { position: Position }> {
  const parsed = NewUser.safeParse(details);
  if (!parsed.success) throw invalid(...fieldProblems(parsed.error));
  const { email, name, password, roleType, role } = parsed.data;

  const values = [emailHash(platform, email), companyId, randomUUID(), await hashPassword(password)];
  const { rows } = await platform.pool.query<Credential>(
    `insert into credentials as c (email_hash, company_id, user_id, password_hash) values ($1, $2, $3, $4)
     on conflict (email_hash) do update set email_hash = c.email_hash returning c.company_id, c.user_id, c.password_hash`,
    values,
  );
  const reserved = rows[0]!;
  if (reserved.user_id !== values[2]) {
    const history = await platform.store.readStream(reserved.company_id, userStream(reserved.user_id));
    if (history.length > 0) throw new DomainError('email_taken');
    await platform.pool.query(
      'update credentials set company_id = $2, user_id = $3, password_hash = $4 where email_hash = $1',
      values,
    );
  }

  const userId = values[2]!;
  const registration = { subjectId: `user-${userId}`, userId, email, name, roleType, role };
  const { position } = await handle(platform, user, registration, { companyId, actor, assumeNew: true });
  return { companyId, userId, position };
}

/** Whose e-mail and password these are. @throws DomainError sign_in_refused, alike for unknown addresses and wrong passwords */
export async function signIn(platform: Platform, email: string, password: string, correlationId: string): Promise<Account> {
  const { rows } = await platform.pool.query<Credential>({
    name: 'credential',
    text: 'select company_id, user_id, password_hash from credentials where email_hash = $1',
    values: [emailHash(platform, email)],
  });
  const known = rows[0] ?? null;
  if (!(await passwordFits(password, known?.password_hash ?? null)) || !known) throw new DomainError('sign_in_refused');

  const account = { companyId: known.company_id, userId: known.user_id };
  const commandId = randomUUID();
  const signedIn: UserEvent = { type: 'SignedIn', data: { userId: account.userId } };
  // Nothing depends on what else happened to the account meanwhile, so sign-ins never conflict.
  await platform.store.append({
    companyId: account.companyId,
    stream: userStream(account.userId),
    expected: 'any',
    commandId,
    events: [signedIn],
    metadata: commandMetadata(platform.clock, { actor: `user:${account.userId}`, correlationId }, commandId),
  });
  return account;
}
