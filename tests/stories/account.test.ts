import { accountsOf, emailHash, registerUser } from '@frankly/services/identity/accounts';
import { openSignIns } from '@frankly/services/identity/sign-ins';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
});
afterAll(() => t.close());

const password = 'correct horse battery';
const minutes = 60_000;

/** Somebody's browser: it keeps the cookie that it is given. */
class Browser {
  cookie = '';
  constructor(
    readonly email: string,
    readonly agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ) {}
  async call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const reply = await t.app.inject({
      method,
      url,
      headers: { host: 'acme.localhost', 'user-agent': this.agent, ...(this.cookie ? { cookie: this.cookie } : {}) },
      ...(payload ? { payload } : {}),
    });
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) {
      if (cookie.startsWith('frankly=')) this.cookie = cookie.split(';')[0]!;
    }
    return { status: reply.statusCode, body: reply.json() };
  }
  async signIn(said = password): Promise<this> {
    const { status, body } = await this.call('POST', '/ajax/login', { email: this.email, password: said });
    if (status !== 200 || body.redirect !== '/') throw new Error(`signing in answered ${status}: ${JSON.stringify(body)}`);
    return this;
  }
  get = (what = '') => this.call('GET', `/api/v1/account${what}`);
  post = (what: string, payload: object = {}) => this.call('POST', `/api/v1/account/${what}`, payload);
  end = (id: string) => this.call('DELETE', `/api/v1/account/sessions/${id}`);
  async signedIn(): Promise<boolean> {
    return (await this.call('GET', '/me')).status === 200;
  }
}

let people = 0;
/** A new person of a company, not signed in anywhere. */
async function person(companyId = acme.companyId, email = `person-${++people}@acme.example`) {
  await registerUser(
    t.platform,
    companyId,
    { email, name: 'Kim', password, roleType: 'frontline_staff', role: 'Team member' },
    'system',
  );
  await t.projected();
  return email;
}
const signedIn = async () => new Browser(await person()).signIn();

/** What happened to a person since, newest last; of the only account of an address, or of the one at a company. */
async function eventsOf(email: string, companyId = acme.companyId) {
  const accounts = await accountsOf(t.platform, emailHash(t.platform, email));
  const { userId } = accounts.find((account) => account.companyId === companyId)!;
  return t.platform.store.readStream(companyId, `user-${userId}`);
}
const typesOf = async (email: string) => (await eventsOf(email)).map(({ type }) => type);

/** The code that an authenticator shows now. */
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1_000) });
/** Turns the second step on and answers its secret; the code that was used then is used up. */
async function enrolled(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { mfaSecret: secret } = (await browser.post('mfa')).body;
  const { status, body } = await browser.post('mfa/enable', { mfa: await codeOf(secret) });
  expect(status).toBe(200);
  t.clock.advance(31_000);
  return { secret, recoveryCodes: body.recoveryCodes };
}

describe('one’s account', () => {
  test('says how one signs in', async () => {
    const kim = await signedIn();
    expect((await kim.get()).body).toEqual({
      hasPassword: true,
      mfa: false,
      mfaEnforced: false,
      recoveryCodesLeft: 0,
      freshUntil: expect.any(String),
      newEmail: null,
    });
  });
  test('is nothing for a stranger or a key', async () => {
    expect((await new Browser('nobody').get()).body.error).toBe('not_signed_in');
    const withKey = await t.app.inject({ method: 'GET', url: '/api/v1/account', headers: acme.bearer });
    expect(withKey.statusCode).toBe(401);
  });
});

describe('what matters', () => {
  const calls = [
    ['password', { password: 'a brand new password' }],
    ['email', { email: 'kim@home.example' }],
    ['mfa', {}],
    ['mfa/enable', { mfa: '123456' }],
    ['mfa/disable', {}],
    ['recovery-codes', {}],
  ] as const;
  test.each(calls)('needs a recent sign-in: %s', async (what, payload) => {
    const kim = await signedIn();
    t.clock.advance(10 * minutes);
    const { status, body } = await kim.post(what, payload);
    expect([status, body.error]).toEqual([403, 'fresh_sign_in_needed']);
  });
});

