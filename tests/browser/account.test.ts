import { readFile } from 'node:fs/promises';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, DashboardVisit, desk, phone, settled, sidewaysScroll } from './dashboard-visit.ts';

let visit: DashboardVisit;
beforeAll(async () => {
  visit = await DashboardVisit.open();
});
afterAll(() => visit?.close());

const minutes = 60_000;
let people = 0;

/** Somebody new, at their own account; the sign-in is fresh. */
async function atAccount(options: Parameters<DashboardVisit['page']>[0] = {}): Promise<{ page: Page; email: string }> {
  const email = await visit.addPerson(`Kim${++people}`, 'frontline_staff');
  const page = await signIn(email, visit.company.password, options);
  return { page, email };
}

async function signIn(email: string, password: string, options: Parameters<DashboardVisit['page']>[0] = {}): Promise<Page> {
  const page = await visit.page(options);
  await page.goto('/login?redirect=/account');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/account');
  await settled(page);
  return page;
}

const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(visit.frankly.clock.now().getTime() / 1_000) });

/** Sets the second step up; the codes are shown. */
async function setUp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.getByRole('dialog').locator('code').textContent())!.replaceAll(' ', '');
  await page.getByLabel('Multi-Factor Authentication Code').fill(await codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'MFA Successfully Setup' }).waitFor();
  visit.frankly.clock.advance(31_000);
  return secret;
}

test('is a click away from every screen', async () => {
  const page = await visit.signedIn();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'You', exact: true }).textContent()).toContain(visit.company.email);
});

test('a new password asks again who one is, when that was long ago, and then signs out everywhere else', async () => {
  const { page, email } = await atAccount();
  visit.frankly.clock.advance(11 * minutes);
  const other = await signIn(email, visit.company.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByText('A password has at least 8 characters.').waitFor();
  await page.getByLabel('New password', { exact: true }).fill('a brand new password');
  await page.getByRole('button', { name: 'Save password' }).click();
  const check = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await check.getByLabel('Password').fill('not this one');
  await check.getByRole('button', { name: 'Confirm' }).click();
  await check.getByRole('alert').waitFor();
  await check.getByLabel('Password').fill(visit.company.password);
  await check.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Your password was changed').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await other.reload();
  await other.waitForURL('**/login?redirect=*');
  await signIn(email, 'a brand new password');
});

test('the second step is set up with a picture or a key, and its recovery codes can be kept', async () => {
  const { page } = await atAccount();
  await page.getByRole('button', { name: 'Set up' }).click();
  const picture = await page.getByRole('img', { name: 'QR code of your secret key' }).boundingBox();
  expect([Math.round(picture!.width), Math.round(picture!.height)]).toEqual([200, 200]);
  await page.getByLabel('Multi-Factor Authentication Code').fill('12345');
  await page.getByRole('button', { name: 'Verify MFA' }).click();
  await page.getByText('Please enter your 6 digit code (6 digits)').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await setUp(page);
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await shown.first().waitFor();
  const codes = await shown.allTextContents();
  expect(codes).toHaveLength(10);
  expect(codes.every((code) => /^[A-Z2-7]{13}$/.test(code))).toBe(true);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Recovery Codes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  expect((await readFile(await download.path(), 'utf8')).trim().split('\n')).toEqual(codes);
  // They are shown once: nothing closes them by accident.
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('dialog', { name: 'MFA Successfully Setup' }).isVisible(), { timeout: 10_000 })
    .toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 codes left').waitFor();

  await page.getByRole('button', { name: 'New codes' }).click();
  await page.getByRole('button', { name: 'Get new codes' }).click();
  await page.getByRole('dialog', { name: 'Your Recovery Codes' }).waitFor();
  await shown.first().waitFor();
  const renewed = await shown.allTextContents();
  expect(new Set([...codes, ...renewed]).size).toBe(20);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();
});

test('a session somewhere else is signed out with one click, and this one is not offered', async () => {
  const { page, email } = await atAccount();
  const other = await signIn(email, visit.company.password);
  const third = await signIn(email, visit.company.password);
  await page.reload();
  await settled(page);
  await expect.poll(() => page.getByText('This device').count(), { timeout: 10_000 }).toBe(1);
  const rows = page.getByRole('button', { name: /^Sign out Chrome/ });
  await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(2);
  await rows.first().click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed in nowhere else.').waitFor();
  for (const one of [other, third]) {
    await one.reload();
    await one.waitForURL('**/login?redirect=*');
  }
});

test('a new address is asked for, and waits for its link', async () => {
  const { page } = await atAccount();
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' });
  await dialog.getByLabel('New e-mail').fill('kim at home');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await dialog.getByText('Valid email is required').waitFor();
  await dialog.getByLabel('New e-mail').fill('kim@home.example');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('A link is on its way to kim@home.example').waitFor();
  await visit.frankly.jobsDone();
  await page.reload();
  await page.getByText('Waiting until you open the link that we sent to kim@home.example.').waitFor();
  expect(visit.frankly.mailbox.map(({ to }) => to)).toContain('kim@home.example');
});

test.each([
  { name: 'a desk in light', viewport: desk, theme: 'light' },
  { name: 'a desk in dark', viewport: desk, theme: 'dark' },
  { name: 'a phone in light', viewport: phone, theme: 'light' },
  { name: 'a phone in dark', viewport: phone, theme: 'dark' },
] as const)(
  'on $name it and all that opens over it are accessible, and nothing scrolls sideways',
  async ({ viewport, theme }) => {
    const mobile = viewport === phone;
    const { page } = await atAccount({ viewport, colorScheme: theme, hasTouch: mobile, isMobile: mobile, bypassCSP: true });
    const fine = async (what: string) =>
      expect([what, await accessibilityProblems(page), await sidewaysScroll(page)]).toEqual([what, [], 0]);
    await fine('account');
    for (const button of ['Change e-mail', 'Change password', 'Set up']) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      await fine(button);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await setUp(page);
    await fine('codes');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 codes left').waitFor();
    await fine('second step');
    await page.context().close();
  },
);
