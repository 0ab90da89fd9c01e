import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { START } from '@frankly/contracts/position';
import { demoSurveys } from '@frankly/services/demo/demo-company';
import { publishSurvey } from '@frankly/services/surveys/publish-survey';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../kit/test-app.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let frankly: TestApp;
let browser: Browser;
let page: Page;
let origin: string;
/** Where this test's events begin. */
let before = START;

beforeAll(async () => {
  frankly = await testApp();
  const { companyId } = await frankly.company();
  for (const [surveyId, content] of Object.entries(demoSurveys)) {
    await publishSurvey(frankly.platform, surveyId, content, { companyId, actor: 'system' });
  }
  await frankly.projected();
  origin = await frankly.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
});
afterAll(async () => {
  await browser?.close();
  await frankly?.close();
});

const phone = { width: 390, height: 844 };

async function open(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: phone, ...options });
  return context.newPage();
}
const answers = async () =>
  (await frankly.platform.store.readPage({ after: before, limit: 100, types: ['AnswerRecorded', 'AnswerCorrected'], open: true }))
    .events;

describe('on a phone, with scripts switched off', () => {
  beforeEach(async () => {
    before = await frankly.platform.store.head();
    page = await open({ javaScriptEnabled: false });
  });
  afterEach(() => page.context().close());

  test('a person answers by keyboard alone', async () => {
    await page.goto('/s/northwind-help');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Solved in one call');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/thanks');
    expect(await page.getByRole('heading').textContent()).toBe('Thank you');
    expect(await answers()).toMatchObject([{ data: { questionType: 'ces', score: 6, comment: 'Solved in one call' } }]);
  });

  test('one click in an e-mail is confirmed on the page', async () => {
    await page.goto('/s/northwind-visit?score=9&by=Sam');
    expect(await page.getByRole('radio', { name: '9', exact: true }).isChecked()).toBe(true);
    expect(await answers()).toEqual([]);
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await page.waitForURL('**/thanks');
    expect(await answers()).toMatchObject([{ data: { questionType: 'nps', score: 9, servedBy: 'Sam' } }]);
  });

  test('without a score the page says so at the field and keeps the comment', async () => {
    await page.goto('/s/northwind-online');
    await page.getByRole('textbox').fill('Long queue');
    await page.getByRole('button').click();
    expect(await page.getByRole('alert').textContent()).toBe('Please choose a score first.');
    expect(await page.getByRole('textbox').inputValue()).toBe('Long queue');
    expect(await page.getByRole('group').getAttribute('aria-describedby')).toBe(await page.getByRole('alert').getAttribute('id'));
    await page.getByRole('radio', { name: '4 stars' }).check();
    await page.getByRole('button').click();
    await page.waitForURL('**/thanks');
    expect(await answers()).toMatchObject([{ data: { questionType: 'fivestar', score: 4, comment: 'Long queue' } }]);
  });

  test('going back and sending another score corrects the answer', async () => {
    await page.goto('/s/northwind-visit');
    await page.getByRole('radio', { name: '3', exact: true }).check();
    await page.getByRole('button').click();
    await page.waitForURL('**/thanks');
    await page.goBack();
    await page.getByRole('radio', { name: '8', exact: true }).check();
    await page.getByRole('button').click();
    await page.waitForURL('**/thanks');
    expect(await answers()).toMatchObject([
      { type: 'AnswerRecorded', data: { score: 3 } },
      { type: 'AnswerCorrected', data: { score: 8 } },
    ]);
  });

  test('the page is one request of less than 15 kB', async () => {
    const sizes: number[] = [];
    page.on('requestfinished', async (request) => sizes.push((await request.sizes()).responseBodySize));
    await page.goto('/s/northwind-visit', { waitUntil: 'networkidle' });
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(15_000);
  });
});

const pages = [
  ...Object.keys(demoSurveys).map((surveyId) => `/s/${surveyId}`),
  '/s/northwind-visit?score=9',
  '/s/northwind-visit/thanks',
  '/s/nowhere',
];

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  describe.each([{ width: 320, height: 640 }, phone, { width: 1440, height: 900 }])('at $width px', (viewport) => {
    beforeAll(async () => {
      page = await open({ colorScheme, viewport });
    });
    afterAll(() => page.context().close());

    test.each([...pages, 'the page with an error'])('%s is accessible, fits and has large targets', async (link) => {
      await page.goto(link.startsWith('/') ? link : '/s/northwind-visit');
      if (!link.startsWith('/')) await page.getByRole('button').click();

      await page.evaluate(axeSource);
      const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
      const tooSmall: string[] = [];
      for (const target of await page.locator('.scores label, button, textarea').all()) {
        const { width, height } = (await target.boundingBox())!;
        if (Math.min(width, height) < 44) tooSmall.push(`${await target.innerText()}: ${width} x ${height}`);
      }
      expect(tooSmall).toEqual([]);
    });
  });
});
