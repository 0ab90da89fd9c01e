import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LoginData } from '@frankly/contracts/sign-in';
import { problems } from '@frankly/contracts/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../kit/browser.ts';
import { changeSecurity, codeOf, enrol, happenedAt, password, somebody } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let plain: TestApp;
let webRoot: string;
let acme: TestCompany;
/** Stands in for the provider's verify call. */
let provider: Server;
let verdict: { status: number; body: string };
let asked: Record<string, string>[] = [];

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'frankly-web-'));
  await writeFile(path.join(webRoot, 'login.html'), '<!doctype html><div id="login-data" data-login=""></div>');
  await writeFile(path.join(webRoot, 'account.html'), '<!doctype html><div id="account-data" data-account=""></div>');
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      asked.push(Object.fromEntries(new URLSearchParams(body)));
      response.writeHead(verdict.status, { 'content-type': 'application/json' }).end(verdict.body);
    });
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  const verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/verify`;
  t = await testApp({
    webRoot,
    site: {
      cdn: 'https://cdn.frankly.example/',
      staffLoginUrl: 'https://frankly.frankly.example/login',
      recaptcha: { siteKey: 'a-site-key', secret: 'a-secret', verifyUrl },
    },
  });
  // A code must not go out of date between its making and its use.
  t.clock.stop();
  plain = await testApp({ beside: t, webRoot });
  acme = await t.company('acme');
});
afterAll(async () => {
  await plain.close();
  await t.close();
  provider.close();
  await rm(webRoot, { recursive: true });
});
beforeEach(() => {
  verdict = { status: 200, body: '{"success":true}' };
  asked = [];
});

const attributeOf = (html: string, name: string): string =>
  (new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const loginPage = async (
  address = '/login',
  { app, host = 'acme.localhost' } = { app: t.app } as { app: TestApp['app']; host?: string },
) => {
  const page = await new Browser(app, { host }).get(address);
  return { page, data: LoginData.parse(JSON.parse(attributeOf(page.body, 'data-login'))) };
};

describe('the sign-in page', () => {
  test('of a company that changed nothing offers e-mail and password', async () => {
    const { page, data } = await loginPage('/login?redirect=/feedback%3Fa=b');
    expect(data).toEqual({
      logo: '',
      error: '',
      redirect: '/feedback?a=b',
      hasRecaptcha: false,
      emailLoginEnabled: true,
      canSelfRegister: false,
      hasOauthLogins: false,
      enabledGLogin: true,
      franklyLoginUrl: 'https://frankly.frankly.example/login',
    });
    expect(attributeOf(page.body, 'data-cdn')).toBe('https://cdn.frankly.example/');
    const bare = await loginPage('/login', { app: plain.app });
    expect(bare.data).not.toHaveProperty('franklyLoginUrl');
    expect(bare.data).not.toHaveProperty('enabledGLogin');
    expect(attributeOf(bare.page.body, 'data-cdn')).toBe('/');
  });

  test('offers what the company has set up, with where to go on to', async () => {
    const shop = await t.company('shop');
    await changeSecurity(t, shop.companyId, {
      emailLogin: false,
      selfRegister: true,
      recaptcha: true,
      logo: 'https://shop.example/l.png',
    });
    const oidc = { issuer: 'https://id.example', clientId: 'c' };
    const saml = {
      name: 'Shop SSO',
      entityId: 'https://idp.example',
      signInUrl: 'https://idp.example/sso',
      certificates: ['MII'],
    };
    await happenedAt(
      t,
      shop.companyId,
      { type: 'OidcConfigured', data: { provider: 'google', settings: oidc } },
      { type: 'OidcConfigured', data: { provider: 'okta', settings: oidc } },
      { type: 'OidcConfigured', data: { provider: 'microsoft', settings: oidc } },
      { type: 'SamlConfigured', data: { settings: saml } },
    );
    const redirect = encodeURIComponent('/feedback?a=b&c');
    const { page, data } = await loginPage(`/login?redirect=${redirect}`, { app: t.app, host: 'shop.localhost' });
    expect(data).toMatchObject({
      logo: 'https://shop.example/l.png',
      emailLoginEnabled: false,
      canSelfRegister: true,
      hasOauthLogins: true,
      hasRecaptcha: true,
      recaptcha: 'a-site-key',
      googleUrl: `/sso/google?redirect=${redirect}`,
      oktaUrl: `/sso/okta?redirect=${redirect}`,
      microsoftUrl: `/sso/microsoft?redirect=${redirect}`,
      samlSsoUrl: `/sso/saml?redirect=${redirect}`,
      samlSsoName: 'Shop SSO',
    });
    expect(page.headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/shop\.example(;|$| )/);
    // The same company without the key of a provider asks for no challenge; another company has none of all this.
    expect((await loginPage('/login', { app: plain.app, host: 'shop.localhost' })).data.hasRecaptcha).toBe(false);
    expect((await loginPage()).data.hasOauthLogins).toBe(false);
  });

  test('is that of the company which the address names, and of nobody otherwise', async () => {
    await changeSecurity(t, acme.companyId, { logo: 'logos/acme.svg' });
    const who = new Browser(t.app);
    const logoOf = async (address: string) => JSON.parse(attributeOf((await who.get(address)).body, 'data-login')).logo;
    expect(await logoOf('/login')).toBe('');
    expect(await logoOf('/login?company=acme')).toBe('logos/acme.svg');
    expect(await logoOf('/login')).toBe('logos/acme.svg');
    expect(await logoOf('/login?company=nobody')).toBe('');
    expect(await logoOf('/login')).toBe('');
  });

  test('shows words of ours for a refusal that led here, and no others', async () => {
    expect((await loginPage('/login?error=sso_no_account')).data.error).toBe(problems.sso_no_account[1]);
    for (const error of ['Call+0900-1234', 'constructor', '__proto__', 'toString', '%00', '<script>']) {
      expect((await loginPage(`/login?error=${error}`)).data.error).toBe('');
    }
    expect((await loginPage('/login?error=a&error=b')).data.error).toBe('');
  });

  test('loads scripts of the challenge, and images from elsewhere, only where they are set up', async () => {
    const policy = String((await loginPage()).page.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/);
    expect(policy).toMatch(/frame-src https:\/\/www\.google\.com\/recaptcha\/ https:\/\/recaptcha\.google\.com\/recaptcha\/;/);
    expect(policy).toMatch(/img-src 'self' data: https:\/\/cdn\.frankly\.example;/);
    const without = String((await loginPage('/login', { app: plain.app })).page.headers['content-security-policy']);
    expect(without).toMatch(/img-src 'self' data:;/);
    expect(without).not.toMatch(/script-src|frame-src|google/);
  });
});

describe('the pages beside it', () => {
  const data = async (address: string, who = new Browser(t.app, { host: 'acme.localhost' })) => {
    const page = await who.get(address);
    return page.statusCode === 200 ? JSON.parse(attributeOf(page.body, 'data-account')) : page.headers['location'];
  };

  test('know their view, company and where to go on to', async () => {
    await changeSecurity(t, acme.companyId, { selfRegister: true, logo: '' });
    for (const view of ['register', 'password', 'link']) {
      expect(await data(`/${view}?token=abc&redirect=/feedback`)).toEqual({
        view,
        company: 'acme company',
        logo: '',
        redirect: '/feedback',
      });
    }
    expect(await data('/password?redirect=//other.example', new Browser(t.app))).toMatchObject({ company: null, redirect: '/' });
  });

  test('registering is there only where the company allows it', async () => {
    await changeSecurity(t, acme.companyId, { selfRegister: false });
    expect(await data('/register?redirect=/feedback')).toBe('/login?redirect=%2Ffeedback');
    expect(await data('/register', new Browser(t.app))).toBe('/login?redirect=%2F');
  });

  test('choosing is there only for whoever may choose', async () => {
    const birch = await t.company('birch');
    await somebody(t, 'both@choice.example', acme, birch);
    const who = new Browser(t.app);
    expect(await data('/choice?redirect=/feedback', who)).toBe('/login?redirect=%2Ffeedback');
    const { redirect } = (
      await who.post('/ajax/login', { email: 'both@choice.example', password, redirect: '/feedback' })
    ).json();
    expect(await data(redirect, who)).toEqual({ view: 'choice', company: null, logo: '', redirect: '/feedback' });
  });
});

describe('the challenge against robots', () => {
  const host = 'careful.localhost';
  const refused = [401, { error: 'Please complete reCAPTCHA challenge', code: 'recaptcha_refused' }];
  let careful: TestCompany;
  const signIn = (more: object, who = new Browser(t.app, { host })) =>
    who.post('/ajax/login', { email: careful.email, password: careful.password, ...more });
  beforeAll(async () => {
    careful = await t.company('careful');
    await changeSecurity(t, careful.companyId, { recaptcha: true });
  });

  test('is asked for, and verified with the provider', async () => {
    const without = await signIn({});
    expect([without.statusCode, without.json(), asked]).toEqual([...refused, []]);
    expect((await signIn({ 'g-recaptcha-response': 'a-response' })).json()).toEqual({ redirect: '/' });
    expect(asked).toEqual([{ secret: 'a-secret', response: 'a-response', remoteip: '192.0.2.1' }]);
  });

  test.each([
    [200, '{"success":false,"error-codes":["timeout-or-duplicate"]}'],
    [200, '{"success":"true"}'],
    [200, 'not json'],
    [500, ''],
    [302, ''],
  ])('an answer %i %s of the provider lets nobody in', async (status, body) => {
    verdict = { status, body };
    const reply = await signIn({ 'g-recaptcha-response': 'a-response' });
    expect([reply.statusCode, reply.json()]).toEqual(refused);
  });

  test('is completed once for all steps of one person, but for nobody else', async () => {
    await somebody(t, 'ann@careful.example', careful);
    const secret = await enrol(t, 'ann@careful.example');
    const who = new Browser(t.app, { host });
    const ann = { email: 'ann@careful.example', password };
    expect((await signIn({ ...ann, 'g-recaptcha-response': 'once' }, who)).json()).toEqual({ mfa: true });
    verdict = { status: 200, body: '{"success":false}' };
    const other = await signIn({ 'g-recaptcha-response': 'once' }, who);
    expect(other.json()).toMatchObject({ code: 'recaptcha_refused' });
    const reply = await signIn({ ...ann, mfa: await codeOf(t, secret), 'g-recaptcha-response': 'once' }, who);
    expect(reply.json()).toEqual({ redirect: '/' });
    const again = await signIn({ ...ann, 'g-recaptcha-response': 'once' }, new Browser(t.app, { host }));
    expect(again.json()).toMatchObject({ code: 'recaptcha_refused' });
  });

  test('counts no guesses, and tells nothing of who exists', async () => {
    for (let n = 0; n < 12; n++) await signIn({ password: 'wrong' });
    expect((await signIn({ email: 'nobody@careful.example' })).json()).toMatchObject({ code: 'recaptcha_refused' });
    expect((await signIn({ 'g-recaptcha-response': 'a-response' })).statusCode).toBe(200);
  });

  test('is not asked for by other companies, nor where no provider is set up', async () => {
    const reply = await new Browser(t.app, { host: 'acme.localhost' }).post('/ajax/login', { email: acme.email, password });
    expect(reply.json()).toEqual({ redirect: '/' });
    expect((await signIn({}, new Browser(plain.app, { host }))).json()).toEqual({ redirect: '/' });
  });
});
