import type { Account } from '../identity/accounts.ts';
import type { Platform } from '../platform.ts';

export const notices = ['password_changed', 'second_step_added', 'second_step_removed', 'recovery_code_used'] as const;
export type Notice = (typeof notices)[number];

/** The name of the job. */
export const mailNotice = 'mail/notice';

/** Tells a person by e-mail that something about how they sign in was changed. Only puts it on the list. */
export const sendNotice = (
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  { companyId, userId }: Account,
  notice: Notice,
): Promise<void> => jobs.add(mailNotice, { companyId, userId, notice, at: clock.now().toISOString() });
