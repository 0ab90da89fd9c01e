import { type OidcProvider, oidcProviders } from '@frankly/contracts/security';
import { emailHash, registerUser } from '@frankly/services/identity/accounts';
import { user } from '@frankly/services/identity/user';
import { handle } from '@frankly/services/handle';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oidcPeer, type OidcPeer } from '../kit/oidc-provider.ts';
import { SsoCompany } from '../kit/sso-company.ts';
import { type TestApp, testApp } from '../kit/test-app.ts';
import { Visitor } from '../kit/visitor.ts';

let t: TestApp;
let acme: SsoCompany;
let rival: SsoCompany;
const peers = {} as Record<OidcProvider, OidcPeer>;
const neutral = 'http://localhost';

beforeAll(async () => {
  t = await testApp();
  acme = await SsoCompany.of(t, 'acme');
  rival = await SsoCompany.of(t, 'rival');
  for (const provider of oidcProviders) {
    const redirects = [acme, rival].flatMap(({ home, company: { slug } }) =>
      [home, neutral].map((origin) => `${origin}/sso/callback/${slug}/${provider}`),
    );
    const { issuer, clientId, clientSecret } = (peers[provider] = await oidcPeer(provider, redirects));
    for (const company of [acme, rival]) {
      await company.change('PUT', `/oidc/${provider}`, { issuer, clientId, clientSecret });
    }
  }
  await acme.own('acme.example');
});
afterAll(async () => {
  await Promise.all(Object.values(peers).map((peer) => peer.close()));
  await t.close();
});

let number = 0;
/** Somebody with an account at the provider. */
function someone(provider: OidcProvider, email: string, more: object = {}): string {
  const login = `login-${++number}`;
  const named = provider === 'microsoft' ? { preferred_username: email } : { email, email_verified: true };
  peers[provider].people.set(login, { ...named, name: `Person ${number}`, ...more });
  return login;
}
const account = (email: string, roleType: 'frontline_staff' | 'head_office' = 'frontline_staff') =>
  registerUser(
    t.platform,
    acme.company.companyId,
    { email, name: 'Kim', password: 'long enough for anybody', roleType, role: 'Seller' },
    'system',
  );

/** Away and back; answers the address that the provider sends the browser to. */
async function thereAndBack(
  visitor: Visitor,
  provider: OidcProvider,
  login: string,
  { home = acme.home, redirect = '/feedback', tamper = (url: string) => url } = {},
): Promise<string> {
  const away = await visitor.go(`${home}/sso/${provider}?redirect=${encodeURIComponent(redirect)}`);
  expect([away.status, new URL(away.location!).host]).toEqual([302, new URL(peers[provider].issuer).host]);
  return peers[provider].signIn(visitor, tamper(away.location!), login);
}
const refused = (code: string, home = acme.home) => `${home}/login?error=${code}&redirect=%2Ffeedback`;

