import { handle } from '@frankly/services/handle';
import { accountsOf, emailHash, registerUser } from '@frankly/services/identity/accounts';
import { user } from '@frankly/services/identity/user';
import { requestLink } from '@frankly/services/links/request-link';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { follower, historyOf, invite, setSecurity, tokenFor, verifyDomain } from '../kit/one-time-links.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;
const password = 'correct horse battery';
const another = 'another fine password';
const gone = [410, { error: 'This link was used already or is too old. Please ask for a new one.', code: 'link_expired' }];

let t: TestApp;
let acme: TestCompany;
let globex: TestCompany;
let web: ReturnType<typeof follower>;

beforeAll(async () => {
  t = await testApp({ site: { url: 'https://frankly.example' } });
  acme = await t.company('acme');
  globex = await t.company('globex');
  await setSecurity(t, acme.companyId, { selfRegister: true });
  await verifyDomain(t, acme.companyId, 'acme.example');
  web = follower(t);
});
afterAll(() => t.close());
// Whatever was tried from this address is forgotten.
beforeEach(() => t.clock.advance(16 * minutes));

let people = 0;
const newAddress = () => `person-${++people}@acme.example`;
/** Somebody with a password, at acme unless said otherwise. */
async function person({ companyId } = acme, email = newAddress()): Promise<string> {
  const details = { email, name: 'Kim', password, roleType: 'frontline_staff', role: 'Team member' } as const;
  await registerUser(t.platform, companyId, details, 'system');
  await t.projected();
  return email;
}
async function resetToken(email: string): Promise<string> {
  expect((await web.post('/ajax/password', { email })).statusCode).toBe(200);
  await t.jobsDone();
  return tokenFor(t, email);
}
const register = (email: string, name = 'Kim', company = 'acme') =>
  web.post('/ajax/register', { email, name }, { host: `${company}.frankly.example` });
async function registerToken(email: string): Promise<string> {
  expect((await register(email)).statusCode).toBe(200);
  await t.jobsDone();
  return tokenFor(t, email);
}
async function emailToken(from: string, to: string): Promise<string> {
  const accounts = await accountsOf(t.platform, emailHash(t.platform, from));
  const account = accounts.find(({ companyId }) => companyId === acme.companyId);
  await requestLink(t.platform, { purpose: 'email', ...account!, email: to });
  await t.jobsDone();
  return tokenFor(t, to.toLowerCase());
}
const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['set-cookie']).split(';')[0]!;
const isSignedIn = async (cookie: string) =>
  (await t.app.inject({ method: 'GET', url: '/me', headers: { cookie } })).statusCode === 200;
const mailsTo = (email: string) => t.mailbox.filter(({ to }) => to === email).map(({ subject }) => subject);
const answer = (reply: { statusCode: number; json(): unknown }) => [reply.statusCode, reply.json()];

