import { readFile } from 'node:fs/promises';
import { emailHash } from '@frankly/services/identity/accounts';
import { issueRecoveryCodes, useRecoveryCode } from '@frankly/services/identity/recovery-codes';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSecurity, codeOf, enrol, password, somebody } from '../kit/people.ts';
import type { TestApp, TestCompany } from '../kit/test-app.ts';
import { accessibilityProblems, sidewaysScroll } from './dashboard-visit.ts';
import { arrived, banner, focused, FrontDoor, heading, looks, sendCredentials } from './front-door.ts';

let door: FrontDoor;
let t: TestApp;
let acme: TestCompany;
/** A company that asks everybody for a second step. */
let strict: TestCompany;

beforeAll(async () => {
  door = await FrontDoor.open();
  t = door.t;
  [acme, strict] = [await t.company('acme'), await t.company('strict')];
  await changeSecurity(t, strict.companyId, { enforceMfa: true });
});
afterAll(() => door?.close());

const wrongCode = 'That code is not right. Codes change every 30 seconds: please use the newest one.';
const secretOn = async (page: Page): Promise<string> => (await page.locator('code').textContent())!;
const codeField = (page: Page) => page.getByRole('spinbutton', { name: 'Multi-Factor Authentication Code' });

/** Somebody of acme whose second step is on, at the prompt for a code. */
async function prompted(email: string, options: BrowserContextOptions = {}) {
  await somebody(t, email, acme);
  const secret = await enrol(t, email);
  const page = await door.at(acme, '/login?redirect=/feedback', options);
  await sendCredentials(page, email, password);
  await heading(page, 'Enter Multi-Factor Code');
  return { page, secret };
}

/** Somebody of strict without a second step, where it is set up. */
async function enrolling(email: string, options: BrowserContextOptions = {}): Promise<Page> {
  await somebody(t, email, strict);
  const page = await door.at(strict, '/login?redirect=/feedback', options);
  await sendCredentials(page, email, password);
  await page.getByRole('button', { name: 'Verify MFA' }).waitFor();
  return page;
}

describe('the prompt for a code', () => {
  test('says what is missing and what is wrong, and lets in with the code', async () => {
    const { page, secret } = await prompted('ann@acme.example');
    expect(await focused(page)).toBe('Multi-Factor Authentication Code');
    expect(await codeField(page).getAttribute('placeholder')).toBe('6 digit MFA code');
    expect(await codeField(page).getAttribute('type')).toBe('number');
    await page.keyboard.press('Enter');
    await banner(page, 'Code cannot be empty');
    await page.getByRole('checkbox', { name: 'Remember this device for 30 days' }).focus();
    await page.locator('label', { hasText: 'Code cannot be empty' }).waitFor();
    await codeField(page).pressSequentially('e0-00 000');
    expect(await codeField(page).inputValue()).toBe('000000');
    await page.keyboard.press('Enter');
    await banner(page, wrongCode);
    expect(await focused(page)).toBe('Multi-Factor Authentication Code');
    await page.keyboard.type(await codeOf(t, secret));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await arrived(page);
  });

  test('is skipped on a device that is to be remembered', async () => {
    const email = 'bea@acme.example';
    const { page, secret } = await prompted(email);
    await page.getByRole('checkbox', { name: 'Remember this device for 30 days' }).check();
    await codeField(page).fill(await codeOf(t, secret));
    await page.keyboard.press('Enter');
    await arrived(page);
    await page.goto('about:blank');
    await page.context().clearCookies({ name: 'frankly' });
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/ajax/login')) calls += 1;
    });
    await page.goto('/login?redirect=/feedback');
    await sendCredentials(page, email, password);
    await arrived(page);
    expect(calls).toBe(1);
  });
});