describe.each(oidcProviders)('with %s', (provider) => {
  test('somebody with an account signs in, and is known by the provider’s own name for them from then on', async () => {
    const email = `known-${provider}@acme.example`;
    const { userId } = await account(email);
    await t.projected();
    const login = someone(provider, email.toUpperCase());
    const visitor = new Visitor(t.app);
    const reply = await visitor.go(await thereAndBack(visitor, provider, login));
    expect(reply.location).toBe(`${acme.home}/feedback`);
    expect(await acme.whoIs(visitor)).toBe(email);
    const history = await acme.history(userId);
    expect(history.slice(-2)).toMatchObject([
      { type: 'SsoLinked', data: { userId, method: provider } },
      { type: 'SignedIn', data: { userId, method: provider } },
    ]);

    peers[provider].people.set(login, { name: 'No address any more' });
    const later = new Visitor(t.app);
    expect((await later.go(await thereAndBack(later, provider, login))).location).toBe(`${acme.home}/feedback`);
    expect((await acme.history(userId)).filter(({ type }) => type === 'SsoLinked')).toHaveLength(1);
  });

  test('of 50 parallel uses of one answer one succeeds', async () => {
    const email = `parallel-${provider}@acme.example`;
    await account(email);
    await t.projected();
    const visitor = new Visitor(t.app);
    const back = await thereAndBack(visitor, provider, someone(provider, email));
    const replies = await Promise.all(Array.from({ length: 50 }, () => visitor.go(back)));
    const outcomes = replies.map(({ location }) => location);
    expect(outcomes.filter((to) => to === `${acme.home}/feedback`)).toHaveLength(1);
    expect(outcomes.filter((to) => to === `${acme.home}/login?error=sso_refused`)).toHaveLength(49);
  });

  test('the set-up is found good', async () => {
    const { works, checks } = JSON.parse((await acme.call('POST', `/sso/${provider}/test`)).body);
    expect(checks.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([]);
    expect([works, checks.length]).toEqual([true, 5]);
  });
});

describe('whose account it is', () => {
  const enter = async (provider: OidcProvider, login: string, home = acme.home) => {
    const visitor = new Visitor(t.app);
    const reply = await visitor.go(await thereAndBack(visitor, provider, login, { home }));
    return { to: reply.location, visitor };
  };

  test('an address of a domain that is not proven opens no account', async () => {
    const { userId } = await account('outside@elsewhere.example');
    await t.projected();
    const { to, visitor } = await enter('okta', someone('okta', 'outside@elsewhere.example'));
    expect([to, await acme.whoIs(visitor)]).toEqual([refused('sso_no_account'), null]);
    expect((await acme.history(userId)).at(-1)).toMatchObject({ type: 'SignInRefused', data: { reason: 'sso' } });
  });

  test('another company’s provider opens none, whatever it says', async () => {
    await rival.settings({ justInTime: true });
    const login = someone('google', acme.company.email);
    const { to, visitor } = await enter('google', login, rival.home);
    expect(to).toBe(refused('sso_no_account', rival.home));
    expect(await acme.whoIs(visitor)).toBeNull();
  });

  test('a domain above or below a proven one proves nothing', async () => {
    for (const email of ['a@sub.acme.example', 'a@notacme.example', 'a@acme.example.evil.example', 'a@acme.example@x.example']) {
      await acme.settings({ justInTime: true });
      expect((await enter('okta', someone('okta', email))).to).toBe(refused('sso_no_account'));
    }
    await acme.settings({ justInTime: false });
  });

  test.each(['google', 'okta'] as const)('an address that %s has not verified counts as none', async (provider) => {
    const email = `unverified-${provider}@acme.example`;
    await account(email);
    await t.projected();
    expect((await enter(provider, someone(provider, email, { email_verified: false }))).to).toBe(refused('sso_no_account'));
  });

  test('somebody who was invited gets the account that waits for them, also from another domain', async () => {
    const invited = { userId: 'invited-1', subjectId: 'user-invited-1', email: 'guest@home.example', name: 'Guest' };
    const { companyId } = acme.company;
    await t.platform.pool.query('insert into accounts (company_id, user_id, email_hash) values ($1, $2, $3)', [
      companyId,
      invited.userId,
      emailHash(t.platform, invited.email),
    ]);
    const role = { roleType: 'frontline_manager', role: 'Manager' } as const;
    await handle(t.platform, user, { type: 'InviteUser', ...invited, ...role }, { companyId, actor: 'system' });
    await t.projected();
    const { to, visitor } = await enter('google', someone('google', invited.email));
    expect([to, await acme.whoIs(visitor)]).toEqual([`${acme.home}/feedback`, invited.email]);
    const history = await acme.history(invited.userId);
    expect(history.map(({ type }) => type)).toEqual(['UserInvited', 'UserRegistered', 'SsoLinked', 'SignedIn']);
    expect(history[1]!.data).toMatchObject({ name: 'Guest', roleType: 'frontline_manager' });
  });

  test('nobody else gets an account unless the company wants that', async () => {
    await acme.settings({ justInTime: false });
    expect((await enter('okta', someone('okta', 'new-1@acme.example'))).to).toBe(refused('sso_no_account'));
    await acme.settings({ justInTime: true, justInTimeRole: 'frontline_manager' });
    const { to, visitor } = await enter('okta', someone('okta', 'new-2@acme.example', { name: 'New Person' }));
    expect([to, await acme.whoIs(visitor)]).toEqual([`${acme.home}/feedback`, 'new-2@acme.example']);
    const me = JSON.parse((await visitor.go(`${acme.home}/me`)).body);
    expect([me.user.name, me.userRoleType, me.userRole]).toEqual(['New Person', 'frontline_manager', 'Manager']);
  });

  test('five first sign-ins at the same moment make one account', async () => {
    await acme.settings({ justInTime: true });
    const login = someone('google', 'eager@acme.example');
    const backs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const visitor = new Visitor(t.app);
        return { visitor, back: await thereAndBack(visitor, 'google', login) };
      }),
    );
    const replies = await Promise.all(backs.map(({ visitor, back }) => visitor.go(back)));
    expect(replies.map(({ location }) => location)).toEqual(Array(5).fill(`${acme.home}/feedback`));
    const { rows } = await t.platform.pool.query(
      `select distinct user_id from sso_links where company_id = $1 and provider = 'google'
      and linked_at >= (select max(linked_at) from sso_links)`,
      [acme.company.companyId],
    );
    const history = await acme.history(rows[0].user_id);
    expect(history.filter(({ type }) => type === 'UserRegistered')).toHaveLength(1);
    expect(history.filter(({ type }) => type === 'SignedIn')).toHaveLength(5);
  });

  test('an address that the provider gave to somebody else opens nothing', async () => {
    const email = 'leaver@acme.example';
    await account(email);
    await t.projected();
    expect((await enter('okta', someone('okta', email))).to).toBe(`${acme.home}/feedback`);
    expect((await enter('okta', someone('okta', email))).to).toBe(refused('sso_no_account'));
  });

  test('a disabled person is refused, linked or not', async () => {
    const email = 'gone@acme.example';
    const { userId } = await account(email);
    await t.projected();
    const login = someone('okta', email);
    expect((await enter('okta', login)).to).toBe(`${acme.home}/feedback`);
    const { companyId } = acme.company;
    await handle(t.platform, user, { type: 'DisableUser', userId }, { companyId, actor: 'system' });
    for (const name of [login, someone('google', email)]) {
      const provider = name === login ? 'okta' : 'google';
      expect((await enter(provider, name)).to).toBe(refused('sso_refused'));
      expect((await acme.history(userId)).at(-1)).toMatchObject({ type: 'SignInRefused', data: { reason: 'disabled' } });
    }
  });

  test('on the host of no company the one that was chosen counts', async () => {
    const visitor = new Visitor(t.app);
    visitor.cookies(neutral).set('frankly_company', 'acme');
    await acme.settings({ justInTime: true });
    const back = await thereAndBack(visitor, 'google', someone('google', 'neutral@acme.example'), { home: neutral });
    expect(back).toMatch(/^http:\/\/localhost\/sso\/callback\/acme\/google\?/);
    expect((await visitor.go(back)).location).toBe(`${neutral}/feedback`);
    expect(await acme.whoIs(visitor, neutral)).toBe('neutral@acme.example');
  });
});

