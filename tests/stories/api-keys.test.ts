import { keyScopes } from '@frankly/contracts/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calling, colleague, signIn } from '../kit/colleagues.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let call: ReturnType<typeof calling>;
beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
  call = calling(t);
});
afterAll(() => t.close());

const admin = () => signIn(t, acme);
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const make = async (details: object) => (await call('POST', '/api/v1/keys', await admin(), { name: 'Till', ...details })).body;
const listed = async (id: string) =>
  (await call('GET', '/api/v1/keys', await admin())).body.keys.find((key: { id: string }) => key.id === id);
const answer = { questionType: 'nps', score: 9 };
const question = { measure: 'summary', questionType: 'nps', time: { unit: 'day' } };

describe('a key', () => {
  test('is made with what it may do and until when; its secret is answered once', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    const { id, secret } = await make({ scopes: ['responses.view', 'responses.record', 'responses.view'], expiresAt });
    expect(secret).toMatch(/^fk_[\w-]{43}$/);
    expect(await listed(id)).toEqual({
      id,
      name: 'Till',
      prefix: secret.slice(0, 9),
      scopes: ['responses.record', 'responses.view'],
      expiresAt,
      state: 'works',
    });
    expect((await call('GET', '/api/v1/keys', await admin())).text).not.toContain(secret);
    const stream = await t.platform.store.readStream(acme.companyId, `api-key-${id}`);
    expect(JSON.stringify(stream)).not.toContain(secret);
  });

  test.each([
    ['responses.record', [201, 403, 403]],
    ['responses.view', [403, 200, 403]],
    ['responses.correct', [403, 403, 200]],
  ])('for %s does that and nothing else', async (scope, statuses) => {
    await call('POST', '/api/v1/responses', acme.bearer, { ...answer, id: `of-${scope}` });
    const key = bearer((await make({ scopes: [scope] })).secret);
    const replies = [
      await call('POST', '/api/v1/responses', key, answer),
      await call('POST', '/api/v1/query', key, question),
      await call('POST', `/api/v1/responses/of-${scope}/void`, key, { reason: 'a test' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(statuses);
    for (const { status, body } of replies) if (status === 403) expect(body.error).toBe('not_allowed');
  });

  test('without limits, as keys were before, does all that keys may', async () => {
    expect(await listed(acme.keyId)).toMatchObject({ scopes: [...keyScopes], expiresAt: null, state: 'works' });
    expect((await call('POST', '/api/v1/query', acme.bearer, question)).status).toBe(200);
  });

  test('works to the last millisecond and not one longer, also when it was trusted a moment before', async () => {
    const expiresAt = new Date(t.clock.now().getTime() + 60_000);
    const { id, secret } = await make({ scopes: ['responses.view'], expiresAt: expiresAt.toISOString() });
    const now = t.clock.now.bind(t.clock);
    const at = async (ms: number) => {
      t.clock.now = () => new Date(expiresAt.getTime() + ms);
      const { status, body } = await call('POST', '/api/v1/query', bearer(secret), question);
      return body.error ?? status;
    };
    try {
      expect([await at(-2_000), await at(-1), await at(0), await at(-1), await at(1)]).toEqual([
        200,
        200,
        'key_refused',
        200,
        'key_refused',
      ]);
    } finally {
      t.clock.now = now;
    }
    t.clock.advance(60_000);
    expect(await listed(id)).toMatchObject({ state: 'expired' });
  });

  test('is revoked at once, also one that was trusted a moment before', async () => {
    const { id, secret } = await make({ scopes: ['responses.view'] });
    expect((await call('POST', '/api/v1/query', bearer(secret), question)).status).toBe(200);
    expect((await call('DELETE', `/api/v1/keys/${id}`, await admin())).status).toBe(200);
    expect((await call('POST', '/api/v1/query', bearer(secret), question)).body.error).toBe('key_refused');
    expect(await listed(id)).toMatchObject({ state: 'revoked' });
    expect((await call('DELETE', `/api/v1/keys/${id}`, await admin())).status).toBe(200);
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['users.manage'] }, 'scopes.0'],
    [{ scopes: ['responses.view'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ scopes: ['responses.view'], expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ scopes: ['responses.view'], name: 'a\u0000' }, 'name'],
  ])('is not made of %j', async (details, path) => {
    expect(await make(details)).toMatchObject({ error: 'invalid_input', fields: [{ path }] });
  });

  test('of another company is unknown', async () => {
    const globex = await t.company('globex');
    for (const id of [globex.keyId, 'nothing', 'a%00b']) {
      const reply = await call('DELETE', `/api/v1/keys/${id}`, await admin());
      expect([reply.status, reply.body.error]).toEqual([404, 'key_unknown']);
    }
    expect((await call('POST', '/api/v1/query', globex.bearer, question)).status).toBe(200);
    expect((await call('GET', '/api/v1/keys', await admin())).text).not.toContain(globex.keyId);
  });
});

describe('whoever makes a key', () => {
  test('gives it nothing that they may not do themselves', async () => {
    const permissions = ['keys.manage', 'responses.view'] as const;
    const some = await colleague(t, acme, { name: 'Some', roleType: 'head_office', permissions });
    const scopesFor = (...scopes: string[]) => call('POST', '/api/v1/keys', some.session, { name: 'Mine', scopes });
    expect((await scopesFor('responses.view', 'responses.record')).body.error).toBe('more_than_own');
    expect((await scopesFor('responses.view')).status).toBe(201);
  });

  test('sees everything, as the key does', async () => {
    const permissions = ['keys.manage', 'responses.view'] as const;
    const boss = await colleague(t, acme, { name: 'Boss', roleType: 'frontline_manager', permissions });
    const reply = await call('POST', '/api/v1/keys', boss.session, { name: 'Mine', scopes: ['responses.view'] });
    expect([reply.status, reply.body.error]).toEqual([403, 'not_allowed']);
  });

  test('has signed in lately', async () => {
    const session = await admin();
    t.clock.advance(11 * 60_000);
    const reply = await call('POST', '/api/v1/keys', session, { name: 'Late', scopes: ['responses.view'] });
    expect(reply.body.error).toBe('fresh_sign_in_needed');
  });
});
