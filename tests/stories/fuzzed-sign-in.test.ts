import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '@frankly/contracts/errors';
import { defaultSecurity } from '@frankly/contracts/security';
import { SignInProblem } from '@frankly/contracts/sign-in';
import { registerUser } from '@frankly/services/identity/accounts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cheapHash } from '../kit/cheap-hash.ts';
import { fromJsonSchema, type JsonSchema, type Known } from '../kit/from-json-schema.ts';
import { mangled, naughty } from '../kit/mangled.ts';
import { answeredBy } from '../kit/routes-there-are.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

/** What we promise is FRANKLY_FUZZ=10000; every change of the code is tried with some of them. */
const runs = Number(process.env['FRANKLY_FUZZ'] ?? 3_000);
const seed = 20_261_121;
/** Calls that are under way at once. */
const together = 20;
const longestMs = 2_000;

const fuzzed = /^\/(ajax\/|link|register|password|choice|sso\/|api\/v1\/(account|people|roles|hierarchy|keys|security|audit))/;

let t: TestApp;
let acme: TestCompany;
let webRoot: string;
let colleagueId: string;
let targets: readonly Target[];

interface Target {
  method: string;
  url: string;
  /** Of the body, or of the query when there is none. */
  schema: JsonSchema;
}

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'frankly-web-'));
  for (const page of ['index', 'login', 'account']) await writeFile(path.join(webRoot, `${page}.html`), '<!doctype html>');
  t = await testApp({ webRoot });
  acme = await t.company();
  const colleague = {
    email: 'kim@acme.example',
    name: 'Kim',
    password: 'long enough words',
    roleType: 'frontline_staff',
    role: 'Seller',
  } as const;
  ({ userId: colleagueId } = await registerUser(t.platform, acme.companyId, colleague, 'system'));
  await t.projected();
  const described = (await t.app.inject('/docs/json')).json() as { paths: Record<string, Record<string, Operation>> };
  targets = answeredBy(t.app)
    .map((one) => one.split(' ') as [method: string, url: string])
    .filter(([method, url]) => method !== 'HEAD' && method !== 'OPTIONS' && fuzzed.test(url))
    .map(([method, url]) => ({
      method,
      url,
      schema: schemaOf(described.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]),
    }));
});
afterAll(async () => {
  await t.close();
  await rm(webRoot, { recursive: true });
});

interface Operation {
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  parameters?: { in: string; name: string; schema: JsonSchema }[];
}
const schemaOf = (operation: Operation | undefined): JsonSchema => {
  const query = operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  return (
    operation?.requestBody?.content['application/json']?.schema ?? {
      type: 'object',
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    }
  );
};

interface Call {
  target: Target;
  asAdmin: boolean;
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));
const fieldsOf = (value: unknown): [string, string][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([name, one]) => [name, text(one)])
    : [['', text(value)]];

const json = (value: unknown) => ({ type: 'application/json', payload: JSON.stringify(value) ?? '' });

/** The value in each way that a body can be written, rightly and wrongly. */
const written = (value: unknown): fc.Arbitrary<{ type: string; payload: string | Buffer }> => {
  const plain = JSON.stringify(value) ?? '';
  const form = new URLSearchParams(fieldsOf(value)).toString();
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(json(value)) },
    { weight: 2, arbitrary: fc.nat(plain.length).map((end) => ({ type: 'application/json', payload: plain.slice(0, end) })) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          '{"__proto__":{"admin":true},',
          '{"constructor":{"prototype":{"x":1}},',
          '{"a":1,"a":2,',
          '\ufeff{',
          '{"toString":1,"hasOwnProperty":0,',
        )
        .map((start) => ({
          type: 'application/json',
          payload: start + (plain.startsWith('{') && plain.length > 2 ? plain.slice(1) : '"x":1}'),
        })),
    },
    { weight: 4, arbitrary: fc.constant({ type: 'application/x-www-form-urlencoded', payload: form }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('%', '%zz', '%00', '&email=a&email=b', '&__proto__[x]=1', '&email[$gt]=', '&&==&', '%c0%ae', '=')
        .map((end) => ({ type: 'application/x-www-form-urlencoded; charset=utf-8', payload: form + end })),
    },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...brokenMultipart)
        .map((breaks) => ({ type: `multipart/form-data; boundary=${boundary}`, payload: breaks(multipart(fieldsOf(value))) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'application/xml',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'application/octet-stream',
          'json',
          '',
        )
        .map((type) => ({ type, payload: plain })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('a', '[', '{"a":', '\u0000', 'é'),
          fc.constantFrom(1_000, 20_000, 300_000),
          fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
        )
        .map(([unit, times, type]) => ({ type, payload: unit.repeat(times) })),
    },
  );
};

