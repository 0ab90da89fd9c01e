import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { requestNamed } from '@frankly/services/sso/steps';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cheapHash } from '../kit/cheap-hash.ts';
import { happenedAt } from '../kit/people.ts';
import { answeredBy, described } from '../kit/routes-there-are.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let cookie: string;
let routes: KnownRoute[];
let federated: string[];
let webRoot: string;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'frankly-web-'));
  await writeFile(path.join(webRoot, 'login.html'), '<!doctype html><div id="login-data" data-login="{}"></div>');
  t = await testApp({ webRoot });
  await t.app.ready();
  routes = answeredBy(t.app).map((one) => ({ method: one.split(' ')[0]!, url: one.split(' ')[1]! }));
  federated = [...(await described())].flatMap(([name, { access }]) => (access === 'federated' ? [name] : []));
  acme = await t.company();
  await t.platform.pool.query('update logins set password_hash = $1', [cheapHash]);
  cookie = cookieOf(await signIn());
});
afterAll(async () => {
  await t.close();
  await rm(webRoot, { recursive: true });
});

const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['set-cookie']).split(';')[0]!;
const signIn = (redirect?: string) =>
  t.app.inject({ method: 'POST', url: '/ajax/login', payload: { email: acme.email, password: acme.password, redirect } });

