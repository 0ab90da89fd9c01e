import * as z from 'zod';
import { Email, NewPassword, PersonName } from './identity.ts';
import { route } from './kit.ts';

/** `error` holds the words that the sign-in page shows; `code` is the stable one. */
export const SignInProblem = z.object({ error: z.string(), code: z.string() });

/** A form has no booleans: a ticked box is sent as "true", "on" or "1". */
const Ticked = z
  .union([z.boolean(), z.string().max(10)])
  .transform((said) => said === true || said === 'true' || said === 'on' || said === '1');

/** Every step sends e-mail and password again, with what the step before asked for. */
export const login = route('POST', '/ajax/login', {
  access: 'public',
  summary: 'Sign in with e-mail and password, and a code when one is asked for.',
  body: z.object({
    email: z.string().max(254),
    password: z.string().max(1_000),
    redirect: z.string().max(2_000).optional(),
    mfa: z.string().max(100).optional(),
    mfaRememberDevice: Ticked.optional(),
    recoveryCode: z.string().max(100).optional(),
    'g-recaptcha-response': z.string().max(10_000).optional(),
  }),
  /** `redirect` when signed in; `recoveryCodes` beside it when there are new ones to keep. */
  reply: z.object({
    mfa: z.boolean().optional().meta({ description: 'A code is required.' }),
    mfaEnforce: z.boolean().optional().meta({ description: 'Enrolment is required.' }),
    codeUrl: z.string().optional().meta({ description: 'Address of the QR image.' }),
    mfaSecret: z.string().optional(),
    recoveryCodes: z.array(z.string()).optional(),
    redirect: z.string().optional(),
  }),
});
export type LoginReply = z.infer<typeof login.reply>;

export const logout = route('POST', '/ajax/logout', {
  access: 'session',
  summary: 'Sign out of this session.',
  reply: z.object({ redirect: z.string() }),
});

const Accepted = z.object({ message: z.string() });

/** The same words for every address, so that nobody learns who has an account. */
export const requestReset = route('POST', '/ajax/password', {
  access: 'public',
  summary: 'Asks for a link to choose a new password. It works once, for 30 minutes.',
  body: z.object({ email: Email }),
  reply: Accepted,
});

export const requestRegistration = route('POST', '/ajax/register', {
  access: 'public',
  summary: 'Asks for an account, where the company allows it. Confirmed by e-mail.',
  body: z.object({ email: Email, name: PersonName }),
  reply: Accepted,
});

export const linkPurposes = ['reset', 'register', 'invitation', 'email'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];
const Token = z.string().min(1).max(200);

export const openLink = route('POST', '/ajax/link', {
  access: 'public',
  summary: 'What a link from an e-mail is for. Opening it does not use it up.',
  body: z.object({ token: Token }),
  reply: z.object({
    purpose: z.enum(linkPurposes),
    email: z.string(),
    name: z.string(),
    company: z.string(),
    /** The person has a password already and keeps it, or signs in without one. */
    hasPassword: z.boolean(),
  }),
});

export const followLink = route('POST', '/ajax/link/follow', {
  access: 'public',
  summary: 'Does what the link is for: once.',
  body: z.object({ token: Token, password: NewPassword.optional(), name: PersonName.optional() }),
  reply: z.object({ redirect: z.string() }),
});

/** For somebody with accounts at several companies, right after signing in. */
export const listChoices = route('GET', '/ajax/choice', {
  access: 'public',
  summary: 'The companies to choose from, for whoever has just signed in.',
  reply: z.object({ companies: z.array(z.object({ slug: z.string(), name: z.string() })) }),
});
export const chooseCompany = route('POST', '/ajax/choice', {
  access: 'public',
  summary: 'Goes on at one of one’s companies.',
  body: z.object({ company: z.string().max(100) }),
  reply: z.object({ redirect: z.string() }),
});

/** Data of the sign-in page: the JSON attribute `data-login` of `#login-data`. An absent address means: no such button. */
export const LoginData = z.object({
  logo: z.string(),
  error: z.string(),
  hasRecaptcha: z.boolean(),
  recaptcha: z.string().optional().meta({ description: 'Site key.' }),
  redirect: z.string(),
  emailLoginEnabled: z.boolean(),
  canSelfRegister: z.boolean(),
  hasOauthLogins: z.boolean(),
  googleUrl: z.string().optional(),
  oktaUrl: z.string().optional(),
  microsoftUrl: z.string().optional(),
  samlSsoUrl: z.string().optional(),
  samlSsoName: z.string().optional(),
  enabledGLogin: z.boolean().optional(),
  franklyLoginUrl: z.string().optional(),
  demo: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })).optional(),
});
export type LoginData = z.infer<typeof LoginData>;
