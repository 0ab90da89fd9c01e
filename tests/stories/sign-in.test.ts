import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { permissions } from '@frankly/contracts/permissions';
import { LoginData } from '@frankly/contracts/sign-in';
import { registerUser } from '@frankly/services/identity/accounts';
import { revokeApiKey } from '@frankly/services/identity/api-keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let webRoot: string;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'frankly-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>The app</title>');
  await writeFile(path.join(webRoot, 'login.html'), '<!doctype html><div id="login-data" data-login="{}"></div>');
  await writeFile(path.join(webRoot, 'assets', 'app-3f2a.js'), 'export {};');
  t = await testApp({ webRoot });
  acme = await t.company();
});
afterAll(async () => {
  await t.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers });
const post = (url: string, payload?: object | string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) });
const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['set-cookie']).split(';')[0]!;
const signIn = async (credentials: object = { email: acme.email, password: acme.password }) => post('/ajax/login', credentials);

describe('signing in', () => {
  test('opens a session that knows who and where', async () => {
    const reply = await signIn({ email: ' JANE@acme.example', password: acme.password, redirect: '/feedback/trend?period=week' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { redirect: '/feedback/trend?period=week' }]);
    const [session, device] = reply.headers['set-cookie'] as string[];
    expect(session).toMatch(/^frankly=[^;]+; .*HttpOnly; SameSite=Lax$/);
    expect(device).toMatch(/^frankly_device=[^;]+; .*HttpOnly; SameSite=Lax$/);
    const me = await get('/me', { cookie: cookieOf(reply) });
    expect(me.json()).toEqual({
      permissions: [...permissions],
      company: { id: acme.companyId, slug: 'acme', name: 'acme company', timeZone: 'Europe/Amsterdam', features: {} },
      user: { id: expect.any(String), name: 'Jane', email: 'jane@acme.example', team: {}, servedBy: null },
      activeMetrics: ['nps', 'csat', 'ces', 'fivestar'],
      userRole: 'Analyst',
      userRoleType: 'head_office',
      hasPushDevice: false,
      userHasMlp: false,
      selectedScorecard: null,
      copilotDashboardFilters: { time: { unit: 'day', value: 30 } },
    });
    const history = await t.platform.store.readStream(acme.companyId, `user-${me.json().user.id}`);
    expect(history.at(-1)).toMatchObject({ type: 'SignedIn', metadata: { actor: `user:${me.json().user.id}` } });
  });

  test('works with a form of either kind', async () => {
    const fields = { email: acme.email, password: acme.password, redirect: '/' };
    const urlencoded = await post('/ajax/login', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const encoded = new Request('http://localhost', { method: 'POST', body: form });
    const multipart = await t.app.inject({
      method: 'POST',
      url: '/ajax/login',
      headers: { 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect([urlencoded.json(), multipart.json()]).toEqual([{ redirect: '/' }, { redirect: '/' }]);
    expect((await get('/me', { cookie: cookieOf(multipart) })).statusCode).toBe(200);
  });

  test('gives a new session id, so that a planted one is worth nothing', async () => {
    const planted = cookieOf(await signIn());
    const reply = await post('/ajax/login', { email: acme.email, password: acme.password }, { cookie: planted });
    expect(cookieOf(reply)).not.toBe(planted);
    expect((await get('/me', { cookie: planted })).statusCode).toBe(401);
  });

  test('never leads to another site', async () => {
    const reply = await signIn({ email: acme.email, password: acme.password, redirect: '//other.example/' });
    expect(reply.json()).toEqual({ redirect: '/' });
  });

  test('answers a wrong password and an unknown address with the same bytes and no cookie', async () => {
    const wrong = await signIn({ email: acme.email, password: 'wrong password' });
    const unknown = await signIn({ email: 'nobody@acme.example', password: 'wrong password' });
    expect([wrong.statusCode, wrong.json()]).toEqual([
      401,
      { error: 'That e-mail and password do not match.', code: 'sign_in_refused' },
    ]);
    expect([unknown.statusCode, unknown.body]).toEqual([401, wrong.body]);
    expect([wrong.headers['set-cookie'], unknown.headers['set-cookie']]).toEqual([undefined, undefined]);
  });

  test.each([{}, { email: acme?.email }, { email: 5, password: {} }, { email: 'a\u0000', password: 'b\u0000' }])(
    '%j is refused in the shape of the sign-in page',
    async (credentials) => {
      const reply = await signIn(credentials);
      expect([401, 422]).toContain(reply.statusCode);
      expect(reply.json()).toEqual({ error: expect.any(String), code: expect.any(String) });
    },
  );
});

describe('signing out', () => {
  test('ends the session at once', async () => {
    const cookie = cookieOf(await signIn());
    expect((await post('/ajax/logout', undefined, { cookie })).json()).toEqual({ redirect: '/login' });
    const me = await get('/me', { cookie });
    expect([me.statusCode, me.json().error]).toEqual([401, 'not_signed_in']);
  });
});

describe('another site', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://other.example' }],
    [{ origin: 'null' }],
  ])('%j can change nothing with our cookie', async (headers) => {
    const cookie = cookieOf(await signIn());
    for (const reply of [
      await post('/ajax/logout', undefined, { cookie, ...headers }),
      await post('/api/v1/responses/any/void', { reason: 'because' }, { cookie, ...headers }),
      await post('/ajax/login', { email: acme.email, password: acme.password }, headers),
    ]) {
      expect(reply.statusCode).toBe(403);
    }
    expect((await get('/me', { cookie })).statusCode).toBe(200);
  });

  test('is not mistaken for our own pages', async () => {
    const cookie = cookieOf(await signIn());
    const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: 'https://acme.example:3000', host: 'acme.example:3000' };
    expect((await post('/ajax/logout', undefined, headers)).statusCode).toBe(200);
  });
});

