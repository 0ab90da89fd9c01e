import { generateSecret, generateURI, verify } from 'otplib';
import { toDataURL } from 'qrcode';
import type { Platform } from '../platform.ts';

type Stores = Pick<Platform, 'pool' | 'vault' | 'clock'>;

const issuer = 'Frankly';
/** Pixels of the picture; square. */
const pictureSize = 200;
/** A code counts this many seconds before and after its time: clocks differ, and people type slowly. */
const tolerance = 30;
const sixDigits = /^\d{6}$/;

/** What a secret is sealed for; one that moves to another address is sealed anew. */
export const sealedFor = (emailHash: string): string => `second step ${emailHash}`;

export async function isEnrolled({ pool }: Pick<Platform, 'pool'>, emailHash: string): Promise<boolean> {
  const { rows } = await pool.query('select 1 from logins where email_hash = $1 and mfa_secret is not null', [emailHash]);
  return rows.length > 0;
}

/** A new secret for an authenticator, to be proven by a code. One that was shown before is worth nothing any more. */
export async function beginEnrolment(
  { pool, vault }: Stores,
  emailHash: string,
  email: string,
): Promise<{ codeUrl: string; mfaSecret: string }> {
  const mfaSecret = generateSecret();
  const sealed = vault.seal(mfaSecret, sealedFor(emailHash));
  await pool.query('update logins set mfa_pending = $2 where email_hash = $1', [emailHash, sealed]);
  const uri = generateURI({ issuer, label: email.trim(), secret: mfaSecret });
  return { codeUrl: await toDataURL(uri, { width: pictureSize, margin: 1 }), mfaSecret };
}

/** Which 30 seconds a code is of, when it is a code of this secret and newer than the last one that was used. */
async function stepOf({ clock }: Stores, secret: string, code: string, afterTimeStep: number): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!sixDigits.test(token)) return null;
  const epoch = Math.floor(clock.now().getTime() / 1_000);
  const { valid, ...rest } = await verify({ secret, token, epoch, epochTolerance: tolerance, afterTimeStep, strategy: 'totp' });
  return valid && 'timeStep' in rest ? rest.timeStep : null;
}

/** Turns the second step on when the code is one of the secret that was begun with. Remembered devices are void then. */
export async function proveEnrolment(platform: Stores, emailHash: string, code: string): Promise<boolean> {
  const { pool, vault, clock } = platform;
  const { rows } = await pool.query<{ mfa_pending: string | null }>('select mfa_pending from logins where email_hash = $1', [
    emailHash,
  ]);
  const pending = rows[0]?.mfa_pending;
  if (!pending) return false;
  const step = await stepOf(platform, vault.open(pending, sealedFor(emailHash)), code, 0);
  if (step === null) return false;
  const { rowCount } = await pool.query(
    `with forgotten as (update devices set remembered_at = null, remembered_until = null where email_hash = $1)
     update logins set mfa_secret = mfa_pending, mfa_pending = null, mfa_step = $3, changed_at = $4
     where email_hash = $1 and mfa_pending = $2`,
    [emailHash, pending, step, clock.now()],
  );
  return rowCount === 1;
}

/** Whether this is a code of the person's authenticator that was not used yet. Using it is part of asking. */
export async function codeFits(platform: Stores, emailHash: string, code: string): Promise<boolean> {
  const { pool, vault } = platform;
  const { rows } = await pool.query<{ mfa_secret: string | null; mfa_step: string }>({
    name: 'second-step',
    text: 'select mfa_secret, mfa_step from logins where email_hash = $1',
    values: [emailHash],
  });
  const { mfa_secret: sealed = null, mfa_step: last = '0' } = rows[0] ?? {};
  if (!sealed) return false;
  const step = await stepOf(platform, vault.open(sealed, sealedFor(emailHash)), code, Number(last));
  if (step === null) return false;
  const { rowCount } = await pool.query({
    name: 'use-code',
    text: 'update logins set mfa_step = $3 where email_hash = $1 and mfa_secret = $2 and mfa_step < $3',
    values: [emailHash, sealed, step],
  });
  return rowCount === 1;
}

/** Neither authenticator nor recovery codes count any more, and remembered devices are void. */
export async function removeSecondStep({ pool, clock }: Stores, emailHash: string): Promise<void> {
  await pool.query(
    `with codes as (delete from recovery_codes where email_hash = $1),
       forgotten as (update devices set remembered_at = null, remembered_until = null where email_hash = $1)
     update logins set mfa_secret = null, mfa_pending = null, changed_at = $2 where email_hash = $1`,
    [emailHash, clock.now()],
  );
}
