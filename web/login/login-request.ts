import type { LoginData, LoginReply, SignInProblem } from '@frankly/contracts/sign-in';
import type * as z from 'zod';
import { messages } from '../ui/entry/entry-messages.ts';

/** A page without data signs in with e-mail and goes home. */
export const blankLoginData: LoginData = {
  logo: '',
  error: '',
  redirect: '',
  emailLoginEnabled: true,
  canSelfRegister: false,
  hasOauthLogins: false,
  hasRecaptcha: false,
};

export interface Credentials {
  email: string;
  password: string;
}

export interface Refusal {
  /** For the banner. */
  error: string;
  code?: string;
}

/** Calls `POST /ajax/login`, without the fields that are empty. */
export async function signIn(fields: Readonly<Record<string, string>> & Credentials): Promise<{ reply: LoginReply } | Refusal> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value) body.set(name, value);
  try {
    const response = await fetch('/ajax/login', { method: 'POST', body, headers: { accept: 'application/json' } });
    const said = (await response.json()) as LoginReply & Partial<z.infer<typeof SignInProblem>>;
    return response.ok ? { reply: said } : { error: said.error || messages.unreachable, code: said.code };
  } catch {
    return { error: messages.unreachable };
  }
}

/** A code, enrolment or new recovery codes stand between the person and where they are going. */
export const asksForMore = ({ mfa, mfaEnforce, recoveryCodes }: LoginReply): boolean =>
  Boolean(mfa || mfaEnforce || recoveryCodes?.length);

export const leaveFor = (redirect = '/'): void => window.location.replace(redirect);
