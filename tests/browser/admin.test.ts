import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, DashboardVisit, desk, phone, settled, sidewaysScroll } from './dashboard-visit.ts';

let visit: DashboardVisit;
beforeAll(async () => {
  visit = await DashboardVisit.open();
  await visit.addPerson('Omar', 'frontline_staff');
});
afterAll(() => visit?.close());

async function adminPage(path: string, options: Parameters<DashboardVisit['signedIn']>[0] = {}): Promise<Page> {
  const page = await visit.signedIn(options);
  await page.goto(path);
  await settled(page);
  return page;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function invite(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).first().click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await row(page, email).getByText('Invited').waitFor();
}

test('somebody is invited, gets another role and team, is disabled and enabled again', async () => {
  const page = await adminPage('/admin/people');
  await page.getByRole('button', { name: 'Team levels' }).click();
  await page.getByLabel('Add a level').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Save levels' }).click();
  await dialog(page, 'Team levels').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Valid email is required').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await invite(page, 'Nadia Rossi', 'nadia@acme.example');

  await page.getByRole('button', { name: 'Nadia Rossi' }).click();
  const drawer = dialog(page, 'Nadia Rossi');
  await drawer.getByLabel('Role', { exact: true }).selectOption({ label: 'Manager' });
  await drawer.getByLabel('Store', { exact: true }).fill('Old Mill');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Nadia Rossi').getByText('Old Mill').waitFor();
  await row(page, 'Nadia Rossi').getByText('Manager').waitFor();

  await drawer.getByRole('button', { name: 'Disable the account of Nadia Rossi' }).click();
  await drawer.getByRole('button', { name: 'Disable account' }).click();
  await row(page, 'Nadia Rossi').getByText('Disabled').waitFor();
  await drawer.getByRole('button', { name: 'Enable the account of Nadia Rossi' }).click();
  await drawer.getByRole('button', { name: 'Enable account' }).click();
  await row(page, 'Nadia Rossi').getByText('Invited').waitFor();
  await expect
    .poll(() => drawer.getByRole('button', { name: 'Disable the account of Nadia Rossi' }).count(), { timeout: 10_000 })
    .toBe(1);
  await page.context().close();
});

test('people are found by name, and nobody found says so', async () => {
  const page = await adminPage('/admin/people');
  await page.getByRole('textbox', { name: /Search by name/ }).fill('zzzz');
  await page.getByRole('heading', { name: 'Nobody like this' }).waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toBe('zzzz');
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await row(page, visit.company.email).waitFor();
  await page.context().close();
});

test('a role is defined and shows what it may do; the administrator’s cannot be changed', async () => {
  const page = await adminPage('/admin/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByLabel('Name').fill('Coach');
  await page.getByRole('checkbox', { name: 'Handle cases' }).check();
  await page.getByRole('button', { name: 'Create role' }).click();
  const coach = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Coach' }) });
  await coach.getByText('Handle cases').waitFor();
  const administrator = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Administrator' }) });
  await expect.poll(() => administrator.getByText('Fixed').count(), { timeout: 10_000 }).toBe(1);
  expect(await administrator.getByRole('button').count()).toBe(0);
  await page.context().close();
});

test('a key’s secret is shown once and works until the key is revoked', async () => {
  const page = await adminPage('/admin/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('Till');
  await page.getByRole('checkbox', { name: 'Record answers' }).uncheck();
  await page.getByRole('checkbox', { name: 'See answers and figures' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByRole('dialog').locator('code').textContent();
  const uses = () => fetch(`${visit.origin}/filter/options`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await uses()).status).toBe(200);

  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText('Copy the secret now').isVisible(), { timeout: 10_000 }).toBe(true);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Revoke Till' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await row(page, 'Till').getByText('Revoked').waitFor();
  expect((await uses()).status).toBe(401);
  await page.context().close();
});

test('the audit trail tells in sentences, and its filters are in the address', async () => {
  const page = await adminPage('/admin/audit');
  await page
    .getByText(/^Jane signed in with a password on Chrome on/)
    .first()
    .waitFor();
  await page.getByLabel('What', { exact: true }).selectOption('ApiKeyCreated');
  await page.getByText(/created the API key “Shop”/).waitFor();
  await page
    .getByText(/signed in with a password/)
    .first()
    .waitFor({ state: 'hidden' });
  expect(new URL(page.url()).searchParams.get('kind')).toBe('ApiKeyCreated');
  await page.goBack();
  await page.getByRole('button', { name: 'Only what concerns Jane' }).first().click();
  await page.waitForURL(/person=/);
  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await page.getByLabel('Until', { exact: true }).fill('2001-12-31');
  await page.getByRole('heading', { name: 'Nothing like this happened' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await page
    .getByText(/signed in with a password/)
    .first()
    .waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /as CSV$/ }).click();
  expect((await download).suggestedFilename()).toBe('audit-trail.csv');
  await page.context().close();
});

test('a manager is shown none of it, and is told so at its address', async () => {
  const page = await visit.signedIn({ email: await visit.addPerson('Mona', 'frontline_manager') });
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /Search or jump/ }).fill('audit');
  await page.getByRole('button', { name: 'Audit trail' }).waitFor({ state: 'detached' });
  await page.goto('/admin/audit');
  await page.getByRole('heading', { name: 'Your role does not include this page' }).waitFor();
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await page.waitForURL('**/feedback/summary?*');
  await page.context().close();
});