describe('a recovery code', () => {
  test('is asked for by its words, works once, and Back leads to the credentials', async () => {
    const email = 'cas@acme.example';
    const { page } = await prompted(email);
    const [code] = await issueRecoveryCodes(t.platform, emailHash(t.platform, email));
    await page.getByRole('link', { name: 'Lost Access To My Authenticator' }).click();
    await heading(page, 'Verify Recovery Code');
    expect(await focused(page)).toBe('Recovery Code');
    await page.keyboard.press('Enter');
    await banner(page, 'Recovery code required');
    await page.keyboard.press('Tab');
    await page.locator('label', { hasText: 'Please enter your recovery code' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await heading(page, 'Sign In');
    expect([await focused(page), await page.getByRole('alert').textContent()]).toEqual(['Email', '']);

    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Lost Access To My Authenticator' }).click();
    const field = page.getByRole('textbox', { name: 'Recovery Code' });
    expect(await field.inputValue()).toBe('');
    await field.pressSequentially('ABCDEFGHIJKLMN');
    expect(await field.inputValue()).toBe('ABCDEFGHIJKLM');
    await page.getByRole('button', { name: 'Submit' }).click();
    await banner(page, 'That recovery code is not right, or it was used before.');
    await page.keyboard.type(code!);
    await page.keyboard.press('Enter');
    await arrived(page);
  });

  test('that leaves only few brings a new list', async () => {
    const email = 'dee@acme.example';
    const { page } = await prompted(email);
    const hash = emailHash(t.platform, email);
    const [code, ...others] = await issueRecoveryCodes(t.platform, hash);
    for (const other of others.slice(0, 7)) await useRecoveryCode(t.platform, hash, other);
    await page.getByRole('link', { name: 'Lost Access To My Authenticator' }).click();
    await page.getByRole('textbox', { name: 'Recovery Code' }).fill(code!);
    await page.keyboard.press('Enter');
    await heading(page, 'Your Recovery Codes');
    await page.getByText('Each code is one-time use.').waitFor();
    await expect
      .poll(() => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count(), { timeout: 10_000 })
      .toBe(10);
    await page.getByRole('button', { name: 'Done' }).click();
    await arrived(page);
  });
});

describe('enrolment', () => {
  test('shows picture and secret, checks the code as soon as it is whole, and hands out recovery codes', async () => {
    const page = await enrolling('eve@strict.example');
    const picture = page.getByRole('img', { name: /QR code/ });
    expect(await picture.evaluate((image: HTMLImageElement) => [image.width, image.height, image.naturalWidth > 0])).toEqual([
      200,
      200,
      true,
    ]);
    const field = page.getByRole('textbox', { name: '6 digit code' });
    await field.fill('123');
    await page.getByRole('button', { name: 'Verify MFA' }).click();
    await banner(page, 'Please enter your 6 digit MFA code');
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.locator('label', { hasText: 'Please enter your 6 digit code' }).waitFor();
    await field.fill('000000');
    await banner(page, wrongCode);

    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/ajax/login', async (route) => {
      await held;
      await route.continue();
    });
    await field.pressSequentially(await codeOf(t, await secretOn(page)));
    await page.getByText('Fetching recovery codes, please wait ...', { exact: true }).waitFor();
    letGo();
    await heading(page, 'MFA Successfully Setup');
    expect(await focused(page)).toBe('MFA Successfully Setup');
    const shown = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(shown.map((code) => /^[A-Z2-7]{13}$/i.test(code))).toEqual(Array(10).fill(true));
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Recovery Codes' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    expect((await readFile(await file.path(), 'utf8')).split('\n')).toEqual(shown);
    await page.getByRole('button', { name: 'Done' }).click();
    await arrived(page);
  });

  test('cancelled is back at the credentials, and nothing of it is left', async () => {
    const page = await enrolling('fay@strict.example');
    await page.getByRole('textbox', { name: '6 digit code' }).fill('000000');
    await banner(page, wrongCode);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await heading(page, 'Sign In');
    expect(await page.getByRole('alert').textContent()).toBe('');
    expect(await page.locator('code, main img').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('button', { name: 'Verify MFA' }).waitFor();
    expect(await page.getByRole('textbox', { name: '6 digit code' }).inputValue()).toBe('');
  });
});

test.each(looks)('every view is accessible at $width px in $colorScheme', async ({ viewport, colorScheme, width }) => {
  const look = { viewport, colorScheme, bypassCSP: true };
  const fine = async (page: Page) => {
    expect([await page.title(), await accessibilityProblems(page), await sidewaysScroll(page)]).toEqual([
      `${await page.getByRole('heading', { level: 1 }).textContent()} · Frankly`,
      [],
      0,
    ]);
  };
  const { page } = await prompted(`g${width}${colorScheme}@acme.example`, look);
  await fine(page);
  await page.keyboard.press('Enter');
  await banner(page, 'Code cannot be empty');
  await fine(page);
  await page.getByRole('link', { name: 'Lost Access To My Authenticator' }).click();
  await heading(page, 'Verify Recovery Code');
  await fine(page);

  const other = await enrolling(`h${width}${colorScheme}@strict.example`, look);
  await fine(other);
  await other.getByRole('textbox', { name: '6 digit code' }).fill(await codeOf(t, await secretOn(other)));
  await heading(other, 'MFA Successfully Setup');
  await fine(other);
});
