import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SsoTest } from '@frankly/contracts/security';
import { registerUser } from '@frankly/services/identity/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, dnsServer } from '../kit/dns-server.ts';
import { type OidcPeer, oidcPeer } from '../kit/oidc-provider.ts';
import { newSigner, type SamlPeer, samlPeer } from '../kit/saml-idp.ts';
import { SsoCompany } from '../kit/sso-company.ts';
import { type TestApp, testApp } from '../kit/test-app.ts';
import { Visitor } from '../kit/visitor.ts';

let t: TestApp;
let dns: DnsServer;
let acme: SsoCompany;
let okta: OidcPeer;
let idp: SamlPeer;
/** Answers whatever a test puts here. */
let odd: Server;
let oddUrl: string;
let oddAnswer: { status: number; body: string } = { status: 200, body: '' };

beforeAll(async () => {
  dns = await dnsServer();
  t = await testApp({ site: { dns: dns.address } });
  acme = await SsoCompany.of(t, 'acme');
  okta = await oidcPeer('okta', ['http://acme.localhost/sso/callback/acme/okta']);
  idp = await samlPeer();
  odd = createServer((_, reply) => reply.writeHead(oddAnswer.status, { 'content-type': 'application/json' }).end(oddAnswer.body));
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
});
afterAll(async () => {
  dns.close();
  odd.close();
  await Promise.all([okta.close(), idp.close()]);
  await t.close();
});

const fieldsOf = (body: string) => (JSON.parse(body) as { fields?: { path: string; message: string }[] }).fields;
const configure = (changes: object = {}) =>
  acme.call('PUT', '/oidc/okta', { issuer: okta.issuer, clientId: okta.clientId, clientSecret: okta.clientSecret, ...changes });

describe('the settings', () => {
  test('are those of the beginning until they change, and only what changed is recorded', async () => {
    expect((await acme.page()).settings).toMatchObject({ emailLogin: true, enforceMfa: false, sessionHours: 12 });
    await acme.settings({ sessionHours: 8, emailLogin: true });
    expect((await acme.page()).settings).toMatchObject({ emailLogin: true, sessionHours: 8 });
    const history = await t.platform.store.readStream(acme.company.companyId, `company-${acme.company.companyId}`);
    expect(history.at(-1)).toMatchObject({ type: 'CompanySettingsChanged', data: { changes: { sessionHours: 8 } } });
    expect(history.at(-1)!.metadata.actor).toMatch(/^user:/);
  });

  test.each([
    [{ justInTimeRole: 'nobody' }, 'justInTimeRole'],
    [{ recaptcha: true }, 'recaptcha'],
    [{ emailLogin: false }, 'emailLogin'],
    [{ sessionHours: 0 }, 'sessionHours'],
  ])('%j is refused', async (changes, path) => {
    const reply = await acme.call('PUT', '', changes);
    expect([reply.status, fieldsOf(reply.body)?.map((field) => field.path)]).toEqual([422, [path]]);
  });

  test('are for whoever may change them, shortly after signing in', async () => {
    const manager = { email: 'manager@acme.example', password: 'long enough for anybody' };
    const details = { ...manager, name: 'Mo', roleType: 'frontline_manager', role: 'Manager' } as const;
    await registerUser(t.platform, acme.company.companyId, details, 'system');
    await t.projected();
    const visitor = new Visitor(t.app);
    await visitor.go(`${acme.home}/ajax/login`, { method: 'POST', json: manager });
    expect((await visitor.go(`${acme.home}/api/v1/security`)).status).toBe(403);
    expect((await new Visitor(t.app).go(`${acme.home}/api/v1/security`)).status).toBe(401);
    t.clock.advance(11 * 60_000);
    const late = await acme.call('PUT', '', { sessionHours: 9 });
    expect([late.status, JSON.parse(late.body).error]).toEqual([403, 'fresh_sign_in_needed']);
    await acme.signIn();
  });
});

describe('a domain', () => {
  test('is proven by its DNS, and by nothing else', async () => {
    await acme.change('POST', '/domains', { domain: ' Acme.EXAMPLE ' });
    const [row] = (await acme.page()).domains;
    expect(row).toMatchObject({
      domain: 'acme.example',
      verified: false,
      record: { name: '_frankly.acme.example', type: 'TXT' },
    });
    expect(row!.record.value).toMatch(/^frankly-verification=[\w-]{32}$/);
    const verify = () => acme.call('POST', '/domains/acme.example/verify');
    expect(JSON.parse((await verify()).body).error).toBe('domain_not_proven');
    for (const text of ['frankly-verification=', `x${row!.record.value}`, `${row!.record.value}x`]) {
      dns.texts.set('_frankly.acme.example', [text]);
      expect(JSON.parse((await verify()).body).error).toBe('domain_not_proven');
    }
    dns.texts.set('_frankly.acme.example', ['v=spf1 -all', row!.record.value]);
    expect((await verify()).status).toBe(200);
    await t.projected();
    expect((await acme.page()).domains).toMatchObject([{ domain: 'acme.example', verified: true }]);
    await acme.change('DELETE', '/domains/acme.example');
    expect((await acme.page()).domains).toEqual([]);
    expect(JSON.parse((await verify()).body).error).toBe('domain_unknown');
  });

  test.each(['acme', 'a_b.example', '-a.example', 'a..example', 'acme.example/x'])('%j is none', async (domain) => {
    expect((await acme.call('POST', '/domains', { domain })).status).toBe(422);
  });
});

