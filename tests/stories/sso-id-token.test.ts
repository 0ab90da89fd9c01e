import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerUser } from '@frankly/services/identity/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SsoCompany } from '../kit/sso-company.ts';
import { type TestApp, testApp } from '../kit/test-app.ts';
import { Visitor } from '../kit/visitor.ts';

/** What a provider that nobody should believe answers for a code: a header, claims, and how they are signed. */
interface Token {
  header: object;
  claims: Record<string, unknown>;
  signed: (input: string) => string;
}

const email = 'kim@acme.example';
const clientId = 'frankly-okta';
const own = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const strangers = generateKeyPairSync('rsa', { modulusLength: 2_048 });

let t: TestApp;
let acme: SsoCompany;
let server: Server;
let issuer: string;
/** Of the sign-in that is under way. */
let nonce: string;
let answer: (honest: Token) => Token | string;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const by = (key: KeyObject) => (input: string) => sign('sha256', Buffer.from(input), key).toString('base64url');
const written = ({ header, claims, signed }: Token): string => {
  const input = `${part(header)}.${part(claims)}`;
  return `${input}.${signed(input)}`;
};

function honest(): Token {
  const now = Math.floor(t.clock.now().getTime() / 1_000);
  return {
    header: { alg: 'RS256', kid: 'own' },
    claims: { iss: issuer, aud: clientId, sub: 'kim', email, email_verified: true, nonce, iat: now, exp: now + 300 },
    signed: by(own.privateKey),
  };
}

beforeAll(async () => {
  t = await testApp();
  acme = await SsoCompany.of(t, 'acme');
  await acme.own('acme.example');
  const kim = { email, name: 'Kim', password: 'long enough for anybody', roleType: 'frontline_staff', role: 'Seller' } as const;
  await registerUser(t.platform, acme.company.companyId, kim, 'system');
  await t.projected();

  server = createServer((request, reply) => {
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/keys': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] }),
      '/token': () => {
        const given = answer(honest());
        return { access_token: 'a', token_type: 'Bearer', id_token: typeof given === 'string' ? given : written(given) };
      },
    };
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify(answers[request.url ?? '']?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await acme.change('PUT', '/oidc/okta', { issuer, clientId, clientSecret: 'a secret' });
});
afterAll(async () => {
  server.close();
  await t.close();
});

/** Away to the provider and straight back with a code; who is signed in then. */
async function signedIn(): Promise<string | null> {
  const visitor = new Visitor(t.app);
  const away = new URL((await visitor.go(`${acme.home}/sso/okta`)).location!);
  nonce = away.searchParams.get('nonce')!;
  const back = new URL(away.searchParams.get('redirect_uri')!);
  back.searchParams.set('code', 'x'.repeat(43));
  back.searchParams.set('state', away.searchParams.get('state')!);
  const { location } = await visitor.go(back.href);
  const who = await acme.whoIs(visitor);
  expect(location).toBe(who === null ? `${acme.home}/login?error=sso_refused` : `${acme.home}/`);
  return who;
}

test('an id token that is right signs the person in', async () => {
  answer = (token) => token;
  expect(await signedIn()).toBe(email);
});

const claiming = (claims: object) => (token: Token) => ({ ...token, claims: { ...token.claims, ...claims } });
const without = (name: string) => (token: Token) => {
  const { [name]: _, ...claims } = token.claims;
  return { ...token, claims };
};
const publicPem = () => own.publicKey.export({ type: 'spki', format: 'pem' });
const seconds = (ahead: number) => Math.floor(t.clock.now().getTime() / 1_000) + ahead;

const hostile: [string, (token: Token) => Token | string][] = [
  ['for another audience', claiming({ aud: 'somebody-else' })],
  ['for us and others, without saying for whom it was made', claiming({ aud: [clientId, 'somebody-else'] })],
  ['made for somebody else', claiming({ aud: [clientId, 'somebody-else'], azp: 'somebody-else' })],
  ['for no audience', without('aud')],
  ['of another issuer', claiming({ iss: 'https://accounts.google.com' })],
  ['of no issuer', without('iss')],
  ['about nobody', without('sub')],
  ['for another sign-in', claiming({ nonce: 'x'.repeat(43) })],
  ['for no sign-in', without('nonce')],
  ['that has expired', (token) => claiming({ iat: seconds(-600), exp: seconds(-300) })(token)],
  ['that never expires', without('exp')],
  ['that is not valid yet', (token) => claiming({ nbf: seconds(300) })(token)],
  ['of no known time', without('iat')],
  ['signed by somebody else', (token) => ({ ...token, signed: by(strangers.privateKey) })],
  [
    'signed by somebody else who brings the key along',
    (token) => ({
      ...token,
      header: { ...token.header, jwk: strangers.publicKey.export({ format: 'jwk' }), jku: 'http://127.0.0.1:9/keys' },
      signed: by(strangers.privateKey),
    }),
  ],
  [
    'signed by HMAC under the public key',
    (token) => ({
      ...token,
      header: { alg: 'HS256', kid: 'own' },
      signed: (input) => createHmac('sha256', publicPem()).update(input).digest('base64url'),
    }),
  ],
  [
    'signed by HMAC under the client secret',
    (token) => ({
      ...token,
      header: { alg: 'HS256' },
      signed: (input) => createHmac('sha256', 'a secret').update(input).digest('base64url'),
    }),
  ],
  ['that is not signed', (token) => ({ ...token, header: { alg: 'none' }, signed: () => '' })],
  ['whose signature was cut off', (token) => ({ ...token, signed: () => '' })],
  [
    'whose claims were changed after signing',
    (token) => {
      const [header, , signature] = written(token).split('.');
      return `${header}.${part({ ...token.claims, email: 'jane@acme.example' })}.${signature}`;
    },
  ],
  ['that is none', () => 'x'],
  ['that is empty', () => ''],
];
test.each(hostile)('an id token %s is refused', async (_, make) => {
  answer = make;
  expect(await signedIn()).toBeNull();
});
