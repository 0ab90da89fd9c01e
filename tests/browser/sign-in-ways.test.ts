import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSecurity, happenedAt, password, somebody } from '../kit/people.ts';
import type { TestApp, TestCompany } from '../kit/test-app.ts';
import { accessibilityProblems, desk, sidewaysScroll } from './dashboard-visit.ts';
import { arrived, banner, FrontDoor, heading, looks, sendCredentials } from './front-door.ts';

let door: FrontDoor;
let t: TestApp;
/** Signs in in every way. */
let acme: TestCompany;
/** Only by single sign-on. */
let birch: TestCompany;
/** Keeps robots out. */
let careful: TestCompany;
/** Only with e-mail. */
let plain: TestCompany;
/** Stands in for the provider's verify call; takes each response that is not "forged". */
let provider: Server;
const verified: string[] = [];

const oidc = { issuer: 'https://id.example', clientId: 'frankly' };
const staffLogin = '/password?staff';

beforeAll(async () => {
  provider = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const said = new URLSearchParams(body).get('response') ?? '';
      verified.push(said);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: !said.startsWith('forged') }));
    });
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  const verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/verify`;
  door = await FrontDoor.open({
    site: { staffLoginUrl: staffLogin, recaptcha: { siteKey: 'a-site-key', secret: 'a-secret', verifyUrl } },
  });
  t = door.t;
  acme = await t.company('acme');
  birch = await t.company('birch');
  careful = await t.company('careful');
  plain = await t.company('plain');
  for (const name of ['google', 'okta', 'microsoft'] as const)
    await happenedAt(t, acme.companyId, { type: 'OidcConfigured', data: { provider: name, settings: oidc } });
  const settings = { name: 'Acme Staff', entityId: 'acme', signInUrl: 'https://id.example/saml', certificates: ['one'] };
  await happenedAt(t, acme.companyId, { type: 'SamlConfigured', data: { settings } });
  await changeSecurity(t, acme.companyId, { selfRegister: true, logo: 'favicon.svg' });
  await happenedAt(t, birch.companyId, { type: 'OidcConfigured', data: { provider: 'okta', settings: oidc } });
  await changeSecurity(t, birch.companyId, { emailLogin: false });
  await changeSecurity(t, careful.companyId, { recaptcha: true });
});
afterAll(async () => {
  await door?.close();
  provider?.close();
});

const waysOn = (page: Page) => page.getByRole('link', { name: /^Sign in with/ }).allTextContents();

describe('the ways to sign in', () => {
  test('are a button each, an "or", and the form', async () => {
    const page = await door.at(acme, '/login?redirect=/feedback/trend');
    expect(await waysOn(page)).toEqual([
      'Sign in with Google',
      'Sign in with Okta',
      'Sign in with Microsoft',
      'Sign in with Acme Staff',
    ]);
    expect(await page.getByRole('link', { name: 'Sign in with Okta' }).getAttribute('href')).toBe(
      '/sso/okta?redirect=%2Ffeedback%2Ftrend',
    );
    await page.getByText('or', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await page.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(await page.getByRole('link', { name: 'Forgot Password' }).getAttribute('href')).toBe('/password');
    const logo = page.locator('.company-logo');
    expect(await logo.evaluate((image: HTMLImageElement) => [new URL(image.src).pathname, image.naturalWidth > 0])).toEqual([
      '/favicon.svg',
      true,
    ]);
  });

  test('are the form alone where nothing else is set up', async () => {
    const page = await door.at(plain, '/login');
    expect([await waysOn(page), await page.getByText('or', { exact: true }).count()]).toEqual([[], 0]);
    expect(await page.getByText('Register').count()).toBe(0);
  });

  test('are without a form where e-mail is switched off', async () => {
    const page = await door.at(birch, '/login');
    expect([await waysOn(page), await page.getByRole('textbox').count()]).toEqual([['Sign in with Okta'], 0]);
    expect(await page.getByText('or', { exact: true }).count()).toBe(0);
  });
});

test('a refusal that led here is told in the banner', async () => {
  const page = await door.at(acme, '/login?error=sso_refused');
  await banner(page, 'Single sign-on did not work. Please try again or ask your administrator.');
  await sendCredentials(page, acme.email, acme.password);
  await arrived(page);
  expect(await page.getByRole('alert').getByText('Single sign-on').count()).toBe(0);
});

test('what brings people here can be read where there is room, and is gone at less than 768 px', async () => {
  const page = await door.at(plain, '/login', { viewport: { width: 768, height: 900 } });
  const link = page.getByRole('link', { name: 'See it in action' });
  await link.click();
  await page.getByText('One question on a page that opens at once').waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 767, height: 900 });
  expect([await link.isVisible(), await page.getByRole('textbox', { name: 'Email' }).isVisible()]).toEqual([false, true]);
});

describe('Ctrl+G', () => {
  test.each(['Control+g', 'Meta+g'])('and Cmd+G lead our own people to where they sign in: %s', async (keys) => {
    const page = await door.at(plain, '/login');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press(keys);
    await page.waitForURL(`**${staffLogin}`);
    expect(new URL(page.url()).search).toBe('?staff');
  });

  test('does nothing where they are', async () => {
    const page = await door.at({ slug: 'frankly' }, '/login');
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+g');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.locator('label', { hasText: 'Invalid Password' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});

describe('where robots are kept out', () => {
  /** What the provider's script does, as far as the page sees it: a button that solves the challenge. */
  const script = `
    let solved = 0;
    window.grecaptcha = {
      render(place, { sitekey, callback }) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = 'I am not a robot';
        button.onclick = () => { button.textContent = 'Solved'; callback((window.kind ?? 'real') + '-' + sitekey + '-' + ++solved); };
        place.append(button);
        return 0;
      },
    };
    window[new URL(document.currentScript.src).searchParams.get('onload')]();`;
  const asked: URL[] = [];

  async function challenged(email: string): Promise<Page> {
    await somebody(t, email, careful);
    const page = await door.at(null, '/password');
    await page.route('https://www.google.com/recaptcha/**', (route) => {
      asked.push(new URL(route.request().url()));
      return route.fulfill({ contentType: 'text/javascript', body: script });
    });
    await page.goto(`http://careful.localhost:${door.port}/login?redirect=/feedback`);
    await page.getByRole('button', { name: 'I am not a robot' }).waitFor();
    return page;
  }

  test('the challenge is asked for, sent, and new after a failed try', async () => {
    const page = await challenged('ann@careful.example');
    expect([asked[0]?.pathname, asked[0]?.searchParams.get('render')]).toEqual(['/recaptcha/api.js', 'explicit']);
    await sendCredentials(page, 'ann@careful.example', 'wrong');
    await banner(page, 'Please complete reCAPTCHA challenge');
    expect(verified).toEqual([]);

    await page.getByRole('button', { name: 'I am not a robot' }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await banner(page, 'That e-mail and password do not match.');
    await page.getByRole('button', { name: 'I am not a robot' }).waitFor();
    await sendCredentials(page, 'ann@careful.example', password);
    await banner(page, 'Please complete reCAPTCHA challenge');
    await page.getByRole('button', { name: 'I am not a robot' }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await arrived(page);
    expect(verified).toEqual(['real-a-site-key-1', 'real-a-site-key-2']);
  });

  test('a challenge that the provider does not believe is not passed', async () => {
    const page = await challenged('bea@careful.example');
    await page.evaluate(() => Object.assign(window, { kind: 'forged' }));
    await page.getByRole('button', { name: 'I am not a robot' }).click();
    await sendCredentials(page, 'bea@careful.example', password);
    await banner(page, 'Please complete reCAPTCHA challenge');
    expect(verified.at(-1)).toBe('forged-a-site-key-1');
  });

  test('a challenge that does not load is said', async () => {
    const page = await door.at(null, '/password');
    await page.route('https://www.google.com/recaptcha/**', (route) => route.abort());
    await page.goto(`http://careful.localhost:${door.port}/login`);
    await page.getByRole('alert').getByText('The reCAPTCHA challenge could not be loaded.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Sign In' }).isVisible(), { timeout: 10_000 }).toBe(true);
  });
});

test.each(looks)('all of it is accessible at $width px in $colorScheme', async ({ viewport, colorScheme }) => {
  const page = await door.at(acme, '/login?error=sso_refused', { viewport, colorScheme, bypassCSP: true });
  if (viewport === desk) await page.getByRole('link', { name: 'See it in action' }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await heading(page, 'Sign In');
  expect([await accessibilityProblems(page), await sidewaysScroll(page)]).toEqual([[], 0]);
});
