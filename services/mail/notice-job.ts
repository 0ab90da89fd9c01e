import { CompanyId } from '@frankly/contracts/identity';
import type { Mailer } from '@frankly/infra/mail/port';
import { userById } from '@frankly/projections/identity/users';
import * as z from 'zod';
import type { Platform } from '../platform.ts';
import { compose } from './letters.ts';
import { type Letter, letters } from './messages.ts';
import { type Notice, notices } from './send-notice.ts';

const Wanted = z.object({ companyId: CompanyId, userId: z.string(), notice: z.enum(notices), to: z.string().optional() });

const patienceMs = 10_000;

const words: Record<Notice, (siteUrl: string) => Letter> = {
  password_changed: (siteUrl) => letters.passwordChanged({ link: `${siteUrl}/password` }),
  second_step_added: (siteUrl) => letters.secondStepAdded({ link: siteUrl }),
  second_step_removed: (siteUrl) => letters.secondStepRemoved({ link: siteUrl }),
  recovery_code_used: (siteUrl) => letters.recoveryCodeUsed({ link: siteUrl }),
  email_moved: (siteUrl) => letters.emailMoved({ link: `${siteUrl}/login` }),
};

export const mailNoticeJob =
  ({ platform, mailer, siteUrl }: { platform: Platform; mailer: Mailer; siteUrl: string }) =>
  async (payload: unknown): Promise<void> => {
    const { companyId, userId, notice, to } = Wanted.parse(payload);
    const { progress, store, read } = platform;
    if (!(await progress.waitFor(['users'], await store.head(), patienceMs))) throw new Error('the read models are behind');
    const user = await userById(read, companyId, userId);
    // Somebody who was forgotten has no address.
    const address = to ?? user?.email;
    if (user && address) await mailer.send({ to: address, ...(await compose(words[notice](siteUrl), user.name)) });
  };
