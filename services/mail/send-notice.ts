import type { Account } from '../identity/accounts.ts';
import type { Platform } from '../platform.ts';

export const notices = [
  'password_changed',
  'second_step_added',
  'second_step_removed',
  'recovery_code_used',
  'email_moved',
] as const;
export type Notice = (typeof notices)[number];

/** The name of the job. */
export const mailNotice = 'mail/notice';

/** Tells a person by e-mail, at another address if it has to be, that something about how they sign in was changed. */
export const sendNotice = (
  { jobs }: Pick<Platform, 'jobs'>,
  { companyId, userId }: Account,
  notice: Notice,
  to?: string,
): Promise<void> => jobs.add(mailNotice, { companyId, userId, notice, to });