const boundary = 'fuzz';
const multipart = (fields: readonly [string, string][]): string =>
  `${fields.map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '_')}"\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`;
const brokenMultipart: readonly ((body: string) => Buffer)[] = [
  (body) => Buffer.from(body),
  (body) => Buffer.from(body),
  (body) => Buffer.from(body.slice(0, body.length / 2)),
  (body) => Buffer.from(body.replaceAll('\r\n', '\n')),
  (body) => Buffer.from(body.replaceAll('form-data; name', 'form-data; filename="x.exe"; name')),
  (body) => Buffer.from(body.replaceAll('form-data; name=', 'form-data; name*=')),
  (body) => Buffer.from(body.repeat(40)),
  (body) => Buffer.concat([Buffer.from(body), Buffer.alloc(5_000, 0xff)]),
  (body) => Buffer.from(body.replace(`--${boundary}--`, '')),
  () => Buffer.from(`--${boundary}--`),
  () => Buffer.alloc(0),
];

function calls(known: Known): fc.Arbitrary<Call> {
  const inPath = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        colleagueId,
        acme.keyId,
        'admin',
        'frontline_staff',
        'google',
        'okta',
        'saml',
        'northwind.example',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%00',
        '..%2f..',
        '%f0%28',
        'a'.repeat(300),
        '__proto__',
        'constructor',
        "'",
        '%',
        '%ff',
        '-1',
        'x%0d%0ay:z',
      ),
    },
  );
  return fc.constantFrom(...targets).chain((target) =>
    fc.tuple(fc.boolean(), inPath, meant(target.schema, known)).chain(([asAdmin, id, value]) =>
      (target.method === 'GET' ? fc.constant(null) : written(value)).map((body): Call => {
        const place = target.url.replace(/:\w+|\*/g, id);
        const query = target.method === 'GET' ? `?${new URLSearchParams(fieldsOf(value))}` : '';
        return {
          target,
          asAdmin,
          url: place + query,
          headers: body ? { 'content-type': body.type } : {},
          payload: body?.payload,
        };
      }),
    ),
  );
}

/** What a route asks for, seldom; mostly that with something wrong about it; at times anything at all. */
const meant = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> => {
  const valid = fromJsonSchema(schema, known);
  return fc.oneof(
    { weight: 2, arbitrary: valid },
    { weight: 7, arbitrary: valid.chain(mangled) },
    { weight: 2, arbitrary: fc.dictionary(fc.constantFrom('email', 'password', 'token', 'mfa', '__proto__', 'x'), naughty) },
    { weight: 1, arbitrary: naughty },
  );
};

/** Of an administrator, whatever the calls before did to the account. */
async function adminCookie(): Promise<string> {
  const { store, pool, clock } = t.platform;
  const signIn = () =>
    t.app.inject({ method: 'POST', url: '/ajax/login', payload: { email: acme.email, password: acme.password } });
  await pool.query('update logins set password_hash = $1', [cheapHash]);
  await pool.query('delete from attempts');
  let reply = await signIn();
  if (reply.body !== '{"redirect":"/"}') {
    await store.append({
      companyId: acme.companyId,
      stream: `company-${acme.companyId}`,
      expected: 'any',
      commandId: crypto.randomUUID(),
      events: [{ type: 'CompanySettingsChanged', data: { changes: defaultSecurity } }],
      metadata: { actor: 'system', correlationId: 'fuzz', causationId: 'fuzz', at: clock.now() },
    });
    await pool.query('update logins set mfa_secret = null');
    await t.projected();
    reply = await signIn();
  }
  expect([reply.statusCode, reply.body]).toEqual([200, '{"redirect":"/"}']);
  return String(reply.headers['set-cookie']).split(';')[0]!;
}

async function timed({ target, url, headers, payload, asAdmin }: Call, cookie: string, remoteAddress: string) {
  const started = performance.now();
  const reply = await t.app.inject({
    method: target.method as 'POST',
    url,
    headers: { ...headers, ...(asAdmin ? { cookie } : {}) },
    ...(payload === undefined ? {} : { payload }),
    remoteAddress,
  });
  return { reply, ms: performance.now() - started };
}

