import { accountsOf, emailHash, recordAt } from '@frankly/services/identity/accounts';
import { issueRecoveryCodes } from '@frankly/services/identity/recovery-codes';
import { userById } from '@frankly/projections/identity/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSecurity, codeOf, enrol, password, somebody } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';
import { Browser } from '../kit/browser.ts';

let t: TestApp;
let acme: TestCompany;
let birch: TestCompany;
/** A company that asks everybody for a second step. */
let strict: TestCompany;

beforeAll(async () => {
  t = await testApp();
  // A code must not go out of date between its making and its use.
  t.clock.stop();
  [acme, birch, strict] = [await t.company('acme'), await t.company('birch'), await t.company('strict')];
  await changeSecurity(t, strict.companyId, { enforceMfa: true });
});
afterAll(() => t.close());

const visitor = (host = 'localhost') => new Browser(t.app, { host });
const login = (who: Browser, email: string, more: object = {}) => who.post('/ajax/login', { email, password, ...more });
const refusal = (code: string, error: string) => [401, { error, code }];
const answer = (reply: { statusCode: number; json(): unknown }) => [reply.statusCode, reply.json()];
const isIn = async (who: Browser) => (await who.get('/me')).statusCode === 200;
const historyOf = async (email: string) => {
  const [account] = await accountsOf(t.platform, emailHash(t.platform, email));
  return t.platform.store.readStream(account!.companyId, `user-${account!.userId}`);
};

const wrongCode = refusal('code_refused', 'That code is not right. Codes change every 30 seconds: please use the newest one.');

