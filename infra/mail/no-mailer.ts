import type { Mailer } from './port.ts';

/** Where nobody said how to send mail: every mail fails, and its job is tried again. */
export const noMailer: Mailer = {
  async send() {
    throw new Error('SMTP_URL is not set, so no mail can be sent');
  },
  close: async () => undefined,
};
