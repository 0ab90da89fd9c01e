import type { login, LoginData } from '@frankly/contracts/sign-in';
import type * as z from 'zod';
import { messages } from './messages.ts';

type Reply = z.infer<typeof login.reply>;
export interface Credentials {
  email: string;
  password: string;
}
export type SignInResult = { redirect: string } | { error: string };

/** What the server wrote into `#login-data`; an empty page signs in with e-mail and goes home. */
export function readLoginData(element: HTMLElement | null): LoginData {
  const blank: LoginData = {
    logo: '',
    error: '',
    redirect: '',
    emailLoginEnabled: true,
    canSelfRegister: false,
    hasOauthLogins: false,
    hasRecaptcha: false,
  };
  const written = element?.dataset['login'];
  return written ? { ...blank, ...(JSON.parse(written) as Partial<LoginData>) } : blank;
}

/** Something, @, something, dot, something. */
export const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim());

export async function signIn(credentials: Credentials, redirect: string): Promise<SignInResult> {
  const form = new FormData();
  form.set('email', credentials.email.trim());
  form.set('password', credentials.password);
  if (redirect) form.set('redirect', redirect);
  try {
    const response = await fetch('/ajax/login', { method: 'POST', body: form, headers: { accept: 'application/json' } });
    const body = (await response.json()) as Partial<Reply> & { error?: string; message?: string };
    if (response.ok && body.redirect) return { redirect: body.redirect };
    return { error: body.error || body.message || messages.unreachable };
  } catch {
    return { error: messages.unreachable };
  }
}
