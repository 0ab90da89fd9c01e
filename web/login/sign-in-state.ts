import type { LoginReply } from '@frankly/contracts/sign-in';
import { asksForMore } from './login-request.ts';
import { stepMessages } from './step-messages.ts';

/** `credentials` is where it starts over, and `left` is gone to where the person was heading. */
export type View = 'credentials' | 'mfa' | 'recovery' | 'enrolment' | 'codes' | 'left';

export type CodeField = 'code' | 'recoveryCode';

/** Signing in, once the server has asked for more than e-mail and password. */
export interface SignInState {
  view: View;
  /** Of the authenticator app, at the prompt and in enrolment. */
  code: string;
  recoveryCode: string;
  rememberDevice: boolean;
  /** The field of the view was left, or sent. */
  touched: boolean;
  /** In the red banner. */
  error: string;
  waiting: boolean;
  /** Counts the tries, so that an answer that comes after leaving its view changes nothing. */
  turn: number;
  /** Address of the picture. */
  qr: string;
  secret: string;
  recoveryCodes: readonly string[];
  /** The recovery codes come from enrolment. */
  enrolled: boolean;
  redirect: string;
}

export type SignInAction =
  | { type: 'typed'; field: CodeField; value: string }
  | { type: 'touched' }
  | { type: 'remembered'; rememberDevice: boolean }
  /** Something is missing, so nothing was sent. */
  | { type: 'stopped'; error: string }
  | { type: 'sent' }
  | { type: 'answered'; turn: number; reply: LoginReply }
  | { type: 'refused'; turn: number; error: string; code?: string }
  | { type: 'lostAccess' }
  /** Back from the recovery code, Cancel in enrolment. */
  | { type: 'startedOver' }
  | { type: 'done' };

const blank: SignInState = {
  view: 'credentials',
  code: '',
  recoveryCode: '',
  rememberDevice: false,
  touched: false,
  error: '',
  waiting: false,
  turn: 0,
  qr: '',
  secret: '',
  recoveryCodes: [],
  enrolled: false,
  redirect: '/',
};

/** What the answer to e-mail and password leads to. */
export const begin = (reply: LoginReply): SignInState => answered(blank, reply);

export function signInReducer(state: SignInState, action: SignInAction): SignInState {
  switch (action.type) {
    case 'typed':
      return { ...state, [action.field]: action.value };
    case 'touched':
      return { ...state, touched: true };
    case 'remembered':
      return { ...state, rememberDevice: action.rememberDevice };
    case 'stopped':
      return { ...state, touched: true, error: action.error, turn: state.turn + 1 };
    case 'sent':
      return { ...state, touched: true, error: '', waiting: true, turn: state.turn + 1 };
    case 'answered':
      return action.turn === state.turn ? answered(state, action.reply) : state;
    case 'refused':
      return action.turn === state.turn ? refused(state, action) : state;
    case 'lostAccess':
      return { ...state, view: 'recovery', code: '', touched: false, error: '', waiting: false, turn: state.turn + 1 };
    case 'startedOver':
      return { ...blank, turn: state.turn + 1 };
    case 'done':
      return { ...state, view: 'left' };
  }
}

function answered(state: SignInState, reply: LoginReply): SignInState {
  const { mfa, mfaEnforce, codeUrl = '', mfaSecret = '', recoveryCodes = [], redirect = state.redirect } = reply;
  const next: SignInState = { ...state, redirect, code: '', recoveryCode: '', touched: false, waiting: false };
  if (!asksForMore(reply)) return { ...next, view: 'left' };
  if (mfa) return { ...next, view: 'mfa' };
  if (mfaEnforce) return { ...next, view: 'enrolment', qr: codeUrl, secret: mfaSecret };
  return { ...next, view: 'codes', recoveryCodes, enrolled: state.view === 'enrolment' };
}

/** The challenge stands beside the credentials, so whoever has to repeat it is led back there. */
const refused = (state: SignInState, { error, code }: { error: string; code?: string }): SignInState =>
  code === 'recaptcha_refused' ? { ...blank, turn: state.turn + 1, error } : { ...state, waiting: false, error };

/** What keeps a view from being sent, for the banner, or null. */
export function obstacle({ view, code, recoveryCode }: SignInState): string | null {
  if (view === 'mfa' && !code) return stepMessages.emptyCode;
  if (view === 'enrolment' && code.length !== 6) return stepMessages.shortEnrolmentCode;
  if (view === 'recovery' && !recoveryCode) return stepMessages.emptyRecoveryCode;
  return null;
}

/** What a view adds to e-mail and password; an empty field is not sent. */
export function addedFields({ view, code, rememberDevice, recoveryCode }: SignInState) {
  return {
    mfa: view === 'mfa' || view === 'enrolment' ? code : '',
    mfaRememberDevice: view === 'mfa' && rememberDevice ? 'true' : '',
    recoveryCode: view === 'recovery' ? recoveryCode : '',
  };
}
