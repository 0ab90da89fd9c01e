import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dnsServer, type DnsServer } from '../kit/dns-server.ts';
import { oidcPeer, type OidcPeer } from '../kit/oidc-provider.ts';
import { accessibilityProblems, DashboardVisit, desk, phone, settled, sidewaysScroll } from './dashboard-visit.ts';

let visit: DashboardVisit;
let dns: DnsServer;
let okta: OidcPeer;
beforeAll(async () => {
  dns = await dnsServer();
  visit = await DashboardVisit.open({ site: { dns: dns.address } });
  okta = await oidcPeer('okta', ['http://localhost/sso/callback/acme/okta']);
});
afterAll(async () => {
  await visit?.close();
  await okta?.close();
  dns?.close();
});

/** The screen, right after an administrator signed in. */
async function atSecurity(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visit.page(options);
  await page.goto('/login?redirect=/admin/security');
  await page.getByRole('textbox', { name: 'Email' }).fill(visit.company.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(visit.company.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/admin/security');
  await settled(page);
  return page;
}

const settingsNow = async (page: Page) => (await (await page.request.get('/api/v1/security')).json()).settings;

test('a setting is saved at once and stays', async () => {
  const page = await atSecurity();
  const toggle = page.getByRole('switch', { name: 'People may register themselves' });
  await toggle.press('Space');
  await page.getByText('Saved').first().waitFor();
  await page.getByLabel('They become').selectOption({ label: 'Manager' });
  await page.getByLabel('Signed out when idle for').selectOption({ label: '30 minutes' });
  await expect
    .poll(() => settingsNow(page))
    .toMatchObject({
      selfRegister: true,
      selfRegisterRole: 'frontline_manager',
      sessionIdleMinutes: 30,
    });
  await page.reload();
  await settled(page);
  expect(await toggle.isChecked()).toBe(true);
  // Nobody becomes an administrator by coming along.
  expect(await page.getByLabel('They become').getByRole('option', { name: 'Administrator' }).count()).toBe(0);
});

test('what the server refuses goes back to what it was, with the reason', async () => {
  const page = await atSecurity();
  const toggle = page.getByRole('switch', { name: 'E-mail and password' });
  await toggle.press('Space');
  await page.getByText('Set up single sign-on first, or nobody can sign in.').waitFor();
  expect(await toggle.isChecked()).toBe(true);
});

test('reCAPTCHA cannot be switched on before it has its keys, and the screen says who sets them', async () => {
  const page = await atSecurity();
  expect(await page.getByRole('switch', { name: 'reCAPTCHA' }).isDisabled()).toBe(true);
  await page.getByText(/whoever runs Frankly sets RECAPTCHA_SITE_KEY/).waitFor();
});

test('a domain is proven by its DNS record', async () => {
  const page = await atSecurity();
  await page.getByLabel('Domain', { exact: true }).fill('acme');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('A domain looks like northwind.example.').waitFor();
  await page.getByLabel('Domain', { exact: true }).fill('Acme.example');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Verify acme.example' }).click();
  await page.getByText('The DNS record was not found yet.').waitFor();
  const [name, value] = await page.getByText('Add this TXT record').locator('..').locator('code').allTextContents();
  dns.texts.set(name!, [value!]);
  await page.getByRole('button', { name: 'Verify acme.example' }).click();
  await page.getByText('Verified', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove acme.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Remove acme.example' }).count()).toBe(0);
});

test('single sign-on is set up with a test that says what is wrong, and removed again', async () => {
  const page = await atSecurity();
  await page.getByRole('button', { name: 'Set up Okta' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.locator('code').first().textContent()).toMatch(/\/sso\/callback\/acme\/okta$/);
  expect(await dialog.getByLabel('Issuer').inputValue()).toBe('https://{domain}.okta.com');
  await dialog.getByLabel('Client ID').fill(okta.clientId);
  await dialog.getByLabel('Client secret').fill('not this one');
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await dialog.getByText('Put your own value in place of {domain}.').waitFor();
  await dialog.getByLabel('Issuer').fill(okta.issuer);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('The provider does not take this client ID and secret.').waitFor();
  await page.getByText('Something is wrong.').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Change Okta' }).click();
  expect(await dialog.getByLabel('Client secret').inputValue()).toBe('');
  await dialog.getByLabel('Client secret').fill(okta.clientSecret);
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('Everything that can be tested without a person works.').waitFor();
  await page.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Remove Okta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set up Okta' }).waitFor();
});

test('metadata that is none is refused in words', async () => {
  const page = await atSecurity();
  await page.getByRole('button', { name: 'Set up SAML' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name on the button').fill('Acme');
  await dialog.getByText('As a file').click();
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await dialog.getByText('Choose the metadata file first.').waitFor();
  const buffer = Buffer.from('<html>not metadata</html>');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer });
  await dialog.getByText('metadata.xml').waitFor();
  await dialog.getByRole('button', { name: 'Save and test' }).click();
  await expect.poll(() => dialog.getByRole('alert').textContent()).toMatch(/metadata/i);
});

test('is for those who manage settings', async () => {
  const email = await visit.addPerson('Mo', 'frontline_manager');
  const page = await visit.signedIn({ email });
  await page.goto('/admin/security');
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Your role does not include this page');
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
    const page = await atSecurity({ viewport, colorScheme: theme, hasTouch: mobile, isMobile: mobile, bypassCSP: true });
    const fine = async (what: string) =>
      expect([what, await accessibilityProblems(page), await sidewaysScroll(page)]).toEqual([what, [], 0]);
    await page.getByLabel('Domain', { exact: true }).fill(`${theme}-${mobile}.example`);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: `Verify ${theme}-${mobile}.example` }).waitFor();
    await fine('security');
    for (const provider of ['Microsoft', 'SAML']) {
      await page.getByRole('button', { name: `Set up ${provider}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      await fine(provider);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    await fine('remove');
    await page.context().close();
  },
);
