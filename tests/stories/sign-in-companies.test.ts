import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAt } from '@frankly/services/identity/accounts';
import { changeSecurity, codeOf, enrol, password, somebody } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';
import { Browser } from '../kit/browser.ts';

let t: TestApp;
let acme: TestCompany;
let birch: TestCompany;

beforeAll(async () => {
  t = await testApp();
  // A code must not go out of date between its making and its use.
  t.clock.stop();
  [acme, birch] = [await t.company('acme'), await t.company('birch')];
});
afterAll(() => t.close());

const visitor = (host = 'localhost') => new Browser(t.app, { host });
const login = (who: Browser, email: string, more: object = {}) => who.post('/ajax/login', { email, password, ...more });
const whereIn = async (who: Browser) => (await who.get('/me')).json().company?.slug ?? null;

describe('somebody at two companies', () => {
  const email = 'ann@both.example';
  beforeAll(() => somebody(t, email, acme, birch));

  test('is in at the company whose host it is', async () => {
    for (const slug of ['acme', 'birch']) {
      const who = visitor(`${slug}.localhost:3000`);
      expect((await login(who, email, { redirect: '/feedback' })).json()).toEqual({ redirect: '/feedback' });
      expect(await whereIn(who)).toBe(slug);
    }
  });

  test('chooses on the host that is nobody’s, and is in nowhere until then', async () => {
    const who = visitor();
    const { redirect } = (await login(who, email, { redirect: '/feedback?x=1' })).json();
    expect(redirect).toBe('/choice?redirect=%2Ffeedback%3Fx%3D1');
    expect((await who.get('/me')).statusCode).toBe(401);
    expect((await who.get('/ajax/choice')).json()).toEqual({
      companies: expect.arrayContaining([
        { slug: 'acme', name: 'acme company' },
        { slug: 'birch', name: 'birch company' },
      ]),
    });
    const half = who.cookies.get('frankly');
    expect((await who.post('/ajax/choice', { company: 'birch' })).json()).toEqual({ redirect: '/feedback?x=1' });
    expect(await whereIn(who)).toBe('birch');
    expect(who.cookies.get('frankly')).not.toBe(half);
    // There is nothing to choose any more.
    expect((await who.get('/ajax/choice')).statusCode).toBe(401);
  });

  test('can choose none but their own, within ten minutes', async () => {
    const other = await t.company('other');
    const who = visitor();
    await login(who, email);
    expect((await who.post('/ajax/choice', { company: other.slug })).json().error).toBe('company_unknown');
    expect((await who.post('/ajax/choice', { company: 'acme\u0000' })).json().error).toBe('company_unknown');
    t.clock.advance(10 * 60_000);
    expect((await who.get('/ajax/choice')).statusCode).toBe(401);
    expect((await who.post('/ajax/choice', { company: 'acme' })).statusCode).toBe(401);
    expect(await whereIn(who)).toBe(null);
  });

  test('who was signed in before is that no longer while choosing', async () => {
    const who = visitor('acme.localhost');
    await login(who, email);
    const before = who.at('localhost');
    const neutral = who.at('localhost');
    await login(neutral, email);
    expect(await whereIn(before)).toBe(null);
  });

  test('goes straight on at the company that the address of the page named', async () => {
    const who = visitor();
    await who.get('/login?company=birch');
    expect((await login(who, email)).json()).toEqual({ redirect: '/' });
    expect(await whereIn(who)).toBe('birch');
  });

  test('gives the code before choosing, and the device is remembered', async () => {
    await somebody(t, 'bea@both.example', acme, birch);
    const secret = await enrol(t, 'bea@both.example');
    const who = visitor();
    expect((await login(who, 'bea@both.example')).json()).toEqual({ mfa: true });
    expect((await who.get('/ajax/choice')).statusCode).toBe(401);
    const reply = await login(who, 'bea@both.example', { mfa: await codeOf(t, secret), mfaRememberDevice: 'true' });
    expect(reply.json()).toEqual({ redirect: '/choice?redirect=%2F' });
    expect((await login(who, 'bea@both.example')).json()).toEqual({ redirect: '/choice?redirect=%2F' });
  });

  test('needs no choice where only one account can be used', async () => {
    const [first, second] = await somebody(t, 'cy@both.example', acme, birch);
    await recordAt(t.platform, first!, [{ type: 'UserDisabled', data: { userId: first!.userId } }]);
    await t.projected();
    const who = visitor();
    expect((await login(who, 'cy@both.example')).json()).toEqual({ redirect: '/' });
    expect(await whereIn(who)).toBe(second!.companyId === acme.companyId ? 'acme' : 'birch');
    const there = visitor(`${first!.companyId === acme.companyId ? 'acme' : 'birch'}.localhost`);
    expect((await login(there, 'cy@both.example')).json()).toMatchObject({ code: 'sign_in_refused' });
  });

  test('is asked for a second step when either company asks for one', async () => {
    const strict = await t.company('strict');
    await changeSecurity(t, strict.companyId, { enforceMfa: true });
    await somebody(t, 'dee@both.example', acme, strict);
    expect((await login(visitor(), 'dee@both.example')).json()).toMatchObject({ mfaEnforce: true });
    expect((await login(visitor('acme.localhost'), 'dee@both.example')).json()).toEqual({ redirect: '/' });
  });
});

describe('the host of another company', () => {
  test('lets nobody in who works elsewhere, with the same bytes', async () => {
    await somebody(t, 'eve@acme.example', acme);
    const reply = await login(visitor('birch.localhost'), 'eve@acme.example');
    const nobody = await login(visitor('birch.localhost'), 'nobody@acme.example');
    expect([reply.statusCode, reply.body]).toEqual([401, nobody.body]);
  });

  test.each(['nobody.localhost', 'www.localhost', 'a.acme.localhost', 'ACME.other.example', '192.0.2.9', '[::1]:3000'])(
    '%s is nobody’s, so everybody may sign in there',
    async (host) => {
      const who = visitor(host);
      expect((await login(who, acme.email)).json()).toEqual({ redirect: '/' });
    },
  );
});

describe('where signing in leads', () => {
  test.each([
    ['https://other.example/', '/'],
    ['//other.example', '/'],
    ['/\\other.example', '/'],
    ['\\\\other.example', '/'],
    ['/\t/other.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/..//other.example', '/'],
    ['/%2F/other.example', '/%2F/other.example'],
    ['/feedback?a=b#c', '/feedback?a=b#c'],
    ['http:other.example', '/'],
    ['/ /other.example', '/%20/other.example'],
    ['\u0000//other.example', '/'],
    ['/@other.example', '/@other.example'],
  ])('%j stays here: %s', async (redirect, expected) => {
    const reply = await visitor('acme.localhost').post('/ajax/login', { email: acme.email, password: acme.password, redirect });
    expect(reply.json()).toEqual({ redirect: expected });
    const target = new URL(expected, 'http://acme.localhost');
    expect(target.origin).toBe('http://acme.localhost');
  });
});