/** Null when the reply is one that a caller may get. */
function wrongWith({ statusCode, body }: { statusCode: number; body: string }): string | null {
  if (statusCode >= 500) return 'a fault of ours';
  if (statusCode < 400) return null;
  try {
    const parsed: unknown = JSON.parse(body);
    const inShape = Problem.strict().safeParse(parsed).success || SignInProblem.strict().safeParse(parsed).success;
    return inShape ? null : 'a refusal of another shape';
  } catch {
    return 'a refusal that is no JSON';
  }
}

test(`${runs} fuzzed calls of everything about signing in: no fault, none slow, every refusal of one shape`, async () => {
  const known: Known = {
    email: [acme.email, 'kim@acme.example', 'new@acme.example', 'nobody@elsewhere.example'],
    password: ['wrong', 'x'.repeat(129), 'short', '\u0000'.repeat(9)],
    redirect: ['/', '/feedback', '//other.example'],
    mfa: ['000000', '123456', 'abcdef'],
    recoveryCode: ['AAAAAAAAAAAAA', 'x'],
    token: ['x', 'a'.repeat(43)],
    roleId: ['admin', 'frontline_staff', 'unknown'],
    provider: ['okta', 'google'],
    issuer: ['https://127.0.0.1:9', 'http://localhost:9', 'https://idp.invalid'],
    metadataUrl: ['https://127.0.0.1:9/metadata', 'http://localhost:9'],
    metadataXml: ['<x/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<EntityDescriptor'],
    domain: ['northwind.example', 'x'],
    page: ['1', '0', 'x', 'MS8x'],
    from: ['2026-11-01', '9999-12-31'],
    to: ['2026-11-30', '0000-01-01'],
    kind: ['SignedIn', 'x'],
    person: [colleagueId, 'x'],
    company: ['acme', 'nobody'],
  };
  const drawn = fc.sample(calls(known), { numRuns: runs, seed });
  const problems: string[] = [];
  const slow: { call: Call; what: string }[] = [];
  const statuses: Record<string, number> = {};
  const slowest = { ms: 0, call: '' };
  let cookie = await adminCookie();

  for (let from = 0; from < drawn.length; from += together) {
    // Whoever was signed out, or may do what matters no more, signs in again.
    const account = await t.app.inject({ method: 'GET', url: '/me', headers: { cookie } });
    if (account.statusCode !== 200) cookie = await adminCookie();
    await Promise.all(
      drawn.slice(from, from + together).map(async (call, n) => {
        const what = `${call.asAdmin ? 'admin' : 'anonymous'} ${call.target.method} ${call.target.url}`;
        const { reply, ms } = await timed(call, cookie, `198.51.${(from / together) % 250}.${n + 1}`);
        const wrong = wrongWith(reply);
        if (wrong) {
          const sent = `${call.url.slice(0, 200)} ${JSON.stringify(call.headers)} ${String(call.payload).slice(0, 300)}`;
          problems.push(`${wrong}: ${what} ${sent} -> ${reply.statusCode} ${reply.body.slice(0, 200)}`);
        }
        if (ms > longestMs) slow.push({ call, what });
        statuses[reply.statusCode] = (statuses[reply.statusCode] ?? 0) + 1;
        if (ms > slowest.ms) Object.assign(slowest, { ms, call: what });
      }),
    );
  }
  // Twenty at once on a busy machine: only what is slow on its own is slow.
  for (const { call, what } of slow) {
    const { ms } = await timed(call, cookie, '198.51.251.1');
    if (ms > longestMs) problems.push(`${Math.round(ms)} ms: ${what} ${call.url.slice(0, 200)}`);
  }
  console.log(
    `${drawn.length} calls of ${targets.length} routes, seed ${seed}: ${JSON.stringify(statuses)}; slowest ${Math.round(slowest.ms)} ms (${slowest.call})`,
  );
  expect(problems.slice(0, 8)).toEqual([]);
  // Both sides of the line were tried.
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '302', '400', '401', '404', '413', '415', '422']));
}, 240_000);

test('what got in is read back by every read model', async () => {
  await t.projected();
  const { rows } = await t.platform.pool.query('select projection, reason from projection_parked');
  expect(rows).toEqual([]);
});