describe('a new password', () => {
  test('comes by a link, ends every session, is told to the person, and signs nobody in', async () => {
    const email = await person();
    const cookie = cookieOf(await web.signIn(email, password));
    const token = await resetToken(email);
    expect((await web.open(token)).json()).toEqual({ purpose: 'reset', email, name: 'Kim', company: '', hasPassword: false });
    const reply = await web.follow(token, { password: another });
    expect(answer(reply)).toEqual([200, { redirect: '/login' }]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await web.signIn(email, password)).statusCode).toBe(401);
    expect((await web.signIn(email, another)).statusCode).toBe(200);
    await t.jobsDone();
    expect(mailsTo(email)).toEqual(['Your Frankly password was changed', 'Choose a new Frankly password']);
    const history = await historyOf(t, acme.companyId, email);
    expect(history.filter(({ type }) => /Password|Sessions/.test(type)).map(({ type, data }) => [type, data])).toEqual([
      ['PasswordResetRequested', { userId: expect.any(String) }],
      ['PasswordChanged', { userId: expect.any(String), by: 'link' }],
      ['SessionsEnded', { userId: expect.any(String), count: 1, reason: 'password' }],
    ]);
  });

  test('counts at every company of the person', async () => {
    const email = await person(acme);
    await person(globex, email);
    const cookie = cookieOf(await web.post('/ajax/login', { email, password }, { host: 'globex.frankly.example' }));
    await web.follow(await resetToken(email), { password: another });
    expect(await isSignedIn(cookie)).toBe(false);
    for (const { companyId } of [acme, globex]) {
      expect((await historyOf(t, companyId, email)).map(({ type }) => type)).toContain('PasswordChanged');
    }
  });

  test('leaves the second step as it was', async () => {
    const email = await person();
    const secret = await enrol(email);
    await web.follow(await resetToken(email), { password: another });
    expect((await web.signIn(email, another)).json()).toEqual({ mfa: true });
    const mfa = await codeOf(secret);
    expect((await web.signIn(email, another, { mfa })).json()).toEqual({ redirect: '/' });
  });

  test('makes a remembered device ask for the second step again', async () => {
    const email = await person();
    const secret = await enrol(email);
    const remembered = await web.signIn(email, password, { mfa: await codeOf(secret), mfaRememberDevice: 'true' });
    const cookie = [remembered.headers['set-cookie']!]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ');
    const again = (said: string) => web.post('/ajax/login', { email, password: said }, { cookie });
    expect((await again(password)).json()).toEqual({ redirect: '/' });
    await web.follow(await resetToken(email), { password: another });
    expect((await again(another)).json()).toEqual({ mfa: true });
  });

  test('is not one of the commonest, and one is needed; the link stays good meanwhile', async () => {
    const token = await resetToken(await person());
    expect((await web.follow(token, { password: 'Password123' })).json().code).toBe('password_common');
    expect(answer(await web.follow(token))).toEqual([422, { error: 'Please choose a password.', code: 'invalid_input' }]);
    expect((await web.follow(token, { password: 'short' })).json()).toEqual({
      error: 'A password has at least 8 characters.',
      code: 'invalid_input',
    });
    expect((await web.follow(token, { password: another })).statusCode).toBe(200);
  });

  test('cannot be chosen by a link from before the password was changed', async () => {
    const email = await person();
    const token = await resetToken(email);
    t.clock.advance(1_000);
    await t.platform.pool.query('update logins set changed_at = $2 where email_hash = $1', [
      emailHash(t.platform, email),
      t.clock.now(),
    ]);
    expect(answer(await web.follow(token, { password: another }))).toEqual(gone);
  });

  test('asked for by somebody who is only invited is the invitation again', async () => {
    const email = newAddress();
    await invite(t, acme.companyId, email);
    const before = tokenFor(t, email);
    const token = await resetToken(email);
    expect((await web.open(token)).json()).toMatchObject({ purpose: 'invitation', company: 'acme company' });
    expect(answer(await web.open(before))).toEqual(gone);
  });

  test('is not for whoever is disabled, nor where nobody has a password', async () => {
    const disabled = await person();
    const [account] = await accountsOf(t.platform, emailHash(t.platform, disabled));
    const command = { type: 'DisableUser', userId: account!.userId } as const;
    await handle(t.platform, user, command, { companyId: acme.companyId, actor: 'system' });
    const initech = await t.company('initech');
    await setSecurity(t, initech.companyId, { emailLogin: false });
    for (const email of [disabled, initech.email]) await web.post('/ajax/password', { email });
    await t.jobsDone();
    expect([mailsTo(disabled), mailsTo(initech.email)]).toEqual([[], ['Signing in to Frankly']]);
  });

  test('goes to the address of the account, not to one that looks like it', async () => {
    const email = await person(acme, 'mike@acme.example');
    const lookalike = 'miKe@acme.example'; // with a Kelvin sign
    expect(lookalike.toLowerCase()).toBe(email);
    await web.post('/ajax/password', { email: lookalike });
    await t.jobsDone();
    expect([mailsTo(email).length, mailsTo(lookalike).length]).toEqual([1, 0]);
  });

  test('leads to our own address, whatever the request says', async () => {
    const email = await person();
    await web.post('/ajax/password', { email }, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    await t.jobsDone();
    const mail = t.mailbox.find(({ to }) => to === email)!;
    expect(mail.html).toContain('href="https://frankly.example/link?token=');
    expect(mail.html + mail.text).not.toContain('evil.example');
  });
});

describe('who has an account', () => {
  test('cannot be learnt by asking for a new password', async () => {
    const known = await web.post('/ajax/password', { email: await person() });
    const unknown = await web.post('/ajax/password', { email: 'nobody@acme.example' });
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    const { 'x-request-id': _, ...headers } = known.headers;
    expect(unknown.headers).toEqual({ ...headers, 'x-request-id': expect.any(String), date: expect.any(String) });
    await t.jobsDone();
    expect(mailsTo('nobody@acme.example')).toEqual([]);
  });

  test('cannot be learnt by registering', async () => {
    const known = await person();
    const replies = [await register(known), await register(newAddress()), await register('kim@elsewhere.example')];
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    await t.jobsDone();
    expect(mailsTo(known)).toEqual(['You have an account at acme company already']);
    expect(mailsTo('kim@elsewhere.example')).toEqual([]);
  });

  test('is not told by when one is stopped from asking', async () => {
    const askedFor = async (email: string) => {
      const codes: number[] = [];
      for (let n = 0; n < 6; n++) codes.push((await web.post('/ajax/password', { email })).statusCode);
      return codes;
    };
    const known = await askedFor(await person());
    expect(known).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await askedFor('nobody-at-all@acme.example')).toEqual(known);
  });
});

