import { emailHash } from '@frankly/services/identity/accounts';
import { issueRecoveryCodes } from '@frankly/services/identity/recovery-codes';
import type * as Passwords from '@frankly/services/identity/passwords';
import { codeFits } from '@frankly/services/identity/second-step';
import { attempt } from '@frankly/services/identity/throttle';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { codeOf, enrol, password, somebody } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';
import { Browser } from '../kit/browser.ts';

const hashChecks = vi.hoisted(() => ({ count: 0 }));
vi.mock('@frankly/services/identity/passwords', async (original) => {
  const passwords = await original<typeof Passwords>();
  const passwordFits: typeof passwords.passwordFits = (...args) => {
    hashChecks.count++;
    return passwords.passwordFits(...args);
  };
  return { ...passwords, passwordFits };
});

/** Hundreds of calls at once, on machines that may be busy. */
vi.setConfig({ testTimeout: 120_000 });

let t: TestApp;
let beside: TestApp;
let acme: TestCompany;

beforeAll(async () => {
  t = await testApp();
  // Attempts come back with time.
  t.clock.stop();
  beside = await testApp({ beside: t });
  acme = await t.company();
});
afterAll(async () => {
  await beside.close();
  await t.close();
});
beforeEach(() => {
  hashChecks.count = 0;
});

const throttled = [429, { error: 'Too many attempts. Please wait a few minutes and try again.', code: 'too_many_attempts' }];
let addresses = 0;
/** From an address that nobody called from before. */
const stranger = (app = t.app) => new Browser(app, { address: `203.0.113.${++addresses % 256}` });
const login = (who: Browser, email: string, more: object = {}) => who.post('/ajax/login', { email, password, ...more });
const guesses = (count: number, email: string, more: object, apps = [t.app, beside.app]) =>
  Promise.all(Array.from({ length: count }, (_, n) => login(stranger(apps[n % apps.length]), email, more)));
const statuses = (replies: { statusCode: number }[]) =>
  Object.fromEntries([200, 401, 429].map((status) => [status, replies.filter((reply) => reply.statusCode === status).length]));
const typesOf = async (email: string) => {
  const { rows } = await t.platform.pool.query<{ stream: string }>(
    `select 'user-' || user_id as stream from accounts where email_hash = $1`,
    [emailHash(t.platform, email)],
  );
  return t.platform.store.readStream(acme.companyId, rows[0]!.stream);
};

test('200 wrong passwords at once, at two processes, cost ten hash checks; a restart changes nothing', async () => {
  await somebody(t, 'ann@acme.example', acme);
  const own = stranger();
  expect((await login(own, 'ann@acme.example')).statusCode).toBe(200);
  hashChecks.count = 0;

  expect(statuses(await guesses(200, 'ann@acme.example', { password: 'wrong' }))).toEqual({ 200: 0, 401: 10, 429: 190 });
  expect(hashChecks.count).toBe(10);

  const restarted = await testApp({ beside: t });
  const again = await guesses(20, 'ann@acme.example', { password: 'wrong' }, [restarted.app]);
  expect([again[0]!.statusCode, again[0]!.json()]).toEqual(throttled);
  expect([statuses(again), hashChecks.count]).toEqual([{ 200: 0, 401: 0, 429: 20 }, 10]);
  // The right password does not help whoever comes from elsewhere ...
  expect((await login(stranger(restarted.app), 'ann@acme.example')).statusCode).toBe(429);
  await restarted.close();

  // ... but the owner, in a browser that they have signed in with, is in.
  expect((await login(own, 'ann@acme.example')).json()).toEqual({ redirect: '/' });
});

test('an unknown address is counted alike, with the same bytes', async () => {
  const replies = await guesses(30, 'nobody@acme.example', { password: 'wrong' });
  expect([statuses(replies), hashChecks.count]).toEqual([{ 200: 0, 401: 10, 429: 20 }, 10]);
  const refused = replies.find(({ statusCode }) => statusCode === 429)!;
  expect([refused.statusCode, refused.json(), refused.headers['set-cookie']]).toEqual([...throttled, undefined]);
});

test('the attempts come back evenly, ten in a quarter of an hour', async () => {
  await somebody(t, 'bea@acme.example', acme);
  const wrong = { password: 'wrong' };
  expect(statuses(await guesses(12, 'bea@acme.example', wrong))).toMatchObject({ 401: 10, 429: 2 });
  t.clock.advance(91_000);
  expect(statuses(await guesses(3, 'bea@acme.example', wrong))).toMatchObject({ 401: 1, 429: 2 });
  t.clock.advance(15 * 60_000);
  expect(statuses(await guesses(12, 'bea@acme.example', wrong))).toMatchObject({ 401: 10, 429: 2 });
});

test('signing in as often as one likes is no guessing', async () => {
  await somebody(t, 'cy@acme.example', acme);
  for (let n = 0; n < 12; n++) expect((await login(stranger(), 'cy@acme.example')).statusCode).toBe(200);
  const office = new Browser(t.app, { address: '198.51.100.7' });
  for (let n = 0; n < 25; n++) {
    office.cookies.clear();
    expect((await login(office, 'cy@acme.example')).statusCode).toBe(200);
  }
});