describe('saying again who one is', () => {
  test('takes the password, gives the session a new id and ten minutes', async () => {
    const kim = await signedIn();
    t.clock.advance(11 * minutes);
    expect((await kim.get()).body.freshUntil).toBeNull();
    const before = kim.cookie;
    const { status, body } = await kim.post('confirm', { password });
    expect(status).toBe(200);
    expect(Date.parse(body.freshUntil) - t.clock.now().getTime()).toBeGreaterThan(9.9 * minutes);
    expect(kim.cookie).not.toBe(before);
    const planted = new Browser(kim.email);
    planted.cookie = before;
    expect([await planted.signedIn(), await kim.signedIn()]).toEqual([false, true]);
    expect((await kim.post('email', { email: 'kim@home.example' })).status).toBe(200);
  });

  test('refuses a wrong password and leaves a note of it, and the session as it was', async () => {
    const kim = await signedIn();
    t.clock.advance(11 * minutes);
    const { status, body } = await kim.post('confirm', { password: 'not this one' });
    expect([status, body.error]).toEqual([401, 'sign_in_refused']);
    expect((await eventsOf(kim.email)).at(-1)).toMatchObject({
      type: 'SignInRefused',
      data: { reason: 'password', address: '127.0.0.1', device: 'Firefox on Linux' },
    });
    expect((await kim.get()).body.freshUntil).toBeNull();
  });

  test('takes a code too where there is a second step, and each code once', async () => {
    const kim = await signedIn();
    const { secret } = await enrolled(kim);
    t.clock.advance(11 * minutes);
    expect((await kim.post('confirm', { password })).body.error).toBe('code_refused');
    expect((await kim.post('confirm', { password, mfa: 'abcdef' })).body.error).toBe('code_refused');
    expect((await eventsOf(kim.email)).at(-1)).toMatchObject({ type: 'SignInRefused', data: { reason: 'code' } });
    const mfa = await codeOf(secret);
    expect((await kim.post('confirm', { password: 'not this one', mfa })).body.error).toBe('sign_in_refused');
    expect((await kim.post('confirm', { password, mfa })).status).toBe(200);
    expect((await kim.post('confirm', { password, mfa })).body.error).toBe('code_refused');
  });

  test('stops guessing, from whichever of the person’s sessions, and asking for the code costs nothing', async () => {
    const kim = await signedIn();
    const other = await new Browser(kim.email).signIn();
    for (let guess = 0; guess < 10; guess++) {
      expect((await [kim, other][guess % 2]!.post('confirm', { password: `guess ${guess}` })).status).toBe(401);
    }
    const { status, body } = await kim.post('confirm', { password });
    expect([status, body.error]).toEqual([429, 'too_many_attempts']);
    t.clock.advance(16 * minutes);
    for (let again = 0; again < 12; again++) expect((await kim.post('confirm', { password })).status).toBe(200);
  });

  test('tells somebody without a password to sign in again', async () => {
    const kim = await signedIn();
    await t.platform.pool.query('update logins set password_hash = null where email_hash = $1', [
      emailHash(t.platform, kim.email),
    ]);
    expect((await kim.get()).body.hasPassword).toBe(false);
    const { status, body } = await kim.post('confirm', { password: '' });
    expect([status, body.error]).toEqual([409, 'sign_in_again']);
  });
});

