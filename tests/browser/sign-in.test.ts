import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems, DashboardVisit, desk, phone, sidewaysScroll } from './dashboard-visit.ts';

let visit: DashboardVisit;
beforeAll(async () => {
  visit = await DashboardVisit.open();
});
afterAll(() => visit?.close());

test('empty fields only say what they need', async () => {
  const page = await visit.page();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/ajax/login')) calls += 1;
  });
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Valid email is required').first().waitFor();
  await page.getByText('Invalid Password').first().waitFor();
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody');
  await expect.poll(() => page.locator('label', { hasText: 'Email' }).count(), { timeout: 10_000 }).toBe(1);
  await page.keyboard.press('Enter');
  expect(calls).toBe(0);
});

test('a valid field shows a check once it was touched', async () => {
  const page = await visit.page();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('jane@acme.example');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('img', { name: 'Email is fine' }).isVisible()).toBe(true);
});

test('a wrong password shows the words of the server, and the right one goes where the person was heading', async () => {
  const page = await visit.page();
  await page.goto('/feedback/trend?metric=nps&time=7d');
  await page.waitForURL('**/login?redirect=*');
  await page.getByRole('textbox', { name: 'Email' }).fill(visit.company.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('do not match').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(visit.company.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/feedback/trend?metric=nps&time=7d');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), { timeout: 10_000 }).toBe('Trend');
});

test('signing out ends the session, and a page left open goes back to the sign-in page', async () => {
  const page = await visit.signedIn();
  const other = await page.context().newPage();
  await other.goto('/feedback/summary');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login*');
  // The page may find out by itself, when it asks for news, before anybody touches it.
  const touched = other.getByRole('link', { name: 'CSAT' }).first().click({ timeout: 10_000 });
  await touched.catch(() => undefined);
  // Leaving twice at once, one of the two is broken off: only where it ends counts.
  await expect.poll(() => new URL(other.url()).pathname, { timeout: 15_000 }).toBe('/login');
  expect(new URL(other.url()).searchParams.get('redirect')).toContain('/feedback/summary?metric=');
});

test.each([
  { width: desk.width, theme: 'light' },
  { width: desk.width, theme: 'dark' },
  { width: phone.width, theme: 'light' },
  { width: phone.width, theme: 'dark' },
] as const)('the page is accessible at $width px in $theme, also when something is wrong', async ({ width, theme }) => {
  const page = await visit.page({ viewport: width === desk.width ? desk : phone, colorScheme: theme, bypassCSP: true });
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@acme.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('do not match').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
});