test('one internet address has a hundred guesses, whoever it guesses at; an IPv6 network counts as one', async () => {
  const from = (address: string, n: number) =>
    new Browser(t.app, { address }).post('/ajax/login', { email: `guess-${n}@acme.example`, password: 'wrong' });
  const office = await Promise.all(Array.from({ length: 110 }, (_, n) => from('198.51.100.9', n)));
  expect(statuses(office)).toEqual({ 200: 0, 401: 100, 429: 10 });
  const network = await Promise.all(
    Array.from({ length: 110 }, (_, n) => from(`2001:db8:0:7::${(n + 1).toString(16)}`, n + 200)),
  );
  expect(statuses(network)).toEqual({ 200: 0, 401: 100, 429: 10 });
  // Whom it was not let guess at lost no attempt by it.
  const untried = office.findIndex(({ statusCode }) => statusCode === 429);
  const elsewhere = await Promise.all(Array.from({ length: 10 }, (_, n) => from(`203.0.113.${n}`, untried)));
  expect(statuses(elsewhere)).toMatchObject({ 401: 10 });
});

test('a known browser has ten guesses of its own', async () => {
  await somebody(t, 'dee@acme.example', acme);
  const own = stranger();
  await login(own, 'dee@acme.example');
  const replies = await Promise.all(Array.from({ length: 15 }, () => login(own, 'dee@acme.example', { password: 'wrong' })));
  expect(statuses(replies)).toEqual({ 200: 0, 401: 10, 429: 5 });
  expect((await login(stranger(), 'dee@acme.example')).statusCode).toBe(200);
});

test('a made-up browser, or one of somebody else, is nobody’s own', async () => {
  await somebody(t, 'eve@acme.example', acme);
  const own = stranger();
  await login(own, 'eve@acme.example');
  await guesses(10, 'nobody-else@acme.example', { password: 'wrong' });
  for (const device of [own.cookies.get('frankly_device')!, 'made-up', '', 'x'.repeat(5_000)]) {
    const other = stranger();
    other.cookies.set('frankly_device', device);
    expect((await login(other, 'nobody-else@acme.example', { password: 'wrong' })).statusCode).toBe(429);
  }
});

test('codes and recovery codes can be guessed five times, and guessing one leaves the other alone', async () => {
  await somebody(t, 'fay@acme.example', acme);
  const secret = await enrol(t, 'fay@acme.example');
  const [recoveryCode] = await issueRecoveryCodes(t.platform, emailHash(t.platform, 'fay@acme.example'));
  const codes = await guesses(30, 'fay@acme.example', { mfa: '000000' });
  expect(statuses(codes)[401]).toBeLessThanOrEqual(5);
  expect((await login(stranger(), 'fay@acme.example', { mfa: await codeOf(t, secret) })).statusCode).toBe(429);
  expect((await login(stranger(), 'fay@acme.example', { recoveryCode })).statusCode).toBe(200);
  const recovery = await guesses(30, 'fay@acme.example', { recoveryCode: 'AAAAAAAAAAAAA' });
  expect(statuses(recovery)[401]).toBeLessThanOrEqual(5);
});

test('a code is used once when fifty ask at two processes, past all counting', async () => {
  await somebody(t, 'gil@acme.example', acme);
  const hash = emailHash(t.platform, 'gil@acme.example');
  const code = await codeOf(t, await enrol(t, 'gil@acme.example'));
  const asked = Array.from({ length: 50 }, (_, n) => codeFits(n % 2 ? t.platform : beside.platform, hash, code));
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
});

test('the history tells of being throttled once in a quarter of an hour', async () => {
  await somebody(t, 'hal@acme.example', acme);
  await guesses(60, 'hal@acme.example', { password: 'wrong' });
  const reasons = async () =>
    (await typesOf('hal@acme.example'))
      .filter(({ type }) => type === 'SignInRefused')
      .map(({ data }) => (data as { reason: string }).reason)
      .toSorted();
  await expect.poll(reasons).toEqual([...Array<string>(10).fill('password'), 'throttled']);
});

test('what was tried long ago is thrown away while others try, and nobody waits in a circle', async () => {
  const kept = async () => (await t.platform.pool.query('select count(*)::int as kept from attempts')).rows[0].kept as number;
  const tried = (n: number) =>
    attempt(n % 2 ? t.platform : beside.platform, [
      { kind: 'mail', of: `a${n % 7}` },
      { kind: 'link', of: `b${n % 5}` },
    ]).then(({ refund }) => refund());
  expect(await kept()).toBeGreaterThan(100);
  t.clock.advance(60 * 60_000);
  const outcomes = await Promise.allSettled(Array.from({ length: 1_100 }, (_, n) => tried(n)));
  const faults = outcomes.flatMap((one) => (one.status === 'rejected' && one.reason.code !== 'too_many_attempts' ? one : []));
  expect(faults).toEqual([]);
  expect(await kept()).toBeLessThanOrEqual(12);
});
