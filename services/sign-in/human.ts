import { DomainError } from '@frankly/contracts/errors';
import * as z from 'zod';
import type { FastifyRequest } from 'fastify';
import type { Recaptcha } from '../http/site.ts';
import type { Platform } from '../platform.ts';

/** The provider answers within this, or the challenge counts as not completed. */
const patienceMs = 5_000;
/** How long somebody who passed may take for the steps that follow: a challenge can be verified only once. */
const passedMs = 10 * 60_000;

declare module 'fastify' {
  interface Session {
    /** Who completed a challenge, and until when that counts. */
    human?: { hash: string; until: number };
  }
}

const Verdict = z.object({ success: z.boolean() });

/** @throws DomainError recaptcha_refused */
export async function refuseRobots(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  { secret, verifyUrl }: Recaptcha,
  request: FastifyRequest,
  hash: string,
  response: string | undefined,
): Promise<void> {
  const { human } = request.session;
  if (human?.hash === hash && clock.now().getTime() < human.until) return;
  if (!response) throw new DomainError('recaptcha_refused');
  const passed = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response, remoteip: request.ip }),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
    .then(async (reply) => Verdict.parse(await reply.json()).success)
    .catch((error: unknown) => {
      log.warn({ err: error }, 'The reCAPTCHA provider gave no verdict');
      return false;
    });
  if (!passed) throw new DomainError('recaptcha_refused');
}

/** The challenge was completed, and more is asked for: it counts for the next steps of the same person. */
export function rememberHuman({ clock }: Pick<Platform, 'clock'>, request: FastifyRequest, hash: string): void {
  request.session.human = { hash, until: clock.now().getTime() + passedMs };
}
