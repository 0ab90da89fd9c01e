import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';

const days = 24 * 60 * 60_000;
/** How long a device may skip the second step. */
export const rememberedMs = 30 * days;
/** How long a browser counts as one of the person's own after they last signed in with it. */
const knownMs = 180 * days;
/** Whoever keeps no cookies is a new device every time. */
const devicesKept = 50;
/** How stale "seen at" may get before it is written again. */
const seenEveryMs = days;

declare module 'fastify' {
  interface FastifyRequest {
    /** A new secret for this browser, to be set with the reply. */
    newDevice: string | null;
  }
  interface FastifyInstance {
    deviceCookie: string;
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The cookie by which a browser is known again. Registered inside the sessions, whose cookie goes first. */
export function registerDevices(app: FastifyInstance, { secure }: { secure: boolean }): void {
  app.decorate('deviceCookie', secure ? '__Host-frankly_device' : 'frankly_device');
  app.decorateRequest('newDevice', null);
  app.addHook('onSend', async ({ newDevice }, reply) => {
    if (newDevice === null) return;
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: knownMs / 1_000 } as const;
    reply.setCookie(app.deviceCookie, newDevice, options);
  });
}

/** The hash of the browser's secret, or null when it has none. */
export function deviceOf(request: FastifyRequest): string | null {
  const secret = request.cookies[request.server.deviceCookie];
  return secret && secret.length <= 100 ? hashOf(secret) : null;
}

/** What is known of a browser and a person together: a row of `devices`, or nulls. */
export interface Device {
  seenAt: Date | null;
  rememberedAt: Date | null;
  rememberedUntil: Date | null;
}

/** The person has signed in with this browser, not too long ago: others' wrong guesses do not count here. */
export const isKnown = ({ seenAt }: Device, now: Date): boolean => seenAt !== null && now.getTime() - seenAt.getTime() < knownMs;

/** No code is asked for: until the 30 days are over, or password or second step have changed. */
export const isRemembered = ({ rememberedAt, rememberedUntil }: Device, changedAt: Date, now: Date): boolean =>
  rememberedAt !== null && rememberedUntil !== null && rememberedAt >= changedAt && now < rememberedUntil;

/**
 * The person has signed in with this browser. One that they were not known in gets a new secret, so that nobody knows it who
 * planted one before. Answers until when it is remembered, if it was asked to be.
 */
export async function knowDevice(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  request: FastifyRequest,
  emailHash: string,
  device: Device,
  remember: boolean,
): Promise<Date | null> {
  const now = clock.now();
  const until = remember ? new Date(now.getTime() + rememberedMs) : null;
  const before = deviceOf(request);
  if (before !== null && isKnown(device, now)) {
    if (!until && now.getTime() - device.seenAt!.getTime() < seenEveryMs) return null;
    await pool.query(
      `update devices set seen_at = $3, remembered_at = case when $4::timestamptz is null then remembered_at else $3 end,
         remembered_until = coalesce($4, remembered_until)
       where email_hash = $1 and secret_hash = $2`,
      [emailHash, before, now, until],
    );
    return until;
  }
  const secret = randomBytes(32).toString('base64url');
  await pool.query({
    name: 'know-device',
    text: `with old as (
             delete from devices where email_hash = $1 and (seen_at < $4 or secret_hash in (
               select secret_hash from devices where email_hash = $1 order by seen_at desc offset $7
             ))
           ),
             others as (update devices set secret_hash = $3 where secret_hash = $2 and email_hash <> $1)
           insert into devices (email_hash, secret_hash, seen_at, remembered_at, remembered_until)
           values ($1, $3, $5, case when $6::timestamptz is null then null else $5::timestamptz end, $6)`,
    values: [emailHash, before, hashOf(secret), new Date(now.getTime() - knownMs), now, until, devicesKept - 1],
  });
  request.newDevice = secret;
  return until;
}

/** From now on every device is asked for a code. They stay known, so that nobody locks the person out. */
export async function forgetDevices({ pool }: Pick<Platform, 'pool'>, emailHash: string): Promise<void> {
  await pool.query('update devices set remembered_at = null, remembered_until = null where email_hash = $1', [emailHash]);
}
