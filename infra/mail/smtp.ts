import { createTransport } from 'nodemailer';
import type { Mail, Mailer } from './port.ts';

const patienceMs = 15_000;

/** @param url e.g. smtps://user:password@mail.example:465. @param from e.g. Frankly <no-reply@frankly.example> */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: 2 * patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return {
    async send({ to, subject, html, text }: Mail) {
      try {
        // As an object it is one address, whatever commas are in it.
        await transport.sendMail({ to: { name: '', address: to }, subject, html, text });
      } catch (error) {
        throw refusal(error);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** Mail servers repeat the address in what they say, and what a job throws is kept. */
function refusal(error: unknown): Error {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const said = [code, responseCode, command && `at ${command}`].filter(Boolean).join(' ');
  return new Error(`the mail server did not take the mail: ${said || 'no reason given'}`);
}
