import type { Person } from '../http/authentication.ts';
import { recordAt } from '../identity/accounts.ts';
import { forgetDevices } from '../identity/devices.ts';
import { hashPassword, refuseCommon } from '../identity/passwords.ts';
import { sendNotice } from '../mail/send-notice.ts';
import type { Platform } from '../platform.ts';
import { endOtherSignIns } from './other-sign-ins.ts';
import { loginToChange } from './own-login.ts';

/** A new password ends everything that the old one had opened, at every company, but for this session. */
export async function setPassword(platform: Platform, person: Person, password: string, correlationId: string): Promise<void> {
  refuseCommon(password);
  const { hash, accounts } = await loginToChange(platform, person);
  await platform.pool.query('update logins set password_hash = $2, changed_at = $3 where email_hash = $1', [
    hash,
    await hashPassword(password),
    platform.clock.now(),
  ]);
  await forgetDevices(platform, hash);
  for (const account of accounts) {
    const data = { userId: account.userId, by: 'person' } as const;
    await recordAt(platform, account, [{ type: 'PasswordChanged', data }], { correlationId });
  }
  await endOtherSignIns(platform, person, accounts, 'password', correlationId);
  await sendNotice(platform, person, 'password_changed');
}
