import type { LoginReply } from '@frankly/contracts/sign-in';
import { describe, expect, test } from 'vitest';
import { addedFields, begin, obstacle, type SignInAction, signInReducer, type SignInState } from './sign-in-state.ts';

const after = (state: SignInState, ...actions: SignInAction[]) => actions.reduce(signInReducer, state);
const typed = (field: 'code' | 'recoveryCode', value: string): SignInAction => ({ type: 'typed', field, value });
const sent: SignInAction = { type: 'sent' };
const answered = (state: SignInState, reply: LoginReply) => after(state, { type: 'answered', turn: state.turn, reply });

const prompt = begin({ mfa: true });
const recovery = after(prompt, { type: 'lostAccess' });
const enrolment = begin({ mfaEnforce: true, codeUrl: '/qr.png', mfaSecret: 'SECRET' });

describe('credentials lead', () => {
  test('to the prompt for a code when the answer says mfa', () => expect(prompt.view).toBe('mfa'));
  test('to enrolment when it says mfaEnforce, with the picture and the secret', () =>
    expect(enrolment).toMatchObject({ view: 'enrolment', qr: '/qr.png', secret: 'SECRET' }));
  test('to new recovery codes, which are not those of an enrolment', () =>
    expect(begin({ recoveryCodes: ['A', 'B'], redirect: '/r' })).toMatchObject({
      view: 'codes',
      recoveryCodes: ['A', 'B'],
      enrolled: false,
      redirect: '/r',
    }));
  test('away when the answer is a plain success', () =>
    expect(begin({ redirect: '/feedback' })).toMatchObject({ view: 'left', redirect: '/feedback' }));
});

describe('enrolment', () => {
  const waiting = after(enrolment, typed('code', '123456'), sent);
  test('waits for the recovery codes, then shows them, and Done leads on', () => {
    expect(waiting).toMatchObject({ waiting: true, view: 'enrolment' });
    const codes = answered(waiting, { recoveryCodes: ['A'], redirect: '/r' });
    expect(codes).toMatchObject({ view: 'codes', enrolled: true, waiting: false, recoveryCodes: ['A'] });
    expect(after(codes, { type: 'done' })).toMatchObject({ view: 'left', redirect: '/r' });
  });
  test('leads away at once when there are no codes', () =>
    expect(answered(waiting, { redirect: '/r' })).toMatchObject({ view: 'left', redirect: '/r' }));
  test('keeps the picture and the secret when the code was refused', () =>
    expect(after(waiting, { type: 'refused', turn: waiting.turn, error: 'No.' })).toMatchObject({
      view: 'enrolment',
      error: 'No.',
      qr: '/qr.png',
      secret: 'SECRET',
      waiting: false,
    }));
  test('cancelled is back at the credentials without error, picture, secret and recovery code', () => {
    const cancelled = after(enrolment, typed('recoveryCode', 'X'), { type: 'stopped', error: 'No.' }, { type: 'startedOver' });
    expect(cancelled).toMatchObject({ view: 'credentials', error: '', qr: '', secret: '', recoveryCode: '', code: '' });
  });
  test('cancelled while an answer is on its way stays cancelled', () => {
    const cancelled = after(waiting, { type: 'startedOver' });
    const late: SignInAction = { type: 'answered', turn: waiting.turn, reply: { recoveryCodes: ['A'] } };
    expect(after(cancelled, late)).toEqual(cancelled);
  });
});

describe('the prompt', () => {
  test('moves to the recovery code, without the error and the code', () => {
    const lost = after(prompt, typed('code', '12'), { type: 'stopped', error: 'No.' }, { type: 'lostAccess' });
    expect(lost).toMatchObject({ view: 'recovery', error: '', code: '', touched: false });
  });
  test('leads away with the right code', () => {
    const asked = after(prompt, typed('code', '123456'), sent);
    expect(answered(asked, { redirect: '/r' })).toMatchObject({ view: 'left', redirect: '/r' });
  });
});

describe('a recovery code', () => {
  const asked = after(recovery, typed('recoveryCode', 'ABCDEFGHIJKLM'), sent);
  test('leads away, or to a new list', () => {
    expect(answered(asked, { redirect: '/r' }).view).toBe('left');
    expect(answered(asked, { recoveryCodes: ['A'] })).toMatchObject({ view: 'codes', enrolled: false });
  });
  test('given up leads back to the credentials', () =>
    expect(after(recovery, { type: 'startedOver' })).toMatchObject({ view: 'credentials', recoveryCode: '', error: '' }));
});

test('a challenge that ran out is asked for again beside the credentials', () => {
  const asked = after(prompt, typed('code', '123456'), sent);
  const refusal: SignInAction = { type: 'refused', turn: asked.turn, error: 'Again', code: 'recaptcha_refused' };
  expect(after(asked, refusal)).toMatchObject({ view: 'credentials', error: 'Again', code: '' });
});

test.each([
  [prompt, 'Code cannot be empty'],
  [after(enrolment, typed('code', '12345')), 'Please enter your 6 digit MFA code'],
  [recovery, 'Recovery code required'],
  [after(prompt, typed('code', '1')), null],
  [after(enrolment, typed('code', '123456')), null],
  [after(recovery, typed('recoveryCode', 'A')), null],
])('what keeps a view from being sent: %#', (state, words) => expect(obstacle(state)).toBe(words));

test('each view sends what it asked for, and nothing of another', () => {
  const all = [typed('code', '123456'), typed('recoveryCode', 'ABC'), { type: 'remembered', rememberDevice: true }] as const;
  expect(addedFields(after(prompt, ...all))).toEqual({ mfa: '123456', mfaRememberDevice: 'true', recoveryCode: '' });
  expect(addedFields(after(enrolment, ...all))).toEqual({ mfa: '123456', mfaRememberDevice: '', recoveryCode: '' });
  expect(addedFields(after(recovery, ...all))).toEqual({ mfa: '', mfaRememberDevice: '', recoveryCode: 'ABC' });
});
