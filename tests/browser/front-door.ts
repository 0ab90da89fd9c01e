import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { TestCompany } from '../kit/test-app.ts';
import { type TestApp, type TestAppOptions, testApp } from '../kit/test-app.ts';
import { desk, phone } from './dashboard-visit.ts';

/** Both themes, on a phone and on a desk. */
export const looks = [phone, desk].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme, width: viewport.width })),
);

/** The real app, and a browser in front of it with nobody signed in. */
export class FrontDoor {
  private constructor(
    readonly t: TestApp,
    readonly port: number,
    readonly browser: Browser,
  ) {}

  static async open(options: TestAppOptions = {}): Promise<FrontDoor> {
    const t = await testApp(options);
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
    // A code must not go out of date between its making and its use.
    t.clock.stop();
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    return new FrontDoor(t, Number(new URL(origin).port), browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.t.close();
  }

  /** A page of a new person at the address of a company, or of nobody. */
  async at(company: Pick<TestCompany, 'slug'> | null, path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const host = company ? `${company.slug}.localhost` : 'localhost';
    const context = await this.browser.newContext({
      baseURL: `http://${host}:${this.port}`,
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
export const banner = (page: Page, words: string) => page.getByRole('alert').getByText(words, { exact: true }).waitFor();

/** What has the focus: the name of a field or a button, or the words of a heading. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

export async function sendCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
}

/** Signed in, and where the person was heading. */
export const arrived = (page: Page): Promise<void> => page.waitForURL((url) => url.pathname.startsWith('/feedback'));