describe('a new password', () => {
  test('ends the other sessions at once and every remembered device, and is noted without being told', async () => {
    const kim = await signedIn();
    const others = await Promise.all([new Browser(kim.email).signIn(), new Browser(kim.email).signIn()]);
    await t.platform.pool.query('update devices set remembered_at = $2, remembered_until = $3 where email_hash = $1', [
      emailHash(t.platform, kim.email),
      t.clock.now(),
      new Date(t.clock.now().getTime() + 1e9),
    ]);
    expect((await kim.post('password', { password: 'a brand new password' })).body).toEqual({ done: true });
    expect(await Promise.all(others.map((other) => other.signedIn()))).toEqual([false, false]);
    expect(await kim.signedIn()).toBe(true);
    const { rows } = await t.platform.pool.query('select 1 from devices where email_hash = $1 and remembered_until is not null', [
      emailHash(t.platform, kim.email),
    ]);
    expect(rows).toEqual([]);
    const history = await eventsOf(kim.email);
    expect(history.slice(-2).map(({ type, data }) => [type, data])).toEqual([
      ['PasswordChanged', { userId: expect.any(String), by: 'person' }],
      ['SessionsEnded', { userId: expect.any(String), count: 2, reason: 'password' }],
    ]);
    expect(JSON.stringify(history)).not.toContain('a brand new password');
    const old = await new Browser(kim.email).call('POST', '/ajax/login', { email: kim.email, password });
    expect(old.status).toBe(401);
    await new Browser(kim.email).signIn('a brand new password');
  });

  test.each([
    ['a common one', 'password123', 'password_common'],
    ['one of seven characters', '1234567', 'invalid_input'],
    ['one of 129 characters', 'x'.repeat(129), 'invalid_input'],
  ])('is not %s', async (_, said, error) => {
    const kim = await signedIn();
    const { status, body } = await kim.post('password', { password: said });
    expect([status, body.error]).toEqual([422, error]);
    await new Browser(kim.email).signIn();
  });

  test('may be any Unicode', async () => {
    const kim = await signedIn();
    const said = '🦆鴨утка duck';
    expect((await kim.post('password', { password: said })).status).toBe(200);
    await new Browser(kim.email).signIn(said.normalize('NFD'));
  });

  test('counts at every company of the person, and ends their sessions there', async () => {
    const clinic = await t.company('clinic');
    const email = await person();
    const kim = await new Browser(email).signIn();
    await person(clinic.companyId, email);
    const [there] = (await accountsOf(t.platform, emailHash(t.platform, email))).filter(
      ({ companyId }) => companyId === clinic.companyId,
    );
    await t.platform.pool.query(
      `insert into sign_ins (id, company_id, user_id, method, device, started_at, seen_at, fresh_at)
       values (gen_random_uuid(), $1, $2, 'password', 'Safari on iOS', $3, $3, $3)`,
      [there!.companyId, there!.userId, t.clock.now()],
    );
    expect((await kim.post('password', { password: 'a brand new password' })).status).toBe(200);
    expect(await openSignIns(t.platform, there!, { idleMs: 1e9, lifetimeMs: 1e9 })).toEqual([]);
    const history = await eventsOf(email, clinic.companyId);
    expect(history.slice(-2)).toMatchObject([
      { type: 'PasswordChanged', data: { userId: there!.userId } },
      { type: 'SessionsEnded', data: { count: 1, reason: 'password' } },
    ]);
  });
});

describe('single sign-on', () => {
  /** As if the company's identity provider had vouched for the person. */
  async function vouchedFor(hasPassword: boolean) {
    const kim = await signedIn();
    const hash = emailHash(t.platform, kim.email);
    const [account] = await accountsOf(t.platform, hash);
    await t.platform.pool.query(`update sign_ins set method = 'okta' where user_id = $1`, [account!.userId]);
    if (!hasPassword) await t.platform.pool.query('update logins set password_hash = null where email_hash = $1', [hash]);
    return kim;
  }
  const changes = [
    ['password', { password: 'a brand new password' }],
    ['email', { email: 'kim@home.example' }],
    ['mfa', {}],
    ['mfa/enable', { mfa: '123456' }],
    ['mfa/disable', {}],
    ['recovery-codes', {}],
  ] as const;

  test.each(changes)('alone changes nothing that opens accounts at other companies: %s', async (what, payload) => {
    expect((await (await vouchedFor(false)).post(what, payload)).body.error).toBe('password_sign_in_needed');
    expect((await (await vouchedFor(true)).post(what, payload)).body.error).toBe('fresh_sign_in_needed');
  });

  test('and the password together do', async () => {
    const kim = await vouchedFor(true);
    expect((await kim.post('confirm', { password })).status).toBe(200);
    expect((await kim.post('password', { password: 'a brand new password' })).status).toBe(200);
  });
});

