import * as z from 'zod';
import { Email, NewPassword } from './identity.ts';
import { route } from './kit.ts';

/** Routes of one's own account: everybody who is signed in may call them. */

export const getAccount = route('GET', '/api/v1/account', {
  access: 'session',
  summary: 'How I sign in.',
  reply: z.object({
    hasPassword: z.boolean(),
    mfa: z.boolean(),
    mfaEnforced: z.boolean(),
    recoveryCodesLeft: z.int(),
    freshUntil: z.iso.datetime().nullable(),
    /** An address that waits for its confirmation. */
    newEmail: z.string().nullable(),
  }),
});

export const confirmIdentity = route('POST', '/api/v1/account/confirm', {
  access: 'session',
  summary: 'Say again who I am, before something that matters. The session gets a new id.',
  body: z.strictObject({ password: z.string().max(1_000), mfa: z.string().max(20).optional() }),
  reply: z.object({ freshUntil: z.iso.datetime() }),
});

const Done = z.object({ done: z.literal(true) });

export const changePassword = route('POST', '/api/v1/account/password', {
  access: 'session',
  fresh: true,
  summary: 'A new password. Other sessions and remembered devices end.',
  body: z.strictObject({ password: NewPassword }),
  reply: Done,
});

export const changeEmail = route('POST', '/api/v1/account/email', {
  access: 'session',
  fresh: true,
  summary: 'A new address, once the link that is sent there was opened.',
  body: z.strictObject({ email: Email }),
  reply: Done,
});

export const beginMfa = route('POST', '/api/v1/account/mfa', {
  access: 'session',
  fresh: true,
  summary: 'A secret for an authenticator app, as a picture and as text.',
  reply: z.object({ codeUrl: z.string(), mfaSecret: z.string() }),
});

export const enableMfa = route('POST', '/api/v1/account/mfa/enable', {
  access: 'session',
  fresh: true,
  summary: 'The second step, on from now: proven by a code.',
  body: z.strictObject({ mfa: z.string().max(20) }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const disableMfa = route('POST', '/api/v1/account/mfa/disable', {
  access: 'session',
  fresh: true,
  summary: 'The second step, off.',
  reply: Done,
});

export const renewRecoveryCodes = route('POST', '/api/v1/account/recovery-codes', {
  access: 'session',
  fresh: true,
  summary: 'Ten new recovery codes. The ones before work no more.',
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const SessionRow = z.object({
  id: z.string(),
  current: z.boolean(),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  method: z.string().meta({ description: 'password, google, okta, microsoft or saml' }),
  device: z.string().meta({ description: 'Browser and system, e.g. "Firefox on Windows".' }),
  address: z.string().nullable(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const listSessions = route('GET', '/api/v1/account/sessions', {
  access: 'session',
  summary: 'Where I am signed in.',
  reply: z.object({ sessions: z.array(SessionRow) }),
});

export const endSession = route('DELETE', '/api/v1/account/sessions/:id', {
  access: 'session',
  summary: 'Sign out somewhere else.',
  params: z.object({ id: z.string() }),
  reply: Done,
});

export const endOtherSessions = route('POST', '/api/v1/account/sessions/end-others', {
  access: 'session',
  summary: 'Sign out everywhere but here.',
  reply: z.object({ ended: z.int() }),
});