test('on a phone the screens beyond the tab bar are in the menu of the account', async () => {
  const page = await visit.signedIn({ viewport: phone, hasTouch: true, isMobile: true });
  expect(await page.getByRole('navigation').getByRole('link', { name: 'People' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'People' }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  await page.context().close();
});

const opened: Record<string, [path: string, open: (page: Page) => Promise<void>]> = {
  people: ['/admin/people', async () => undefined],
  invite: [
    '/admin/people',
    async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByText('A name is required.').waitFor();
    },
  ],
  person: [
    '/admin/people',
    async (page) => {
      await page.getByRole('button', { name: 'Omar' }).click();
      await page.getByRole('button', { name: /^Disable the account/ }).click();
      await page.getByRole('dialog').getByLabel('Served by').waitFor();
    },
  ],
  levels: [
    '/admin/people',
    async (page) => {
      await page.getByRole('button', { name: 'Team levels' }).click();
      await page.getByRole('button', { name: 'Save levels' }).waitFor();
    },
  ],
  roles: ['/admin/roles', async () => undefined],
  role: [
    '/admin/roles',
    async (page) => {
      await page.getByRole('button', { name: 'Change Manager' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor();
    },
  ],
  keys: ['/admin/keys', async () => undefined],
  key: [
    '/admin/keys',
    async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Works until').selectOption('date');
      await page.getByLabel('Last day').waitFor();
    },
  ],
  revoke: [
    '/admin/keys',
    async (page) => {
      await page.getByRole('button', { name: 'Revoke Shop' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).waitFor();
    },
  ],
  audit: ['/admin/audit', async () => undefined],
  'nothing in the audit': ['/admin/audit?kind=SsoRemoved', async () => undefined],
};

describe.each([
  { name: 'a desk in light', viewport: desk, theme: 'light' },
  { name: 'a desk in dark', viewport: desk, theme: 'dark' },
  { name: 'a phone in light', viewport: phone, theme: 'light' },
  { name: 'a phone in dark', viewport: phone, theme: 'dark' },
] as const)('on $name', ({ viewport, theme }) => {
  const options = { viewport, colorScheme: theme, hasTouch: viewport === phone, isMobile: viewport === phone, bypassCSP: true };

  test('what administrators see is accessible and does not scroll sideways', async () => {
    const page = await visit.signedIn(options);
    for (const [name, [path, open]] of Object.entries(opened)) {
      await page.goto(path);
      await settled(page);
      await open(page);
      expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
      expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
    }
    await page.context().close();
  });
});

// The last one: it gives the session another id, and the others share that session.
test('what matters asks again who it is, and goes on after the right password', async () => {
  const page = await adminPage('/admin/roles');
  visit.frankly.clock.advance(20 * 60_000);
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByLabel('Name').fill('Auditor');
  await page.getByRole('button', { name: 'Create role' }).click();
  const confirmation = dialog(page, 'Confirm that it is you');
  await confirmation.getByLabel('Password').fill('not this one');
  await page.keyboard.press('Enter');
  await confirmation.getByRole('alert').getByText('That password is not right.').waitFor();

  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'hidden' });
  await dialog(page, 'New role').getByText('Please confirm that it is you first.').waitFor();

  await page.getByRole('button', { name: 'Create role' }).click();
  await confirmation.getByLabel('Password').fill(visit.company.password);
  await page.keyboard.press('Enter');
  await dialog(page, 'New role').waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('heading', { name: 'Auditor' }).count(), { timeout: 10_000 }).toBe(1);
  await page.context().close();
});
