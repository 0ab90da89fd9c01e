import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeedbackQueryInput, FeedbackReply, Measure } from '@frankly/contracts/feedback';
import type { Recorded } from '@frankly/contracts/responses';
import { registerUser } from '@frankly/services/identity/accounts';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type TestApp, type TestAppOptions, type TestCompany, testApp } from '../kit/test-app.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const dayMs = 86_400_000;

export const desk = { width: 1440, height: 1000 };
export const phone = { width: 390, height: 844 };

const stores = ['Harbour Street', 'Old Mill', 'Station Road'];
const channels = ['In store', 'Online'];
const people = ['Ana', 'Ben', 'Chidi'];

/** 240 NPS answers of the last eight weeks and 48 CSAT ones: the same every time but for the day they end. */
function sampleAnswers(now: number) {
  return Array.from({ length: 288 }, (_, index) => {
    const nps = index % 6 !== 5;
    return {
      id: `sample-${index}`,
      questionType: nps ? 'nps' : 'csat',
      score: nps ? [10, 9, 7, 10, 3, 8, 9, 6][(index * 7) % 8] : [5, 4, 3, 5, 2][index % 5],
      answeredAt: new Date(now - (index % 56) * dayMs - index * 1_000).toISOString(),
      channel: channels[index % 2],
      servedBy: people[index % 3],
      attributes: { store_c: stores[Math.floor(index / 7) % 3] },
      ...(index % 3 === 0 ? { comment: index % 2 ? 'The queue was long.' : 'Friendly staff, thank you!' } : {}),
    };
  });
}

/** The real server with a company that has answers, and a browser to visit it with. */
export class DashboardVisit {
  private readonly sessions = new Map<string, Exclude<BrowserContextOptions['storageState'], string | undefined>>();

  private constructor(
    readonly frankly: TestApp,
    readonly company: TestCompany,
    readonly origin: string,
    readonly browser: Browser,
  ) {}

  static async open(options: TestAppOptions = {}): Promise<DashboardVisit> {
    const frankly = await testApp(options);
    const company = await frankly.company();
    const origin = await frankly.app.listen({ port: 0, host: '127.0.0.1' });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    const visit = new DashboardVisit(frankly, company, origin, browser);
    await visit.call('/api/v1/responses/batch', sampleAnswers(Date.now()));
    await frankly.projected();
    return visit;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.frankly.close();
  }

  /** A page in a browser of its own, with nobody signed in. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ baseURL: this.origin, viewport: desk, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    return page;
  }

  /** A page of somebody who signed in through the sign-in page; a second page of theirs finds the session there. */
  async signedIn(options: BrowserContextOptions & { at?: string; email?: string } = {}): Promise<Page> {
    const { at = '/feedback/summary', email = this.company.email, ...context } = options;
    const session = this.sessions.get(email);
    const page = await this.page({ ...context, ...(session ? { storageState: session } : {}) });
    if (session) {
      await page.goto(at);
      await settled(page);
      return page;
    }
    await page.goto(`/login?redirect=${encodeURIComponent(at)}`);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(this.company.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/feedback'));
    await settled(page);
    const { cookies } = await page.context().storageState();
    this.sessions.set(email, { cookies, origins: [] });
    return page;
  }

  /** Somebody who served the answers that name one of the `people`. */
  async addPerson(name: string, roleType: 'frontline_staff' | 'frontline_manager'): Promise<string> {
    const email = `${name.toLowerCase()}@acme.example`;
    const { password, companyId } = this.company;
    await registerUser(
      this.frankly.platform,
      companyId,
      { email, name, password, roleType, role: name, servedBy: people[0] },
      'system',
    );
    await this.frankly.projected();
    return email;
  }

  /** A call with the company's API key. */
  async call(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(this.origin + path, {
      method: 'POST',
      headers: { ...this.company.bearer, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  answer(body: object): Promise<Recorded> {
    return this.call('/api/v1/responses', body) as Promise<Recorded>;
  }

  async ask<M extends Measure>(query: FeedbackQueryInput & { measure: M }): Promise<FeedbackReply<M>> {
    return (await this.call('/api/v1/query', query)) as FeedbackReply<M>;
  }
}

/** Resolves when no figure is being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]'));
}

/** What axe finds, each with the first element it found it at. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The first whole number in some words: "1,204 answers" is 1204. */
export const numberIn = (words: string | null): number => Number(/\d[\d,]*/.exec(words ?? '')?.[0].replaceAll(',', ''));
