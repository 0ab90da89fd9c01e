import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invite, tokenFor, verifyDomain } from '../kit/one-time-links.ts';
import { changeSecurity, password, somebody } from '../kit/people.ts';
import type { TestApp, TestCompany } from '../kit/test-app.ts';
import { accessibilityProblems, sidewaysScroll } from './dashboard-visit.ts';
import { arrived, banner, focused, FrontDoor, heading, looks, sendCredentials } from './front-door.ts';

let door: FrontDoor;
let t: TestApp;
let acme: TestCompany;
let birch: TestCompany;

beforeAll(async () => {
  door = await FrontDoor.open();
  t = door.t;
  [acme, birch] = [await t.company('acme'), await t.company('birch')];
  await changeSecurity(t, acme.companyId, { selfRegister: true });
  await verifyDomain(t, acme.companyId, 'acme.example');
});
afterAll(() => door?.close());

const expired = 'This link was used already or is too old. Please ask for a new one.';
const newPassword = (page: Page) => page.getByRole('textbox', { name: 'New Password' });
const linkFor = (email: string) => `/link?token=${tokenFor(t, email)}`;
const isIn = (page: Page) => page.evaluate(async () => (await fetch('/me')).status === 200);

describe('registering', () => {
  test('leads by a mail to a password, and in', async () => {
    const page = await door.at(acme, '/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await heading(page, 'Register');
    await page.getByText('Make an account at acme company.').waitFor();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('label', { hasText: 'A name is required.' }).waitFor();
    await page.locator('label', { hasText: 'Valid email is required' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann Lee');
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@acme.example');
    await page.keyboard.press('Enter');
    await heading(page, 'Check Your Mail');
    expect(await focused(page)).toBe('Check Your Mail');
    await page.getByText('If this address can have an account here, a mail with a link is on its way.').waitFor();
    await t.jobsDone();

    await page.goto(linkFor('ann@acme.example'));
    await heading(page, 'Join acme company');
    await page.getByText('You sign in as ann@acme.example.').waitFor();
    await newPassword(page).fill('1234567');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Join acme company' }).focus();
    await page.locator('label', { hasText: 'A password has at least 8 characters.' }).waitFor();
    await newPassword(page).fill('password');
    await page.keyboard.press('Enter');
    await banner(page, 'This password is on lists that attackers try first. Please choose another one.');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await newPassword(page).getAttribute('type')).toBe('text');
    await newPassword(page).fill('a horse, correct');
    await page.keyboard.press('Enter');
    await heading(page, 'Sign In');
    await sendCredentials(page, 'ann@acme.example', 'a horse, correct');
    await arrived(page);
    expect(await isIn(page)).toBe(true);
  });

  test('is offered only where the company allows it', async () => {
    const page = await door.at(birch, '/register');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByText('Register').count()).toBe(0);
  });
});

describe('a forgotten password', () => {
  test('is chosen anew by a link that works once', async () => {
    await somebody(t, 'bea@acme.example', acme);
    const page = await door.at(acme, '/login');
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await heading(page, 'Forgot Password');
    await page.getByRole('textbox', { name: 'Email' }).fill('bea@acme.example');
    await page.getByRole('button', { name: 'Send Link' }).click();
    await page.getByText('If this address has an account, a mail with a link is on its way.').waitFor();
    await t.jobsDone();

    const link = linkFor('bea@acme.example');
    await page.goto(link);
    await heading(page, 'Choose A Password');
    await newPassword(page).fill('quite another one');
    await page.getByRole('button', { name: 'Save Password' }).click();
    await page.waitForURL((url) => url.pathname !== '/link');

    const other = await door.at(acme, '/login?redirect=/feedback');
    await sendCredentials(other, 'bea@acme.example', password);
    await banner(other, 'That e-mail and password do not match.');
    await sendCredentials(other, 'bea@acme.example', 'quite another one');
    await arrived(other);

    await page.goto(link);
    await heading(page, 'This Link Works No More');
    await page.getByText(expired).waitFor();
    await page.getByRole('link', { name: 'Ask For A New Link' }).click();
    await heading(page, 'Forgot Password');
    expect(new URL(page.url()).pathname).toBe('/password');
  });

  test('stays as it is when the link ran out while the page was open', async () => {
    await somebody(t, 'cas@acme.example', acme);
    const page = await door.at(acme, '/password');
    await page.getByRole('textbox', { name: 'Email' }).fill('cas@acme.example');
    await page.keyboard.press('Enter');
    await heading(page, 'Check Your Mail');
    await t.jobsDone();
    await page.goto(linkFor('cas@acme.example'));
    await heading(page, 'Choose A Password');
    t.clock.advance(30 * 60_000);
    await newPassword(page).fill('quite another one');
    await page.keyboard.press('Enter');
    await heading(page, 'This Link Works No More');
    await expect.poll(() => page.getByText(expired).isVisible(), { timeout: 10_000 }).toBe(true);
  });
});

test('an invitation asks for name and password, or only to join', async () => {
  await invite(t, acme.companyId, 'dee@acme.example', 'Dee');
  const page = await door.at(acme, linkFor('dee@acme.example'));
  await heading(page, 'Join acme company');
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Dee');
  await newPassword(page).fill('a horse, correct');
  await page.getByRole('button', { name: 'Join acme company' }).click();
  await page.waitForURL((url) => url.pathname !== '/link');

  await somebody(t, 'eve@birch.example', birch);
  await invite(t, acme.companyId, 'eve@birch.example', 'Eve');
  const known = await door.at(null, linkFor('eve@birch.example'));
  await heading(known, 'Join acme company');
  await known.getByText('You have an account already: eve@birch.example. Your password stays as it is.').waitFor();
  expect(await known.getByRole('textbox').count()).toBe(0);
  await known.getByRole('button', { name: 'Join acme company' }).click();
  await known.waitForURL((url) => url.pathname !== '/link');
});

test('a link that is not whole says so', async () => {
  const page = await door.at(acme, '/link');
  await heading(page, 'This Link Works No More');
  await page.getByText('The link is not complete.').waitFor();
  expect(await page.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href')).toBe('/login');
});

test('somebody with several accounts chooses where to go on', async () => {
  await somebody(t, 'fay@acme.example', acme, birch);
  const page = await door.at(null, '/login?redirect=/feedback');
  await sendCredentials(page, 'fay@acme.example', password);
  await heading(page, 'Choose A Company');
  expect(await page.getByRole('listitem').allTextContents()).toEqual(['acme company', 'birch company']);
  await page.getByRole('button', { name: 'birch company' }).click();
  await arrived(page);
  expect(await page.evaluate(async () => (await (await fetch('/me')).json()).company.slug)).toBe('birch');
});

test.each(looks)('every page is accessible at $width px in $colorScheme', async ({ viewport, colorScheme, width }) => {
  const look = { viewport, colorScheme, bypassCSP: true };
  const email = `g${width}${colorScheme}@acme.example`;
  const fine = async (page: Page, title: string) => {
    await heading(page, title);
    expect([await page.title(), await accessibilityProblems(page), await sidewaysScroll(page)]).toEqual([
      `${title} · Frankly`,
      [],
      0,
    ]);
  };
  const page = await door.at(acme, '/register', look);
  await page.getByRole('button', { name: 'Register' }).click();
  await fine(page, 'Register');
  await page.goto('/password');
  await fine(page, 'Forgot Password');
  await page.goto('/link?token=unknown');
  await fine(page, 'This Link Works No More');
  await invite(t, acme.companyId, email);
  await page.goto(linkFor(email));
  await fine(page, 'Join acme company');

  await somebody(t, `several-${email}`, acme, birch);
  const chooser = await door.at(null, '/login', look);
  await sendCredentials(chooser, `several-${email}`, password);
  await chooser.getByRole('button', { name: 'acme company' }).waitFor();
  await fine(chooser, 'Choose A Company');
});