describe('somebody with a second step', () => {
  test('is asked for a code, and in with it: once', async () => {
    await somebody(t, 'ann@acme.example', acme);
    const secret = await enrol(t, 'ann@acme.example');
    const who = visitor();
    const asked = await login(who, 'ann@acme.example');
    expect([...answer(asked), asked.headers['set-cookie']]).toEqual([200, { mfa: true }, undefined]);
    expect(await isIn(who)).toBe(false);

    const mfa = await codeOf(t, secret);
    expect(answer(await login(who, 'ann@acme.example', { mfa, redirect: '/feedback' }))).toEqual([
      200,
      { redirect: '/feedback' },
    ]);
    expect(await isIn(who)).toBe(true);
    expect(answer(await login(visitor(), 'ann@acme.example', { mfa }))).toEqual(wrongCode);
  });

  test('is not in with a wrong password, whatever the code', async () => {
    await somebody(t, 'bea@acme.example', acme);
    const secret = await enrol(t, 'bea@acme.example');
    const mfa = await codeOf(t, secret);
    const reply = await login(visitor(), 'bea@acme.example', { password: 'wrong', mfa });
    expect(answer(reply)).toEqual(refusal('sign_in_refused', 'That e-mail and password do not match.'));
    expect((await login(visitor(), 'bea@acme.example', { mfa })).json()).toEqual({ redirect: '/' });
  });

  test.each(['000000', '12345', '1234567', 'abcdef', '１２３４５６', '\u0000'])('is not in with %j', async (mfa) => {
    const email = `cy-${mfa.length}-${mfa.codePointAt(0)}@acme.example`;
    await somebody(t, email, acme);
    await enrol(t, email);
    expect(answer(await login(visitor(), email, { mfa }))).toEqual(wrongCode);
  });

  test('may type a code from just before or just after, with a space in it', async () => {
    await somebody(t, 'dee@acme.example', acme);
    const secret = await enrol(t, 'dee@acme.example');
    t.clock.advance(60_000);
    const early = await codeOf(t, secret, -1);
    expect((await login(visitor(), 'dee@acme.example', { mfa: early })).statusCode).toBe(200);
    const late = await codeOf(t, secret, 1);
    const spaced = `${late.slice(0, 3)} ${late.slice(3)} `;
    expect((await login(visitor(), 'dee@acme.example', { mfa: spaced })).statusCode).toBe(200);
    t.clock.advance(300_000);
    for (const later of [-3, 3]) {
      expect(answer(await login(visitor(), 'dee@acme.example', { mfa: await codeOf(t, secret, later) }))).toEqual(wrongCode);
    }
  });

  test('cannot use one code fifty times at once', async () => {
    await somebody(t, 'eve@acme.example', acme);
    const secret = await enrol(t, 'eve@acme.example');
    const mfa = await codeOf(t, secret);
    const replies = await Promise.all(Array.from({ length: 50 }, () => login(visitor(), 'eve@acme.example', { mfa })));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('somebody at a company that asks for a second step', () => {
  test('sets it up with a picture or its text, gets codes to keep, and is in', async () => {
    await somebody(t, 'fay@strict.example', strict);
    const who = visitor();
    const asked = (await login(who, 'fay@strict.example')).json();
    expect(asked).toEqual({
      mfaEnforce: true,
      codeUrl: expect.stringMatching(/^data:image\/png;base64,/),
      mfaSecret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    });
    const picture = Buffer.from(asked.codeUrl.split(',')[1], 'base64');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([200, 200]);
    expect(await isIn(who)).toBe(false);

    expect(answer(await login(who, 'fay@strict.example', { mfa: '000000' }))).toEqual(wrongCode);
    const reply = await login(who, 'fay@strict.example', { mfa: await codeOf(t, asked.mfaSecret), redirect: '/feedback' });
    const { recoveryCodes, redirect } = reply.json();
    expect(redirect).toBe('/feedback');
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{13}$/);
    expect(await isIn(who)).toBe(true);

    await t.projected();
    const [account] = await accountsOf(t.platform, emailHash(t.platform, 'fay@strict.example'));
    expect(await userById(t.platform.read, strict.companyId, account!.userId)).toMatchObject({ mfa: true });
    expect((await historyOf('fay@strict.example')).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['MfaEnrolled', 'RecoveryCodesIssued', 'SignedIn']),
    );
    await t.jobsDone();
    expect(t.mailbox).toContainEqual(expect.objectContaining({ to: 'fay@strict.example', subject: 'Your account is safer now' }));
    t.clock.advance(30_000);
    expect((await login(visitor(), 'fay@strict.example')).json()).toEqual({ mfa: true });
  });

  test('who begins again gets a new secret, and the one before is worth nothing', async () => {
    await somebody(t, 'gil@strict.example', strict);
    const first = (await login(visitor(), 'gil@strict.example')).json();
    const second = (await login(visitor(), 'gil@strict.example')).json();
    expect(second.mfaSecret).not.toBe(first.mfaSecret);
    expect(answer(await login(visitor(), 'gil@strict.example', { mfa: await codeOf(t, first.mfaSecret) }))).toEqual(wrongCode);
  });

  test('is shown a secret also when a code or a recovery code comes before it', async () => {
    await somebody(t, 'hal@strict.example', strict);
    for (const more of [{ mfa: '123456' }, { recoveryCode: 'AAAAAAAAAAAAA' }]) {
      expect((await login(visitor(), 'hal@strict.example', more)).json()).toMatchObject({ mfaEnforce: true });
    }
  });

  test('never has a secret or a recovery code readable in the database', async () => {
    await somebody(t, 'ida@strict.example', strict);
    const { mfaSecret } = (await login(visitor(), 'ida@strict.example')).json();
    const { recoveryCodes } = (await login(visitor(), 'ida@strict.example', { mfa: await codeOf(t, mfaSecret) })).json();
    for (const table of ['events', 'logins', 'recovery_codes', 'web_sessions', 'devices', 'attempts']) {
      const { rows } = await t.platform.pool.query(`select t::text as row from ${table} t`);
      const all = rows.map(({ row }) => row).join('\n');
      for (const secret of [mfaSecret, ...recoveryCodes]) expect(all).not.toContain(secret);
    }
    const { rows } = await t.platform.pool.query('select code_hash from recovery_codes where email_hash = $1', [
      emailHash(t.platform, 'ida@strict.example'),
    ]);
    for (const { code_hash } of rows) expect(code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a recovery code', () => {
  const wrong = refusal('recovery_code_refused', 'That recovery code is not right, or it was used before.');
  const withCodes = async (email: string) => {
    await somebody(t, email, acme);
    await enrol(t, email);
    return issueRecoveryCodes(t.platform, emailHash(t.platform, email));
  };

  test('lets in once, however it is typed', async () => {
    const codes = await withCodes('jan@acme.example');
    const typed = ` ${codes[0]!.slice(0, 6).toLowerCase()} ${codes[0]!.slice(6).toLowerCase()}`;
    const who = visitor();
    expect(answer(await login(who, 'jan@acme.example', { recoveryCode: typed }))).toEqual([200, { redirect: '/' }]);
    expect(await isIn(who)).toBe(true);
    expect(answer(await login(visitor(), 'jan@acme.example', { recoveryCode: codes[0] }))).toEqual(wrong);
    expect(await historyOf('jan@acme.example')).toContainEqual(
      expect.objectContaining({ type: 'RecoveryCodeUsed', data: expect.objectContaining({ left: 9 }) }),
    );
    await t.jobsDone();
    expect(t.mailbox).toContainEqual(expect.objectContaining({ to: 'jan@acme.example', subject: 'A recovery code was used' }));
  });

  test.each(['AAAAAAAAAAAAA', 'AAAA', '1111111111111', '\u0000', 'é'.repeat(13)])('%j is refused', async (recoveryCode) => {
    const email = `kit-${recoveryCode.length}-${recoveryCode.codePointAt(0)}@acme.example`;
    await withCodes(email);
    expect(answer(await login(visitor(), email, { recoveryCode }))).toEqual(wrong);
  });

  test('of somebody else is refused', async () => {
    const [codes] = [await withCodes('lea@acme.example'), await withCodes('max@acme.example')];
    expect(answer(await login(visitor(), 'max@acme.example', { recoveryCode: codes[1] }))).toEqual(wrong);
  });

  test('brings ten new ones when fewer than three are left, and the others work no more', async () => {
    const codes = await withCodes('ned@acme.example');
    const use = async (recoveryCode?: string) => (await login(visitor(), 'ned@acme.example', { recoveryCode })).json();
    for (const code of codes.slice(0, 7)) expect(await use(code)).toEqual({ redirect: '/' });
    const { recoveryCodes } = await use(codes[7]);
    expect(recoveryCodes).toHaveLength(10);
    expect(await use(codes[8])).toMatchObject({ code: 'recovery_code_refused' });
    expect(await use(recoveryCodes[0])).toEqual({ redirect: '/' });
  });

  test('is used once when fifty use it at once', async () => {
    const codes = await withCodes('oda@acme.example');
    const use = () => login(visitor(), 'oda@acme.example', { recoveryCode: codes[0] });
    const replies = await Promise.all(Array.from({ length: 50 }, use));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('whoever may not sign in here', () => {
  const happened = async (email: string, type: 'UserDisabled') => {
    const [account] = await somebody(t, email, acme);
    await recordAt(t.platform, account!, [{ type, data: { userId: account!.userId } }]);
    await t.projected();
  };

  test('gets the same bytes as nobody: disabled, invited, or where passwords do not count', async () => {
    const nobody = await login(visitor(), 'nobody@acme.example');
    expect(answer(nobody)).toEqual(refusal('sign_in_refused', 'That e-mail and password do not match.'));

    await happened('pam@acme.example', 'UserDisabled');
    const quiet = await t.company('quiet');
    await changeSecurity(t, quiet.companyId, { emailLogin: false });
    await invite('quin@acme.example');
    for (const email of ['pam@acme.example', quiet.email, 'quin@acme.example']) {
      const reply = await login(visitor(), email);
      expect([reply.statusCode, reply.body, reply.headers['set-cookie']]).toEqual([nobody.statusCode, nobody.body, undefined]);
    }
    await expect
      .poll(async () => (await historyOf('pam@acme.example')).at(-1))
      .toMatchObject({
        type: 'SignInRefused',
        data: { reason: 'disabled', address: '192.0.2.1', device: 'Firefox on Windows' },
      });
  });

  /** A password from elsewhere, and an invitation that was not followed yet. */
  async function invite(email: string) {
    const [elsewhere] = await somebody(t, email, birch);
    await recordAt(t.platform, elsewhere!, [{ type: 'UserDisabled', data: { userId: elsewhere!.userId } }]);
    const userId = 'quin';
    const hash = emailHash(t.platform, email);
    await t.platform.pool.query('insert into accounts (company_id, user_id, email_hash) values ($1, $2, $3)', [
      acme.companyId,
      userId,
      hash,
    ]);
    const data = { userId, subjectId: 'user-quin', email, name: 'Quin', roleType: 'head_office', role: 'Analyst' } as const;
    await recordAt(t.platform, { companyId: acme.companyId, userId }, [{ type: 'UserInvited', data }]);
    await t.projected();
  }

  test('leaves a note in the history, sealed, and an unknown address leaves none', async () => {
    await somebody(t, 'rob@acme.example', acme);
    await login(visitor(), 'rob@acme.example', { password: 'wrong' });
    await expect
      .poll(async () => (await historyOf('rob@acme.example')).at(-1))
      .toMatchObject({ type: 'SignInRefused', data: { reason: 'password' }, metadata: { actor: 'system' } });
    const head = await t.platform.store.head();
    await login(visitor(), 'nobody-either@acme.example', { password: 'wrong' });
    await t.app.inject('/healthz');
    expect(await t.platform.store.head()).toBe(head);
    const { rows } = await t.platform.pool.query(`select t::text as row from events t where type = 'SignInRefused'`);
    expect(rows.map(({ row }) => row).join()).not.toContain('192.0.2.1');
  });
});