describe('a provider of OpenID Connect', () => {
  const tried = async (): Promise<SsoTest> => JSON.parse((await acme.call('POST', '/sso/okta/test')).body) as SsoTest;
  const failed = async () => (await tried()).checks.filter(({ passed }) => !passed);

  test('needs a secret first, and again when the issuer changes', async () => {
    expect(fieldsOf((await configure({ clientSecret: undefined })).body)?.[0]?.path).toBe('clientSecret');
    expect((await configure()).status).toBe(200);
    await t.projected();
    expect((await configure({ clientSecret: undefined })).status).toBe(200);
    expect(fieldsOf((await configure({ clientSecret: undefined, issuer: oddUrl })).body)?.[0]?.path).toBe('clientSecret');
    const row = (await acme.page()).sso.find(({ provider }) => provider === 'okta')!;
    expect(row).toEqual({
      provider: 'okta',
      configured: true,
      oidc: { issuer: okta.issuer, clientId: okta.clientId },
      saml: null,
      addresses: {
        'Redirect address': 'http://localhost/sso/callback/acme/okta',
        'Redirect address of your own host': 'http://acme.localhost/sso/callback/acme/okta',
      },
    });
  });

  test.each(['http://idp.example', 'ftp://idp.example', 'https://idp.example/.well-known/openid-configuration'])(
    'at %s is refused',
    async (issuer) => {
      expect(fieldsOf((await configure({ issuer })).body)?.[0]?.path).toBe('issuer');
    },
  );

  const told: [string, () => Promise<object> | object, string, RegExp][] = [
    ['that is right', () => ({}), '', /^$/],
    ['with a wrong secret', () => ({ clientSecret: 'wrong' }), 'Client secret', /does not take this client ID and secret/],
    ['with a wrong client ID', () => ({ clientId: 'wrong' }), 'Client secret', /does not take this client ID and secret/],
    ['where nothing answers', () => ({ issuer: 'http://127.0.0.1:9' }), 'Address', /nothing answers there|could not be reached/],
    [
      'where there is none',
      () => {
        oddAnswer = { status: 404, body: '{}' };
        return { issuer: oddUrl };
      },
      'Address',
      /answered with status 404/,
    ],
    [
      'where something else answers',
      () => {
        oddAnswer = { status: 200, body: '<html>' };
        return { issuer: oddUrl };
      },
      'Address',
      /is no OpenID Connect provider/,
    ],
    [
      'of another issuer',
      () => {
        oddAnswer = { status: 200, body: JSON.stringify({ issuer: 'https://real.example' }) };
        return { issuer: oddUrl };
      },
      'Issuer',
      /calls itself https:\/\/real\.example/,
    ],
    [
      'without endpoints',
      () => {
        oddAnswer = { status: 200, body: JSON.stringify({ issuer: oddUrl }) };
        return { issuer: oddUrl };
      },
      'Endpoints',
      /authorization_endpoint, token_endpoint, jwks_uri/,
    ],
  ];
  test.each(told)('%s is told about', async (_, changes, name, message) => {
    expect((await configure(await changes())).status).toBe(200);
    await t.projected();
    const wrong = await failed();
    expect(wrong.map((check) => check.name)).toEqual(name ? [name] : []);
    expect(wrong[0]?.message ?? '').toMatch(message);
    expect((await tried()).works).toBe(name === '');
  });

  test('is gone when it is removed, with its secret', async () => {
    expect((await configure()).status).toBe(200);
    await acme.change('DELETE', '/sso/okta');
    const { rows } = await t.platform.pool.query(`select 1 from company_secrets where name = 'oidc-okta'`);
    expect(rows).toEqual([]);
    expect((await acme.page()).sso.every(({ configured }) => !configured)).toBe(true);
    expect((await new Visitor(t.app).go(`${acme.home}/sso/okta`)).location).toBe(`${acme.home}/login?error=sso_unknown`);
    expect((await acme.call('POST', '/sso/okta/test')).status).toBe(404);
    expect((await acme.call('DELETE', '/sso/okta')).status).toBe(404);
  });
});