describe('registering', () => {
  test('makes an account with the company’s role, once the address is confirmed', async () => {
    const email = newAddress();
    const token = await registerToken(email);
    expect((await web.open(token)).json()).toMatchObject({ purpose: 'register', email, name: 'Kim', company: 'acme company' });
    expect((await web.signIn(email, password)).statusCode).toBe(401);
    expect(answer(await web.follow(token, { password, name: 'Kim Vos' }))).toEqual([200, { redirect: '/login' }]);
    expect((await web.signIn(email, password)).statusCode).toBe(200);
    const [registered] = await historyOf(t, acme.companyId, email);
    expect(registered).toMatchObject({
      type: 'UserRegistered',
      data: { email, name: 'Kim Vos', roleId: 'frontline_staff', roleType: 'frontline_staff' },
    });
  });

  test('keeps the password of somebody who works elsewhere too', async () => {
    const email = await person(globex);
    const token = await registerToken(email);
    expect((await web.open(token)).json().hasPassword).toBe(true);
    expect((await web.follow(token, { password: another })).statusCode).toBe(200);
    expect((await web.signIn(email, another)).statusCode).toBe(401);
    expect((await web.post('/ajax/login', { email, password }, { host: 'acme.frankly.example' })).statusCode).toBe(200);
  });

  test('is possible only where the company lets people, then and still', async () => {
    expect((await register('kim@globex.example', 'Kim', 'globex')).statusCode).toBe(404);
    expect((await web.post('/ajax/register', { email: newAddress(), name: 'Kim' })).statusCode).toBe(404);
    const token = await registerToken(newAddress());
    await setSecurity(t, acme.companyId, { selfRegister: false });
    expect(answer(await web.follow(token, { password }))).toEqual(gone);
    await setSecurity(t, acme.companyId, { selfRegister: true });
    expect((await web.follow(token, { password })).statusCode).toBe(200);
  });

  test('sends whoever is invited the invitation, with the role they were given', async () => {
    const email = newAddress();
    await invite(t, acme.companyId, email);
    expect((await web.open(await registerToken(email))).json().purpose).toBe('invitation');
  });
});

describe('an invitation', () => {
  test('makes the account that was prepared', async () => {
    const email = newAddress();
    const userId = await invite(t, acme.companyId, email);
    const join = { type: 'JoinTeam', userId, team: { store_c: 'Breda' }, servedBy: 'Kim V.' } as const;
    await handle(t.platform, user, join, { companyId: acme.companyId, actor: 'system' });
    const token = tokenFor(t, email);
    expect((await web.open(token)).json()).toEqual({
      purpose: 'invitation',
      email,
      name: 'Kim',
      company: 'acme company',
      hasPassword: false,
    });
    expect((await web.follow(token, { password, name: 'Kim Vos' })).statusCode).toBe(200);
    const cookie = cookieOf(await web.signIn(email, password));
    const me = (await t.app.inject({ method: 'GET', url: '/me', headers: { cookie } })).json();
    expect(me).toMatchObject({
      userRole: 'Store manager',
      user: { id: userId, name: 'Kim Vos', email, team: { store_c: 'Breda' }, servedBy: 'Kim V.' },
    });
    expect(answer(await web.follow(token, { password: another }))).toEqual(gone);
  });

  test('asks for no password where nobody signs in with one', async () => {
    const hooli = await t.company('hooli');
    await setSecurity(t, hooli.companyId, { emailLogin: false });
    await invite(t, hooli.companyId, 'kim@hooli.example');
    const token = tokenFor(t, 'kim@hooli.example');
    expect((await web.open(token)).json().hasPassword).toBe(true);
    expect((await web.follow(token)).statusCode).toBe(200);
  });

  test('is worth nothing for whoever was disabled since', async () => {
    const email = newAddress();
    const userId = await invite(t, acme.companyId, email);
    const command = { type: 'DisableUser', userId } as const;
    await handle(t.platform, user, command, { companyId: acme.companyId, actor: 'system' });
    expect(answer(await web.follow(tokenFor(t, email), { password }))).toEqual(gone);
  });
});

