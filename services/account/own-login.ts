import { DomainError } from '@frankly/contracts/errors';
import type { SignInMethod } from '@frankly/contracts/identity';
import { type Account, accountsOf } from '../identity/accounts.ts';
import type { Person } from '../http/authentication.ts';
import type { Platform } from '../platform.ts';

/** What a person signs in with, whichever companies they work at. */
export interface OwnLogin {
  hash: string;
  passwordHash: string | null;
  /** How this session last said who it is. */
  method: SignInMethod;
  /** A second step was begun and waits for its first code. */
  pending: boolean;
}

export async function ownLogin({ pool }: Pick<Platform, 'pool'>, person: Person): Promise<OwnLogin> {
  const { rows } = await pool.query<OwnLogin>(
    `select a.email_hash as hash, l.password_hash as "passwordHash", s.method,
       l.mfa_pending is not null as pending
     from accounts a
     join sign_ins s on s.company_id = a.company_id and s.user_id = a.user_id and s.id = $3
     left join logins l on l.email_hash = a.email_hash
     where a.company_id = $1 and a.user_id = $2`,
    [person.companyId, person.userId, person.signInId],
  );
  if (!rows[0]) throw new DomainError('not_signed_in');
  return rows[0];
}

/**
 * Address, password and second step open the accounts at all of a person's companies. One company's single sign-on vouches for its own
 * account only, so with it alone nobody changes them.
 * @throws DomainError fresh_sign_in_needed when the password is still to be said, password_sign_in_needed when there is none
 */
export async function loginToChange(platform: Platform, person: Person): Promise<OwnLogin & { accounts: readonly Account[] }> {
  const login = await ownLogin(platform, person);
  if (login.method !== 'password') {
    throw new DomainError(login.passwordHash === null ? 'password_sign_in_needed' : 'fresh_sign_in_needed');
  }
  return { ...login, accounts: await accountsOf(platform, login.hash) };
}