describe('a new address', () => {
  test('is asked for by a link to it; until then nothing changes', async () => {
    const kim = await signedIn();
    expect((await kim.post('email', { email: ' Kim@Home.example ' })).body).toEqual({ done: true });
    expect((await kim.call('GET', '/me')).body.user.email).toBe(kim.email);
    expect((await kim.post('email', { email: 'not an address' })).body.fields).toEqual([
      { path: 'email', message: 'Valid email is required' },
    ]);
  });
  test('is not asked for again and again', async () => {
    const kim = await signedIn();
    const replies = [];
    for (let one = 0; one < 6; one++) replies.push((await kim.post('email', { email: `kim-${one}@home.example` })).status);
    expect(replies).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the second step', () => {
  test('is on once a code has proven it, gives ten recovery codes and ends other sessions', async () => {
    const kim = await signedIn();
    const other = await new Browser(kim.email).signIn();
    const begun = (await kim.post('mfa')).body;
    expect(begun).toEqual({
      codeUrl: expect.stringMatching(/^data:image\/png;base64,/),
      mfaSecret: expect.stringMatching(/^[A-Z2-7]{32,}$/),
    });
    expect((await kim.get()).body).toMatchObject({ mfa: false });
    const { status, body } = await kim.post('mfa/enable', { mfa: await codeOf(begun.mfaSecret) });
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await kim.get()).body).toMatchObject({ mfa: true, recoveryCodesLeft: 10 });
    expect([await other.signedIn(), await kim.signedIn()]).toEqual([false, true]);
    const history = await eventsOf(kim.email);
    expect(history.slice(-3).map(({ type, data }) => [type, data])).toEqual([
      ['MfaEnrolled', { userId: expect.any(String) }],
      ['RecoveryCodesIssued', { userId: expect.any(String), count: 10 }],
      ['SessionsEnded', { userId: expect.any(String), count: 1, reason: 'mfa' }],
    ]);
    for (const secret of [begun.mfaSecret, ...body.recoveryCodes]) expect(JSON.stringify(history)).not.toContain(secret);
  });

  test('is not on by a wrong code, nor before it was begun', async () => {
    const kim = await signedIn();
    expect((await kim.post('mfa/enable', { mfa: '123456' })).body.error).toBe('mfa_not_begun');
    await kim.post('mfa');
    const refused = await kim.post('mfa/enable', { mfa: 'abcdef' });
    expect([refused.status, refused.body.error]).toEqual([401, 'code_refused']);
    expect((await kim.get()).body).toMatchObject({ mfa: false });
  });

  test('goes off again, with its recovery codes', async () => {
    const kim = await signedIn();
    await enrolled(kim);
    expect((await kim.post('mfa/disable')).body).toEqual({ done: true });
    expect((await kim.get()).body).toMatchObject({ mfa: false, recoveryCodesLeft: 0 });
    expect((await typesOf(kim.email)).at(-1)).toBe('MfaReset');
    expect((await kim.post('mfa/disable')).body).toEqual({ done: true });
    expect((await typesOf(kim.email)).filter((type) => type === 'MfaReset')).toHaveLength(1);
  });

  test('stays on while any company of the person asks for it', async () => {
    const strict = await t.company('strict');
    const email = await person();
    const kim = await new Browser(email).signIn();
    await enrolled(kim);
    await person(strict.companyId, email);
    await t.platform.store.append({
      companyId: strict.companyId,
      stream: `company-${strict.companyId}`,
      expected: 'any',
      commandId: 'enforce',
      events: [{ type: 'CompanySettingsChanged', data: { changes: { enforceMfa: true } } }],
      metadata: { actor: 'system', correlationId: 'enforce', causationId: 'enforce', at: t.clock.now() },
    });
    await t.projected();
    expect((await kim.get()).body).toMatchObject({ mfa: true, mfaEnforced: true });
    const { status, body } = await kim.post('mfa/disable');
    expect([status, body.error]).toEqual([409, 'mfa_enforced']);
  });

  test('is noted at every company of the person', async () => {
    const bakery = await t.company('bakery');
    const email = await person();
    const kim = await new Browser(email).signIn();
    await person(bakery.companyId, email);
    await enrolled(kim);
    expect((await eventsOf(email, bakery.companyId)).slice(-2).map(({ type }) => type)).toEqual([
      'MfaEnrolled',
      'RecoveryCodesIssued',
    ]);
  });
});

