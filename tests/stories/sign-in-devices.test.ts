import { emailHash } from '@frankly/services/identity/accounts';
import { forgetDevices } from '@frankly/services/identity/devices';
import { issueRecoveryCodes } from '@frankly/services/identity/recovery-codes';
import { removeSecondStep } from '@frankly/services/identity/second-step';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, enrol, password, somebody } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';
import { Browser } from '../kit/browser.ts';

let t: TestApp;
let acme: TestCompany;

beforeAll(async () => {
  t = await testApp();
  t.clock.stop();
  acme = await t.company();
});
afterAll(() => t.close());

const second = 1_000;
const days = 24 * 60 * 60 * second;
const login = (who: Browser, email: string, more: object = {}) => who.post('/ajax/login', { email, password, ...more });
const isAsked = async (who: Browser, email: string) => {
  const reply = (await login(who, email)).json();
  expect(reply).toEqual('mfa' in reply ? { mfa: true } : { redirect: '/' });
  return 'mfa' in reply;
};

/** A browser in which somebody ticked "Remember this device for 30 days". */
async function remembered(email: string): Promise<{ who: Browser; secret: string }> {
  await somebody(t, email, acme);
  const secret = await enrol(t, email);
  const who = new Browser(t.app);
  const reply = await login(who, email, { mfa: await codeOf(t, secret), mfaRememberDevice: 'true' });
  expect(reply.json()).toEqual({ redirect: '/' });
  return { who, secret };
}

test('a remembered device is asked for no code for 30 days, to the second', async () => {
  const { who } = await remembered('ann@acme.example');
  t.clock.advance(30 * days - second);
  expect(await isAsked(who, 'ann@acme.example')).toBe(false);
  // Using it does not make it longer.
  t.clock.advance(2 * second);
  expect(await isAsked(who, 'ann@acme.example')).toBe(true);
});

test('its history says until when', async () => {
  await remembered('bea@acme.example');
  const now = t.clock.now().getTime();
  const { rows } = await t.platform.pool.query('select user_id from accounts where email_hash = $1', [
    emailHash(t.platform, 'bea@acme.example'),
  ]);
  const history = await t.platform.store.readStream(acme.companyId, `user-${rows[0].user_id}`);
  const { data } = history.find(({ type }) => type === 'DeviceRemembered')!;
  expect(data).toMatchObject({ device: 'Firefox on Windows', until: new Date(now + 30 * days).toISOString() });
});

test('a device is not remembered unasked, nor for somebody else, nor elsewhere', async () => {
  const { who } = await remembered('cy@acme.example');
  await somebody(t, 'dee@acme.example', acme);
  const secret = await enrol(t, 'dee@acme.example');
  expect(await isAsked(who, 'dee@acme.example')).toBe(true);
  await login(who, 'dee@acme.example', { mfa: await codeOf(t, secret), mfaRememberDevice: 'false' });
  expect(await isAsked(who, 'dee@acme.example')).toBe(true);
  expect(await isAsked(new Browser(t.app), 'cy@acme.example')).toBe(true);
  // One browser may be several people's.
  expect(await isAsked(who, 'cy@acme.example')).toBe(false);
});

test('a recovery code or a wrong password does not make a device remembered', async () => {
  await somebody(t, 'eve@acme.example', acme);
  const secret = await enrol(t, 'eve@acme.example');
  const who = new Browser(t.app);
  const mfa = await codeOf(t, secret);
  await login(who, 'eve@acme.example', { password: 'wrong', mfa, mfaRememberDevice: 'on' });
  await login(who, 'eve@acme.example', { mfa: '000000', mfaRememberDevice: 'on' });
  expect(who.cookies.size).toBe(0);
  const [recoveryCode] = await issueRecoveryCodes(t.platform, emailHash(t.platform, 'eve@acme.example'));
  expect((await login(who, 'eve@acme.example', { recoveryCode, mfaRememberDevice: 'on' })).statusCode).toBe(200);
  expect(await isAsked(who, 'eve@acme.example')).toBe(true);
});

test('a new password makes it ask again', async () => {
  const { who } = await remembered('fay@acme.example');
  expect(await isAsked(who, 'fay@acme.example')).toBe(false);
  await t.platform.pool.query('update logins set changed_at = $2 where email_hash = $1', [
    emailHash(t.platform, 'fay@acme.example'),
    new Date(t.clock.now().getTime() + 1),
  ]);
  expect(await isAsked(who, 'fay@acme.example')).toBe(true);
});

test('forgetting devices makes it ask again', async () => {
  const { who } = await remembered('gil@acme.example');
  await forgetDevices(t.platform, emailHash(t.platform, 'gil@acme.example'));
  expect(await isAsked(who, 'gil@acme.example')).toBe(true);
});

test('a new second step makes it ask again', async () => {
  const { who } = await remembered('hal@acme.example');
  await removeSecondStep(t.platform, emailHash(t.platform, 'hal@acme.example'));
  expect(await isAsked(who, 'hal@acme.example')).toBe(false);
  await enrol(t, 'hal@acme.example');
  expect(await isAsked(who, 'hal@acme.example')).toBe(true);
});

test('a secret that somebody planted is not the one that is remembered', async () => {
  await somebody(t, 'mallory@acme.example', acme);
  const mallory = new Browser(t.app);
  await login(mallory, 'mallory@acme.example');
  await somebody(t, 'ida@acme.example', acme);
  const secret = await enrol(t, 'ida@acme.example');
  const ida = new Browser(t.app);
  ida.cookies.set('frankly_device', mallory.cookies.get('frankly_device')!);
  await login(ida, 'ida@acme.example', { mfa: await codeOf(t, secret), mfaRememberDevice: 'true' });
  expect(await isAsked(ida, 'ida@acme.example')).toBe(false);
  expect(await isAsked(mallory, 'ida@acme.example')).toBe(true);
});

test('fifty browsers are known at most, the newest ones', async () => {
  await somebody(t, 'jan@acme.example', acme);
  for (let n = 0; n < 51; n++) {
    t.clock.advance(second);
    await login(new Browser(t.app), 'jan@acme.example');
  }
  const { rows } = await t.platform.pool.query('select count(*)::int as kept from devices where email_hash = $1', [
    emailHash(t.platform, 'jan@acme.example'),
  ]);
  expect(rows).toEqual([{ kept: 50 }]);
});