describe('an account', () => {
  const newUser = { name: 'Ann', password: 'long enough', roleType: 'frontline_staff', role: 'Seller' } as const;
  test('is one per e-mail address and company', async () => {
    await expect(
      registerUser(t.platform, acme.companyId, { ...newUser, email: 'Jane@ACME.example' }, 'system'),
    ).rejects.toMatchObject({ code: 'email_taken' });
  });
  test('needs a password of 8 to 128 characters', async () => {
    for (const password of ['1234567', 'x'.repeat(129)]) {
      const attempt = registerUser(t.platform, acme.companyId, { ...newUser, email: 'ann@acme.example', password }, 'system');
      await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'password' }] });
    }
  });
  test('leaves no e-mail address, name or password readable in the database', async () => {
    // Long words: a short one appears by chance in base64.
    await registerUser(t.platform, acme.companyId, { ...newUser, name: 'Zebedee', email: 'zebedee@acme.example' }, 'system');
    for (const table of ['events', 'logins', 'accounts', 'sign_ins', 'web_sessions']) {
      const { rows } = await t.platform.pool.query(`select t::text as row from ${table} t`);
      expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/zebedee|long enough/i);
    }
  });
});

describe('a role', () => {
  test('of frontline staff mends no answers; one of head office does', async () => {
    await post('/api/v1/responses', { id: 'r-role', questionType: 'nps', score: 2 }, acme.bearer);
    const correctAs = async (roleType: 'frontline_staff' | 'head_office') => {
      const account = { email: `${roleType}@acme.example`, password: 'long enough' };
      await registerUser(t.platform, acme.companyId, { ...account, name: 'Kim', roleType, role: 'Somebody' }, 'system');
      await t.projected();
      const cookie = cookieOf(await signIn(account));
      const correction = await post('/api/v1/responses/r-role/correct', { score: 10, reason: 'typed wrongly' }, { cookie });
      const voiding = await post('/api/v1/responses/r-role/void', { reason: 'a test' }, { cookie });
      return [correction.statusCode, voiding.statusCode];
    };
    expect(await correctAs('frontline_staff')).toEqual([403, 403]);
    expect(await correctAs('head_office')).toEqual([200, 200]);
  });
});

describe('an API key', () => {
  const answer = { questionType: 'nps', score: 9 };
  test.each([
    [{}, 'key_required'],
    [{ authorization: 'Basic abc' }, 'key_required'],
    [{ authorization: 'Bearer fk_unknown' }, 'key_refused'],
  ])('%j does not let answers in', async (headers, error) => {
    const reply = await post('/api/v1/responses', { score: 'not even looked at' }, headers as Record<string, string>);
    expect([reply.statusCode, reply.json().error]).toEqual([401, error]);
  });

  test('that was revoked is refused within seconds, and its secret is stored nowhere', async () => {
    const shop = await t.company('shop');
    const secret = shop.bearer.authorization.split(' ')[1]!;
    expect((await post('/api/v1/responses', answer, shop.bearer)).statusCode).toBe(201);
    await revokeApiKey(t.platform, shop.companyId, shop.keyId, 'system');
    t.clock.advance(5_000);
    const reply = await post('/api/v1/responses', answer, shop.bearer);
    expect([reply.statusCode, reply.json().error]).toEqual([401, 'key_refused']);
    for (const table of ['events', 'api_key_hashes']) {
      const { rows } = await t.platform.pool.query(`select t::text as row from ${table} t`);
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret);
    }
  });

  test('does not sign in, and a session does not record answers', async () => {
    expect((await get('/me', acme.bearer)).statusCode).toBe(401);
    expect((await post('/api/v1/responses', answer, { cookie: cookieOf(await signIn()) })).statusCode).toBe(401);
  });
});

describe('the pages', () => {
  test('ask a stranger to sign in, and lead on afterwards', async () => {
    const page = await get('/feedback/trend?period=week');
    expect([page.statusCode, page.headers['location']]).toEqual([302, '/login?redirect=%2Ffeedback%2Ftrend%3Fperiod%3Dweek']);
    const login = await get(String(page.headers['location']));
    const attribute = /data-login="([^"]*)"/.exec(login.body)![1]!.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(LoginData.parse(JSON.parse(attribute))).toMatchObject({
      redirect: '/feedback/trend?period=week',
      emailLoginEnabled: true,
    });
  });

  test('open for whoever is signed in', async () => {
    const cookie = cookieOf(await signIn());
    expect((await get('/feedback/leaderboard', { cookie })).body).toContain('The app');
    const login = await get('/login?redirect=/feedback', { cookie });
    expect([login.statusCode, login.headers['location']]).toEqual([302, '/feedback']);
  });

  test('run no scripts but ours, and keep hashed files for ever', async () => {
    const login = await get('/login');
    expect(login.headers['content-security-policy']).toMatch(/default-src 'self'/);
    expect(login.headers['content-security-policy']).not.toMatch(/script-src|unsafe-eval/);
    const file = await get('/assets/app-3f2a.js');
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await get('/login.html')).statusCode).toBe(404);
  });
});

describe('the API’s description', () => {
  test('names every call with its input and its key', async () => {
    const { paths } = (await get('/docs/json')).json();
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/v1/responses', '/ajax/login', '/me']));
    expect(paths['/api/v1/responses'].post.security).toEqual([{ key: [] }]);
    expect(paths['/api/v1/responses'].post.requestBody.content['application/json'].schema.required).toEqual([
      'questionType',
      'score',
    ]);
    expect((await get('/docs')).statusCode).toBe(200);
  });
});
