import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { Mail, Mailer } from './port.ts';

export interface KeptMail extends Mail {
  id: string;
  at: Date;
}

const mostKept = 200;

/** Keeps mails in memory instead of sending them, so that they can be looked at. */
export class Outbox implements Mailer {
  /** The newest first. */
  readonly mails: KeptMail[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async send(mail: Mail): Promise<void> {
    this.mails.unshift({ ...mail, id: randomUUID(), at: this.#clock.now() });
    this.mails.length = Math.min(this.mails.length, mostKept);
  }

  async close(): Promise<void> {
    this.mails.length = 0;
  }
}
