import { DomainError } from '@frankly/contracts/errors';
import { type Account, accountsOf, emailHash } from '../identity/accounts.ts';
import { passwordFits } from '../identity/passwords.ts';
import type { Platform } from '../platform.ts';

/** Whose e-mail and password these are. @throws DomainError sign_in_refused, alike for unknown addresses and wrong passwords */
export async function accountOfPassword(platform: Platform, email: string, password: string): Promise<Account> {
  const hash = emailHash(platform, email);
  const { rows } = await platform.pool.query<{ password_hash: string | null }>({
    name: 'login',
    text: 'select password_hash from logins where email_hash = $1',
    values: [hash],
  });
  const accounts = await accountsOf(platform, hash);
  const fits = await passwordFits(password, rows[0]?.password_hash ?? null);
  if (!fits || !accounts[0]) throw new DomainError('sign_in_refused');
  return accounts[0];
}
