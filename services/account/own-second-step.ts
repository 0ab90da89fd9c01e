import { DomainError } from '@frankly/contracts/errors';
import { securityOf } from '@frankly/projections/identity/company-security';
import { userById } from '@frankly/projections/identity/users';
import type { Person } from '../http/authentication.ts';
import { type Account, accountsOf, recordAt } from '../identity/accounts.ts';
import { issueRecoveryCodes } from '../identity/recovery-codes.ts';
import { beginEnrolment, isEnrolled, proveEnrolment, removeSecondStep } from '../identity/second-step.ts';
import type { UserEvent } from '../identity/user.ts';
import { sendNotice } from '../mail/send-notice.ts';
import type { Platform } from '../platform.ts';
import { endOtherSignIns } from './other-sign-ins.ts';
import { loginToChange } from './own-login.ts';

/** A secret to scan; it counts once a code has proven it. */
export async function beginSecondStep(platform: Platform, person: Person): Promise<{ codeUrl: string; mfaSecret: string }> {
  const { hash } = await loginToChange(platform, person);
  const user = await userById(platform.read, person.companyId, person.userId);
  return beginEnrolment(platform, hash, user?.email ?? '');
}

/** Answers the recovery codes: the only time that they can be read. @throws DomainError code_refused, mfa_not_begun */
export async function enableSecondStep(
  platform: Platform,
  person: Person,
  code: string,
  correlationId: string,
): Promise<string[]> {
  const { hash, accounts, pending } = await loginToChange(platform, person);
  if (!pending) throw new DomainError('mfa_not_begun');
  if (!(await proveEnrolment(platform, hash, code.trim()))) throw new DomainError('code_refused');
  const codes = await issueRecoveryCodes(platform, hash);
  await recordAtAll(platform, accounts, correlationId, (userId) => [
    { type: 'MfaEnrolled', data: { userId } },
    { type: 'RecoveryCodesIssued', data: { userId, count: codes.length } },
  ]);
  await endOtherSignIns(platform, person, accounts, 'mfa', correlationId);
  await sendNotice(platform, person, 'second_step_added');
  return codes;
}

/** @throws DomainError mfa_enforced where any company that the person works at asks for it */
export async function disableSecondStep(platform: Platform, person: Person, correlationId: string): Promise<void> {
  const { hash, accounts } = await loginToChange(platform, person);
  if (await isEnforced(platform, hash)) throw new DomainError('mfa_enforced');
  if (!(await isEnrolled(platform, hash))) return;
  await removeSecondStep(platform, hash);
  await recordAtAll(platform, accounts, correlationId, (userId) => [{ type: 'MfaReset', data: { userId } }]);
  await endOtherSignIns(platform, person, accounts, 'mfa', correlationId);
  await sendNotice(platform, person, 'second_step_removed');
}

/** @throws DomainError mfa_not_begun without a second step */
export async function renewCodes(platform: Platform, person: Person, correlationId: string): Promise<string[]> {
  const { hash, accounts } = await loginToChange(platform, person);
  if (!(await isEnrolled(platform, hash))) throw new DomainError('mfa_not_begun');
  const codes = await issueRecoveryCodes(platform, hash);
  await recordAtAll(platform, accounts, correlationId, (userId) => [
    { type: 'RecoveryCodesIssued', data: { userId, count: codes.length } },
  ]);
  return codes;
}

/** Whether any company where the person is active asks for a second step. */
export async function isEnforced(platform: Platform, emailHash: string): Promise<boolean> {
  for (const { companyId, userId } of await accountsOf(platform, emailHash)) {
    const [{ enforceMfa }, user] = await Promise.all([
      securityOf(platform.read, companyId),
      userById(platform.read, companyId, userId),
    ]);
    if (enforceMfa && user?.status === 'active') return true;
  }
  return false;
}

async function recordAtAll(
  platform: Platform,
  accounts: readonly Account[],
  correlationId: string,
  events: (userId: string) => readonly UserEvent[],
): Promise<void> {
  for (const account of accounts) await recordAt(platform, account, events(account.userId), { correlationId });
}