describe('another e-mail address', () => {
  test('takes everything along: password, second step, accounts at every company', async () => {
    const email = await person(acme);
    const secret = await enrol(email);
    await person(globex, email);
    const to = 'Kim.New@Home.example'.toLowerCase();
    const token = await emailToken(email, 'Kim.New@Home.example');
    expect((await web.open(token)).json()).toMatchObject({ purpose: 'email', email: to, hasPassword: true });
    expect((await web.follow(token)).statusCode).toBe(200);
    expect((await web.signIn(email, password)).statusCode).toBe(401);
    t.clock.advance(31_000);
    const reply = await web.post(
      '/ajax/login',
      { email: to, password, mfa: await codeOf(secret) },
      { host: 'globex.frankly.example' },
    );
    expect(reply.json()).toEqual({ redirect: '/' });
    for (const { companyId } of [acme, globex]) {
      expect((await historyOf(t, companyId, to)).map(({ type }) => type)).toContain('UserEmailChanged');
    }
    await t.jobsDone();
    expect(mailsTo(email)[0]).toBe('You sign in with another address now');
  });

  test('leaves an invitation where it was sent, and tells its company nothing', async () => {
    const [email, to] = [await person(acme), newAddress()];
    await invite(t, globex.companyId, email);
    const invitation = tokenFor(t, email);
    await web.follow(await emailToken(email, to));
    t.clock.advance(1_000);
    await web.follow(await resetToken(to), { password: another });
    expect((await historyOf(t, globex.companyId, email)).map(({ type }) => type)).toEqual(['UserInvited']);
    expect((await web.open(invitation)).json()).toMatchObject({ purpose: 'invitation', email });
  });

  test('may be one that somebody was invited by and never came', async () => {
    const [email, to] = [await person(acme), newAddress()];
    await invite(t, globex.companyId, to);
    expect((await web.follow(await emailToken(email, to))).statusCode).toBe(200);
    expect((await web.signIn(to, password)).statusCode).toBe(200);
  });

  test('cannot be one that has an account, then or by now', async () => {
    const [email, taken, later] = [await person(), await person(), newAddress()];
    await expect(emailToken(email, taken)).rejects.toThrow('no mail with a link');
    expect(mailsTo(taken)).toEqual(['This e-mail address has an account already']);
    const token = await emailToken(email, later);
    await person(globex, later);
    expect((await web.follow(token)).json().code).toBe('email_taken');
    expect((await web.signIn(email, password)).statusCode).toBe(200);
  });

  test('is not taken when the password was changed since: somebody else may have asked for it', async () => {
    const email = await person();
    const token = await emailToken(email, newAddress());
    t.clock.advance(1_000);
    await web.follow(await resetToken(email), { password: another });
    expect(answer(await web.follow(token))).toEqual(gone);
  });

  test('is shown as waiting until it is confirmed', async () => {
    const email = await person();
    const cookie = cookieOf(await web.signIn(email, password));
    const waiting = async () =>
      (await t.app.inject({ method: 'GET', url: '/api/v1/account', headers: { cookie } })).json().newEmail;
    const to = newAddress();
    await web.post('/api/v1/account/email', { email: to }, { cookie });
    await t.jobsDone();
    expect(await waiting()).toBe(to);
    await web.follow(tokenFor(t, to));
    expect(await waiting()).toBeNull();
  });
});

const purposes = [
  ['reset', 30 * minutes, async () => resetToken(await person())],
  ['register', 24 * hours, () => registerToken(newAddress())],
  [
    'invitation',
    7 * days,
    async () => {
      const email = newAddress();
      await invite(t, acme.companyId, email);
      return tokenFor(t, email);
    },
  ],
  ['email', 30 * minutes, async () => emailToken(await person(), newAddress())],
] as const;

describe.each(purposes)('a link for %s', (purpose, lifetime, newToken) => {
  test('works until its time is over, and not after', async () => {
    const [early, late] = [await newToken(), await newToken()];
    t.clock.advance(lifetime - 10_000);
    expect((await web.open(early)).json().purpose).toBe(purpose);
    expect((await web.follow(early, { password: another })).statusCode).toBe(200);
    t.clock.advance(10_000);
    expect(answer(await web.open(late))).toEqual(gone);
    expect(answer(await web.follow(late, { password: another }))).toEqual(gone);
  });

  test('works once when it is used fifty times at once', async () => {
    const token = await newToken();
    const replies = await Promise.all(Array.from({ length: 50 }, () => web.follow(token, { password: another })));
    const codes = replies.map(({ statusCode }) => statusCode).toSorted();
    expect(codes).toEqual([200, ...Array<number>(49).fill(410)]);
  });
});

test('a link that was never made is like one that is too old', async () => {
  expect(answer(await web.open('x'.repeat(43)))).toEqual(gone);
});

test('a newer link of the same kind takes the place of the one before', async () => {
  const email = await person();
  const [first, second] = [await resetToken(email), await resetToken(email)];
  expect(answer(await web.open(first))).toEqual(gone);
  expect((await web.open(second)).statusCode).toBe(200);
});

const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1_000) });
/** Turns the second step on and answers its secret. */
async function enrol(email: string): Promise<string> {
  const cookie = cookieOf(await web.signIn(email, password));
  const { mfaSecret } = (await web.post('/api/v1/account/mfa', {}, { cookie })).json();
  const proven = await web.post('/api/v1/account/mfa/enable', { mfa: await codeOf(mfaSecret) }, { cookie });
  expect(proven.statusCode).toBe(200);
  t.clock.advance(31_000);
  return mfaSecret;
}