describe('what does not fit', () => {
  let login: string;
  beforeAll(async () => {
    await account('fits@acme.example');
    await t.projected();
    login = someone('google', 'fits@acme.example');
  });
  const set = (name: string, value: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.set(name, value);
    return url.href;
  };

  test('another browser cannot finish, and does not use the answer up', async () => {
    const visitor = new Visitor(t.app);
    const back = await thereAndBack(visitor, 'google', login);
    const other = new Visitor(t.app);
    expect((await other.go(back)).location).toBe(`${acme.home}/login?error=sso_refused`);
    await thereAndBack(other, 'google', login);
    expect((await other.go(back)).location).toBe(`${acme.home}/login?error=sso_refused`);
    expect(await acme.whoIs(other)).toBeNull();
    expect((await visitor.go(back)).location).toBe(`${acme.home}/feedback`);
  });

  const answers: [string, (back: string) => string][] = [
    ['another state', set('state', 'x'.repeat(43))],
    ['no state', (back) => back.replace(/([?&])state=[^&]*/, '$1')],
    ['two states', (back) => `${back}&state=other`],
    ['another code', set('code', 'x'.repeat(43))],
    ['no code', (back) => back.replace(/([?&])code=[^&]*/, '$1')],
    ['another issuer', set('iss', 'https://accounts.google.example')],
    ['the place of another provider', (back) => back.replace('/acme/google', '/acme/okta')],
    ['the place of another company', (back) => back.replace('/acme/google', '/rival/google')],
    ['a refusal', (back) => set('error', 'access_denied')(back.replace(/([?&])code=[^&]*/, '$1'))],
  ];
  test.each(answers)('an answer with %s is refused', async (_, change) => {
    const visitor = new Visitor(t.app);
    const reply = await visitor.go(change(await thereAndBack(visitor, 'google', login)));
    expect(reply.location).toMatch(/^http:\/\/acme\.localhost\/login\?error=sso_refused/);
    expect(await acme.whoIs(visitor)).toBeNull();
  });

  test.each(['nonce', 'code_challenge'])('an answer for another %s is refused', async (name) => {
    const visitor = new Visitor(t.app);
    const back = await thereAndBack(visitor, 'google', login, { tamper: set(name, 'x'.repeat(43)) });
    expect((await visitor.go(back)).location).toBe(refused('sso_refused'));
    expect(await acme.whoIs(visitor)).toBeNull();
  });

  test('an answer after ten minutes is refused', async () => {
    const visitor = new Visitor(t.app);
    const back = await thereAndBack(visitor, 'google', login);
    t.clock.advance(10 * 60_000);
    expect((await visitor.go(back)).location).toBe(`${acme.home}/login?error=sso_refused`);
    await acme.signIn();
  });

  test.each([
    '//other.example/',
    'https://other.example/',
    '/\\other.example',
    'javascript:alert(1)',
    '/%09/other.example',
    '\thttps://other.example',
    '/..//other.example',
    'http://acme.localhost@other.example/',
  ])('the way on never leaves the site for %j', async (redirect) => {
    const visitor = new Visitor(t.app);
    const reply = await visitor.go(await thereAndBack(visitor, 'google', login, { redirect }));
    expect(new URL(reply.location!).origin).toBe(acme.home);
  });

  test.each([
    ['acme.localhost', 'nothing-like-it'],
    ['acme.localhost', 'saml'],
    ['nobody.localhost', 'google'],
    ['localhost', 'google'],
    ['acme.localhost.evil.example', 'google'],
    ['evil.example', 'google'],
  ])('at %s there is no %s', async (host, provider) => {
    const reply = await t.app.inject({ method: 'GET', url: `/sso/${provider}`, headers: { host } });
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/login?error=sso_unknown']);
  });
});

test('client secrets are nowhere to be read', async () => {
  const page = (await acme.call('GET', '')).body;
  const secret = peers.google.clientSecret;
  expect(page).toContain(peers.google.clientId);
  expect(page).not.toContain(secret);
  for (const table of ['events', 'company_secrets', 'sso_steps', 'sso_links']) {
    const { rows } = await t.platform.pool.query(`select t::text as row from ${table} t`);
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret);
  }
});