/** What a browser says of itself when another site makes it call. */
const fromElsewhere: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', origin: 'null' },
  { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' },
  { 'sec-fetch-site': 'Same-Origin' },
  { origin: 'https://other.example' },
  { origin: 'http://localhost.other.example' },
  { origin: 'http://localhost:81' },
  { origin: 'http://localhost@other.example' },
  { origin: 'null' },
  { origin: '' },
];
const kindsOfBody: readonly Record<string, string>[] = [
  { 'content-type': 'application/json' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
];

interface KnownRoute {
  method: string;
  url: string;
}

const harmless = ['GET', 'HEAD', 'OPTIONS'];
const addressOf = ({ url }: KnownRoute) => url.replace(/:\w+/g, 'known').replace('*', 'known');
const named = ({ method, url }: KnownRoute) => `${method} ${url}`;

/** A form for anybody who has its link, from wherever they come. It is outside the sessions: it knows nobody. */
const surveyForm = 'POST /s/:survey';

/** All that the database holds, by table; but for how far read models have looked, which goes on by itself. */
async function everything(): Promise<Record<string, string>> {
  await t.projected();
  const { pool } = t.platform;
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       and table_name <> 'projection_builds' order by 1`,
  );
  const sums = rows.map(async ({ name }) => {
    const found = await pool.query<{ sum: string }>(`select md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t`);
    return [name, found.rows[0]!.sum] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

describe('every route that changes something', () => {
  test('is among those that are tried here', async () => {
    const changing = routes.filter(({ method }) => !harmless.includes(method)).map(named);
    expect(changing).toEqual(
      expect.arrayContaining(['POST /ajax/login', 'POST /ajax/logout', 'POST /api/v1/responses/:id/void']),
    );
    expect(changing).toEqual(expect.arrayContaining(federated));
    expect(routes.map(named)).toEqual(expect.arrayContaining(['GET /api/v1/audit', 'GET /me']));
  });

  test('refuses a call from another site, with a person’s cookie and every kind of body', async () => {
    const open = [...federated, surveyForm];
    const before = await everything();
    const through: string[] = [];
    let tried = 0;
    for (const route of routes.filter((one) => !harmless.includes(one.method) && !open.includes(named(one)))) {
      for (const [n, from] of fromElsewhere.entries()) {
        const headers = { cookie, ...from, ...kindsOfBody[n % kindsOfBody.length] };
        const reply = await t.app.inject({ method: route.method as 'POST', url: addressOf(route), headers, payload: '{}' });
        tried += 1;
        // A route for keys alone does not look at cookies.
        const refused = [`403 cross_site`, `401 key_required`].includes(`${reply.statusCode} ${codeIn(reply.body)}`);
        if (!refused) through.push(`${named(route)} ${JSON.stringify(from)}: ${reply.statusCode} ${reply.body.slice(0, 100)}`);
        if (reply.headers['set-cookie']) through.push(`${named(route)} set a cookie`);
      }
    }
    expect(through).toEqual([]);
    expect(tried).toBeGreaterThan(30 * fromElsewhere.length);
    expect(await everything()).toEqual(before);
    expect((await t.app.inject({ method: 'GET', url: '/me', headers: { cookie } })).statusCode).toBe(200);
  });

  test('of an identity provider changes nothing without an assertion that holds', async () => {
    const before = await everything();
    const assertion = Buffer.from('<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>').toString('base64');
    const answers: Record<string, string>[] = [
      {},
      { SAMLResponse: 'x' },
      { SAMLResponse: assertion },
      { SAMLResponse: assertion, RelayState: 'https://other.example' },
    ];
    for (const route of routes.filter((one) => !harmless.includes(one.method))) {
      if (!federated.includes(named(route))) continue;
      for (const fields of answers) {
        const reply = await t.app.inject({
          method: 'POST',
          url: addressOf(route),
          headers: { cookie, 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(fields).toString(),
        });
        expect(reply.statusCode).toBeLessThan(500);
        expect(reply.headers['set-cookie']).toBeUndefined();
        if (reply.headers['location']) staysHere(String(reply.headers['location']));
      }
    }
    expect(await everything()).toEqual(before);
  });

  test('is none that merely looks: a link or a picture on another site appends nothing', async () => {
    const before = await everything();
    const live = '/api/v1/live';
    for (const route of routes.filter(({ method, url }) => method === 'GET' && !url.startsWith('/docs') && url !== live)) {
      const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
      const reply = await t.app.inject({ method: 'GET', url: addressOf(route), headers });
      expect([named(route), reply.headers['access-control-allow-origin']]).toEqual([named(route), undefined]);
    }
    const after = await everything();
    for (const table of ['events', 'sign_ins', 'logins', 'accounts', 'api_key_hashes']) {
      expect([table, after[`public.${table}`]]).toEqual([table, before[`public.${table}`]]);
    }
  });
});

const codeIn = (body: string): string => {
  try {
    const { error, code } = JSON.parse(body) as { error?: string; code?: string };
    return code ?? error ?? '';
  } catch {
    return '';
  }
};

const site = 'http://localhost';
/** Where a browser on our site would end up. */
function staysHere(address: string): void {
  expect(`${address} leads to ${new URL(address, site).origin}`).toBe(`${address} leads to ${site}`);
  // Also when it is put behind a link, with what browsers take away first.
  const bare = address.replace(/[\t\n\r]/g, '').trim();
  expect(`${address} leads to ${new URL(bare, `${site}/login`).origin}`).toBe(`${address} leads to ${site}`);
  expect(address).toMatch(/^\/(?![/\\])/);
}

const anywhere = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:x',
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          '',
          ' ',
          '\t',
          '\n',
          '\r',
          '\u0000',
          '\u00a0',
          '\ufeff',
          '.',
          '..',
          '/.',
          '/..',
          '/%2e',
          '/feedback/..',
          '/;',
          '/a/../',
        ),
        fc.constantFrom(
          '//',
          '\\\\',
          '/\\',
          '\\/',
          '///',
          '////',
          '/\t/',
          '/\n/',
          '/\r\n/',
          '\t//',
          '/%2f',
          '/%5c',
          '/%09/',
          '/%0a/',
          '//%00',
        ),
        fc.constantFrom(
          '',
          'user@',
          'localhost@',
          'localhost:80@',
          'localhost%40',
          'a:b@',
          '@',
          '%40',
          'localhost\\@',
          'localhost#@',
        ),
        fc.constantFrom(
          'other.example',
          'OTHER.example',
          'other。example',
          'other．example',
          '[::1]',
          '127.1',
          '0x7f000001',
          'localhost.other.example',
          'öther.example',
          '%6fther.example',
          'other.example%2f',
          '',
        ),
        fc.constantFrom('', '/', ':80', '/feedback', '\\feedback', '?x', '#x', '/..//other.example', '%2f..'),
      )
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'https:',
          'http:',
          'HTTP:',
          'http:/',
          'https:///',
          'ftp:',
          'file:',
          'ws:',
          ':',
          '::',
          'http:\\\\',
          'http:localhost',
        ),
        fc.constantFrom('other.example', '//other.example', '\\\\other.example', '/other.example', ''),
      )
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('\u2044', '\u2215', '\uff0f', '\u29f8', '\uff3c', '\u005c', '\u0338', '\u2028', '\u202e', '\ud83d'),
        fc.constantFrom('/', '\\', '', '\u2044', '\uff0f'),
        fc.constantFrom('other.example', '/other.example'),
      )
      .map(([one, two, host]) => `/${one}${two}${host}`),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `/${text}`) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom('/', '\\', '.', '@', ':', '%', '\t', '\n', ' ', 'a', '2f', '5c', '?', '#'),
      maxLength: 12,
    }),
  },
);
const nasty = (count: number, seed: number) => [...new Set(fc.sample(anywhere, { numRuns: 2 * count, seed }))].slice(0, count);

describe('a redirect', () => {
  test('of the sign-in page never leaves the site: 2,500 addresses, for a stranger and for whoever is signed in', async () => {
    const addresses = nasty(2_500, 20_261_121);
    expect(addresses.length).toBe(2_500);
    let kept = 0;
    for (const address of addresses) {
      const url = `/login?${new URLSearchParams({ redirect: address })}`;
      const reply = await t.app.inject({ method: 'GET', url, headers: { cookie } });
      expect([address, reply.statusCode]).toEqual([address, 302]);
      staysHere(String(reply.headers['location']));
      const page = await t.app.inject({ method: 'GET', url });
      const attribute = /data-login="([^"]*)"/
        .exec(page.body)![1]!
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>');
      const { redirect } = JSON.parse(attribute.replaceAll('&amp;', '&')) as { redirect: string };
      expect(redirect).toBe(reply.headers['location']);
      kept += reply.headers['location'] === '/' ? 0 : 1;
    }
    // Both sides of the line were tried.
    expect(kept).toBeGreaterThan(100);
    expect(addresses.length - kept).toBeGreaterThan(1_000);
  }, 240_000);

  test('of a sign-in never leaves the site: 300 addresses', async () => {
    for (const address of nasty(300, 20_261_122)) {
      const reply = await signIn(address);
      expect([address, reply.statusCode]).toEqual([address, 200]);
      staysHere(reply.json().redirect);
    }
  }, 240_000);

  test('that a single sign-on starts with is none that leaves the site: 300 addresses', async () => {
    const provider = 'https://idp.example';
    const settings = { name: 'Acme', entityId: provider, signInUrl: `${provider}/sso`, certificates: ['MII'] };
    await happenedAt(t, acme.companyId, { type: 'SamlConfigured', data: { settings } });
    for (const address of nasty(300, 20_261_123)) {
      const start = (name: string) => {
        const url = `/sso/${name}?${new URLSearchParams({ redirect: address })}`;
        return t.app.inject({ method: 'GET', url, headers: { host: 'acme.localhost' } });
      };
      const refused = await start('google');
      expect([address, refused.statusCode]).toEqual([address, 302]);
      staysHere(String(refused.headers['location']));

      const away = new URL(String((await start('saml')).headers['location']));
      expect([address, away.origin]).toEqual([address, provider]);
      const request = inflateRawSync(Buffer.from(away.searchParams.get('SAMLRequest')!, 'base64')).toString();
      const id = /\bID="([^"]+)"/.exec(request)![1]!;
      const step = await requestNamed<{ redirect: string }>(t.platform, id);
      staysHere(step!.kept.redirect);
    }
  }, 240_000);
});
