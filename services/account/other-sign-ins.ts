import { type Account, recordAt } from '../identity/accounts.ts';
import { endSignIns } from '../identity/sign-ins.ts';
import type { Person } from '../http/authentication.ts';
import type { Platform } from '../platform.ts';

/** Ends the sessions of these accounts, all but the person's own, and says so where there were any. */
export async function endOtherSignIns(
  platform: Platform,
  person: Person,
  accounts: readonly Account[],
  reason: 'person' | 'password' | 'mfa',
  correlationId: string,
): Promise<void> {
  for (const account of accounts) {
    const count = await endSignIns(platform, account, person.signInId);
    if (count === 0) continue;
    const data = { userId: account.userId, count, reason };
    await recordAt(platform, account, [{ type: 'SessionsEnded', data }], { correlationId });
  }
}