describe('a provider of SAML', () => {
  const bySaml = (metadataXml: string) => acme.call('PUT', '/saml', { name: 'Acme', metadataXml });

  test('is set up by its address or its file, and found good', async () => {
    await acme.change('PUT', '/saml', { name: 'Acme', metadataUrl: idp.metadataUrl });
    const byAddress = (await acme.page()).sso.find(({ provider }) => provider === 'saml')!;
    expect(byAddress.saml).toMatchObject({ name: 'Acme', entityId: idp.entityId, metadataUrl: idp.metadataUrl });
    const tried = JSON.parse((await acme.call('POST', '/sso/saml/test')).body) as SsoTest;
    expect(tried.checks.map(({ name, passed }) => [name, passed])).toEqual([
      ['Certificate', true],
      ['Sign-in address', true],
      ['Metadata address', true],
    ]);
    await acme.change('PUT', '/saml', { name: 'Acme', metadataXml: idp.metadata });
    const byFile = (await acme.page()).sso.find(({ provider }) => provider === 'saml')!;
    expect(byFile.saml).toEqual({ ...byAddress.saml, metadataUrl: undefined });
    expect(byFile.addresses).toEqual({
      'Entity ID and metadata': 'http://localhost/sso/saml/metadata?company=acme',
      'Reply address (ACS)': 'http://localhost/sso/saml/acs',
    });
  });

  test('whose certificate has expired is told about', async () => {
    const old = await samlPeer(newSigner({ from: -2 * 86_400_000, until: -86_400_000 }));
    await acme.change('PUT', '/saml', { name: 'Acme', metadataXml: old.metadata });
    const tried = JSON.parse((await acme.call('POST', '/sso/saml/test')).body) as SsoTest;
    expect(tried.works).toBe(false);
    expect(tried.checks[0]).toMatchObject({
      passed: false,
      message: expect.stringMatching(/^The certificate expired on \d{4}-/),
    });
    await old.close();
    const gone = JSON.parse((await acme.call('POST', '/sso/saml/test')).body) as SsoTest;
    expect(gone.checks.find(({ name }) => name === 'Sign-in address')).toMatchObject({ passed: false });
  });

  test('whose metadata has changed since is told about', async () => {
    oddAnswer = { status: 200, body: idp.metadata };
    await acme.change('PUT', '/saml', { name: 'Acme', metadataUrl: oddUrl });
    const other = await samlPeer();
    const check = async () =>
      (JSON.parse((await acme.call('POST', '/sso/saml/test')).body) as SsoTest).checks.find(
        ({ name }) => name === 'Metadata address',
      );
    oddAnswer = { status: 200, body: other.metadata.replaceAll(other.entityId, idp.entityId) };
    expect(await check()).toMatchObject({
      passed: false,
      message: 'The metadata has changed since it was loaded. Load it again.',
    });
    oddAnswer = { status: 500, body: '' };
    expect(await check()).toMatchObject({
      passed: false,
      message: 'The metadata cannot be fetched: it answered with status 500.',
    });
    await other.close();
  });

  const bad: [string, () => string, RegExp][] = [
    ['a DTD', () => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${idp.metadata}`, /declarations/],
    ['no XML', () => 'hello', /cannot be used/],
    ['something cut off', () => idp.metadata.slice(0, -30), /well-formed/],
    ['another root', () => '<html/>', /not SAML metadata/],
    ['no certificate', () => idp.metadata.replaceAll(/<KeyDescriptor[\s\S]*?<\/KeyDescriptor>/g, ''), /no signing certificate/],
    ['a broken certificate', () => idp.metadata.replaceAll(/(X509Certificate>)[^<]{20}/g, '$1AAAA'), /cannot be read/],
    ['no address', () => idp.metadata.replaceAll(/<SingleSignOnService[^>]*>/g, ''), /no sign-in address/],
    [
      'a plain address elsewhere',
      () => idp.metadata.replaceAll(/Location="[^"]*"/g, 'Location="http://idp.example/sso"'),
      /https/,
    ],
    [
      'an address that is a script',
      () => idp.metadata.replaceAll(/Location="[^"]*"/g, 'Location="javascript:alert(1)"'),
      /https/,
    ],
  ];
  test.each(bad)('with %s in its metadata is refused', async (_, make, message) => {
    const reply = await bySaml(make());
    expect(reply.status).toBe(422);
    expect(fieldsOf(reply.body)).toEqual([{ path: 'metadataXml', message: expect.stringMatching(message) }]);
  });

  test('at an address that does not answer is refused, and so is none, or both', async () => {
    const at = async (body: object) => fieldsOf((await acme.call('PUT', '/saml', { name: 'A', ...body })).body)?.[0];
    expect(await at({ metadataUrl: 'http://127.0.0.1:9/metadata' })).toMatchObject({ path: 'metadataUrl' });
    expect(await at({ metadataUrl: 'http://idp.example/metadata' })).toMatchObject({
      message: expect.stringContaining('https://'),
    });
    oddAnswer = { status: 200, body: ' '.repeat(600_000) };
    expect(await at({ metadataUrl: oddUrl })).toMatchObject({ message: 'The metadata could not be fetched: it is too large.' });
    expect(await at({})).toMatchObject({ path: 'metadataUrl' });
    expect(await at({ metadataUrl: oddUrl, metadataXml: '<x/>' })).toMatchObject({ path: 'metadataUrl' });
  });

  test('lets sign-in by e-mail be switched off, and then stays', async () => {
    await acme.change('PUT', '/saml', { name: 'Acme', metadataXml: idp.metadata });
    await acme.settings({ emailLogin: false });
    const reply = await acme.call('DELETE', '/sso/saml');
    expect(fieldsOf(reply.body)?.[0]?.path).toBe('provider');
    await acme.settings({ emailLogin: true });
    await acme.change('DELETE', '/sso/saml');
  });
});