describe('recovery codes', () => {
  test('are replaced by ten others', async () => {
    const kim = await signedIn();
    const { recoveryCodes } = await enrolled(kim);
    const renewed: string[] = (await kim.post('recovery-codes')).body.recoveryCodes;
    expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20);
    expect((await kim.get()).body.recoveryCodesLeft).toBe(10);
    expect((await typesOf(kim.email)).at(-1)).toBe('RecoveryCodesIssued');
  });
  test('need a second step', async () => {
    expect((await (await signedIn()).post('recovery-codes')).body.error).toBe('mfa_not_begun');
  });
});

describe('where one is signed in', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

  test('is a list, the newest first, with this session marked', async () => {
    const kim = await signedIn();
    t.clock.advance(5 * minutes);
    await new Browser(kim.email, phone).signIn();
    const { sessions } = (await kim.get('/sessions')).body;
    // Asking was this session's newest sign of life.
    expect(sessions).toMatchObject([
      { current: true, device: 'Firefox on Linux', address: '127.0.0.1', method: 'password' },
      { current: false, device: 'Safari on iOS' },
    ]);
    expect(Date.parse(sessions[1].startedAt) - Date.parse(sessions[0].startedAt)).toBeGreaterThan(4.9 * minutes);
  });

  test('ends one by one, at once', async () => {
    const kim = await signedIn();
    const other = await new Browser(kim.email, phone).signIn();
    const { sessions } = (await kim.get('/sessions')).body;
    const { id } = sessions.find(({ current }: { current: boolean }) => !current);
    expect((await kim.end(id)).body).toEqual({ done: true });
    expect(await other.signedIn()).toBe(false);
    expect((await eventsOf(kim.email)).at(-1)).toMatchObject({ type: 'SessionsEnded', data: { count: 1, reason: 'person' } });
    const again = await kim.end(id);
    expect([again.status, again.body.error]).toEqual([404, 'session_unknown']);
    expect((await kim.get('/sessions')).body.sessions).toHaveLength(1);
  });

  test('somebody else’s session is unknown, and stays', async () => {
    const kim = await signedIn();
    const ann = await signedIn();
    const { sessions } = (await ann.get('/sessions')).body;
    for (const id of [sessions[0].id, '00000000-0000-4000-8000-000000000000', 'nonsense', "' or 1=1"]) {
      const { status, body } = await kim.end(encodeURIComponent(id));
      expect([status, body.error]).toEqual([404, 'session_unknown']);
    }
    expect(await ann.signedIn()).toBe(true);
  });

  test('ends everywhere else, counting what the list showed', async () => {
    const kim = await signedIn();
    const forgotten = await new Browser(kim.email).signIn();
    for (let hour = 0; hour < 3; hour++) {
      t.clock.advance(60 * minutes);
      expect(await kim.signedIn()).toBe(true);
    }
    const other = await new Browser(kim.email, phone).signIn();
    expect((await kim.post('sessions/end-others')).body).toEqual({ ended: 1 });
    expect([await forgotten.signedIn(), await other.signedIn(), await kim.signedIn()]).toEqual([false, false, true]);
    expect((await kim.post('sessions/end-others')).body).toEqual({ ended: 0 });
  });
});
