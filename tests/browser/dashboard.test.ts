import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DashboardVisit, numberIn, phone, settled } from './dashboard-visit.ts';

let visit: DashboardVisit;
let page: Page;
beforeAll(async () => {
  visit = await DashboardVisit.open();
});
afterEach(() => page?.context().close());
afterAll(() => visit?.close());

const shortly = { timeout: 10_000 };
const month = { unit: 'day', value: 30 } as const;
const answersButton = () => page.getByRole('button', { name: /^[\d,]+ answers$/ });
const drawer = () => page.getByRole('dialog');
const inDrawer = async () => numberIn(await drawer().getByRole('status').getByText('answer').textContent());

/** Loads every page of an open list and counts what is there. */
async function listed(): Promise<number> {
  const more = drawer().getByRole('button', { name: /^Show \d+ more$/ });
  const items = drawer().getByRole('listitem');
  await items.first().waitFor();
  while (await more.isVisible()) {
    const before = await items.count();
    await more.click();
    await page.waitForFunction((count) => document.querySelectorAll('[role=dialog] li').length > count, before);
  }
  return items.count();
}

describe('filtering', () => {
  test('a click on a segment filters the page, and the back button undoes it', async () => {
    page = await visit.signedIn();
    const before = await answersButton().textContent();
    await page.getByRole('button', { name: /^Detractors, .* Show only/ }).click();
    await page.waitForURL('**bucket=detractor**');
    await page.getByRole('button', { name: 'Change filter: Group is Detractors' }).waitFor();
    await settled(page);
    const { data } = await visit.ask({ measure: 'summary', questionType: 'nps', time: month });
    expect(numberIn(await answersButton().textContent())).toBe(data.detractor);
    await page.goBack();
    await settled(page);
    await page.getByRole('button', { name: before ?? '' }).waitFor();
    expect(new URL(page.url()).searchParams.has('bucket')).toBe(false);
  });

  test('a filter is added, changed and removed by its chip', async () => {
    page = await visit.signedIn();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click();
    await page.getByRole('checkbox', { name: 'Old Mill' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**store_c=Old+Mill**');
    await page.getByRole('button', { name: 'Change filter: Store is Old Mill' }).click();
    await page.getByRole('checkbox', { name: 'Harbour Street' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Remove filter: Store is Old Mill, Harbour Street' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has('store_c')).toBe(false);
  });

  test('a leaderboard row and a crosstab cell filter the page', async () => {
    page = await visit.signedIn({ at: '/feedback/leaderboards?metric=nps&time=30d&by=staff' });
    await page.getByRole('rowheader').getByRole('button', { name: 'Ana' }).click();
    await page.waitForURL('**staff=Ana**');
    await page.getByRole('link', { name: 'Crosstab' }).first().click();
    await settled(page);
    await page.getByRole('button', { name: /^Old Mill, Online: .*Show only these/ }).click();
    await page.waitForURL('**channel=Online**');
    expect(new URL(page.url()).search).toBe('?metric=nps&time=30d&staff=Ana&store_c=Old+Mill&channel=Online');
  });

  test('a point of the trend narrows the time by keyboard, and speaks its values on the way', async () => {
    page = await visit.signedIn({ at: '/feedback/trend?metric=nps&time=30d&period=week' });
    const chart = page.getByRole('application', { name: 'NPS trend' });
    await chart.focus();
    await page.keyboard.press('End');
    await page
      .locator('[aria-live=polite]', { hasText: /NPS [+−]?\d+, Answers \d+/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('time')).toMatch(/^\d\d-\d\d-\d{4}_\d\d-\d\d-\d{4}$/);
  });

  test('the last filter is there again on the next visit, and a broken memory is forgotten', async () => {
    page = await visit.signedIn({ at: '/feedback/summary?metric=csat&time=3m&channel=Online' });
    await page.goto('/feedback');
    await page.waitForURL('**/feedback/summary?metric=csat&time=3m&channel=Online');
    await settled(page);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('frankly.filter')) localStorage.setItem(key, '{"version":9}');
    });
    await page.goto('/feedback');
    await page.waitForURL('**/feedback/summary?**');
    expect(new URL(page.url()).search).toBe('?metric=nps&time=30d');
  });

  test('a link that is partly wrong says which part was left out', async () => {
    page = await visit.signedIn({ at: '/feedback/summary?metric=nps&time=banana' });
    await page.getByText('not understood and is left out: time=banana').waitFor();
    expect(numberIn(await answersButton().textContent())).toBeGreaterThan(0);
  });

  test('a column that does not exist is an error that names what exists, with the way out', async () => {
    page = await visit.signedIn({ at: '/feedback/summary?metric=nps&time=30d&planet_c=Mars' });
    await page.getByRole('alert').getByText('store_c').first().waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).first().click();
    await settled(page);
    expect(numberIn(await answersButton().textContent())).toBeGreaterThan(0);
  });

  test('an empty range offers a wider one', async () => {
    page = await visit.signedIn({ at: '/feedback/summary?metric=nps&time=01-01-2020_02-01-2020' });
    await page.getByRole('button', { name: 'Show the last year' }).click();
    await page.waitForURL('**time=1y**');
    await settled(page);
    expect(numberIn(await answersButton().textContent())).toBe(240);
  });

  test('a question that nobody ever answered says how to bring answers in', async () => {
    page = await visit.signedIn({ at: '/feedback/summary?metric=fivestar&time=30d' });
    await expect.poll(() => page.getByText('npx frankly import responses').isVisible(), shortly).toBe(true);
  });
});

describe('the answers behind a number', () => {
  test.each(['promoters', 'passives', 'detractors'])('the number of %s opens exactly as many', async (bucket) => {
    page = await visit.signedIn();
    const number = page.getByRole('button', { name: new RegExp(`% ${bucket} [\\d,]+$`) });
    const shown = numberIn((await number.textContent())?.split(bucket)[1] ?? null);
    await number.click();
    await drawer().getByRole('listitem').first().waitFor();
    expect(shown).toBeGreaterThan(0);
    expect(await inDrawer()).toBe(shown);
    expect(await listed()).toBe(shown);
  });

  test('a count of a crosstab cell and of a week open exactly as many', async () => {
    page = await visit.signedIn({ at: '/feedback/crosstab?metric=nps&time=3m&row=store_c&column=channel' });
    const cell = page.getByRole('button', { name: /^\d+ answers: Old Mill, Online$/ });
    const shown = numberIn(await cell.textContent());
    await cell.click();
    await drawer().getByRole('listitem').first().waitFor();
    expect(await inDrawer()).toBe(shown);
    await page.keyboard.press('Escape');
    await page.goto('/feedback/trend?metric=nps&time=30d&period=week');
    await settled(page);
    const row = page.getByRole('region', { name: 'Every period, as a table' }).getByRole('row').last();
    const [score, answers] = [row.getByRole('button').first(), row.getByRole('button').nth(1)];
    const weekly = numberIn(await answers.textContent());
    for (const number of [score, answers]) {
      await number.click();
      await drawer().getByRole('listitem').first().waitFor();
      expect(await inDrawer()).toBe(weekly);
      await page.keyboard.press('Escape');
      await drawer().waitFor({ state: 'hidden' });
    }
  });

  test('the list goes on as a page of its own, searched by words', async () => {
    page = await visit.signedIn();
    await answersButton().click();
    await drawer().getByRole('link', { name: 'Open in Responses' }).click();
    await page.waitForURL('**/feedback/responses?**');
    await page.getByRole('textbox', { name: 'Search comments' }).fill('queue');
    await page.waitForURL('**search=queue**');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main li p')].every((p) => !p.textContent?.includes('No comment')),
    );
    const { provenance } = await visit.ask({ measure: 'responses', questionType: 'nps', time: month, search: 'queue' });
    await expect
      .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).textContent())
      .toBe(`${provenance.answers} answers`);
  });

  test('a correction with a reason changes the figure and stays in the history', async () => {
    const fresh = await visit.answer({ id: 'to-correct', questionType: 'nps', score: 0, attributes: { store_c: 'Pier' } });
    await visit.frankly.projected(fresh.position);
    page = await visit.signedIn({ at: '/feedback/summary?metric=nps&time=30d&store_c=Pier' });
    await page.getByRole('button', { name: /^NPS −100/ }).click();
    await drawer()
      .getByRole('button', { name: /^Details of the answer/ })
      .click();
    await drawer().getByRole('button', { name: 'Correct' }).click();
    await drawer().getByRole('textbox', { name: 'Score' }).fill('10');
    await drawer().getByRole('button', { name: 'Save correction' }).click();
    await drawer().getByText('Say why, so that the history can be understood.').waitFor();
    await drawer().getByRole('textbox', { name: 'Reason' }).fill('Pressed the wrong key');
    await drawer().getByRole('button', { name: 'Save correction' }).click();
    await drawer().getByText('Pressed the wrong key').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: /^NPS \+100/ }).isVisible(), shortly).toBe(true);
  });

  test('a voided answer counts no more', async () => {
    const fresh = await visit.answer({ id: 'to-void', questionType: 'nps', score: 3, attributes: { store_c: 'Quay' } });
    await visit.frankly.projected(fresh.position);
    page = await visit.signedIn({ at: '/feedback/responses?metric=nps&time=30d&store_c=Quay' });
    await page.getByRole('button', { name: /^Details of the answer/ }).click();
    await page.getByRole('button', { name: 'Void' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A test by the till');
    await page.getByRole('button', { name: 'Void this answer' }).click();
    await expect.poll(() => page.getByText('No NPS answers in the last 30 days').isVisible(), shortly).toBe(true);
  });

  test('team members read answers but do not change them', async () => {
    const email = await visit.addPerson('Tom', 'frontline_staff');
    page = await visit.signedIn({ at: '/feedback/responses?metric=nps&time=30d', email });
    await page
      .getByRole('button', { name: /^Details of the answer/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    expect(await page.getByRole('button', { name: 'Correct' }).count()).toBe(0);
  });
});

describe('live', () => {
  test('an answer that comes in moves the number by itself, without loading the page again', async () => {
    page = await visit.signedIn({ at: '/feedback/summary?metric=nps&time=30d&store_c=Lighthouse' });
    await page.getByText('No NPS answers in the last 30 days').waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await visit.answer({ questionType: 'nps', score: 10, attributes: { store_c: 'Lighthouse' } });
    await page.getByRole('button', { name: /^NPS \+100/ }).waitFor();
    await visit.answer({ questionType: 'nps', score: 0, attributes: { store_c: 'Lighthouse' } });
    await page.getByRole('button', { name: /^NPS 0/ }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('a lost connection is said, and figures stay', async () => {
    page = await visit.page();
    await page.route('**/api/v1/live', (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(visit.company.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(visit.company.password);
    await page.keyboard.press('Enter');
    await page.getByText('Live updates paused').waitFor();
    await settled(page);
    expect(numberIn(await answersButton().textContent())).toBeGreaterThan(0);
    await page.unroute('**/api/v1/live');
    await page.getByText(/^Updated \d+ s ago$/).waitFor();
  });
});

describe('finding the way', () => {
  test('the palette goes to a screen and narrows to a person by keyboard', async () => {
    page = await visit.signedIn();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search or jump/ }).fill('Leader');
    await page.getByText('Leaderboards', { exact: true }).last().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/feedback/leaderboards**');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search or jump/ }).fill('chidi');
    await page.getByText('Show only Chidi').click();
    await expect.poll(() => new URL(page.url()).searchParams.get('staff'), shortly).toBe('Chidi');
  });

  test('the theme is chosen once and kept', async () => {
    page = await visit.signedIn({ colorScheme: 'light' });
    const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
    expect(await scheme()).toBe('light');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await scheme()).toBe('dark');
    await page.reload();
    await settled(page);
    expect(await scheme()).toBe('dark');
  });

  test('a phone has its screens under the thumb, each at least 44 px', async () => {
    page = await visit.signedIn({ viewport: phone, hasTouch: true, isMobile: true });
    const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    const shown = boxes.filter((box) => box !== null);
    expect(shown.length).toBeLessThanOrEqual(5);
    for (const box of shown) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await page.getByRole('link', { name: 'Responses' }).last().tap();
    await page.getByRole('heading', { level: 1, name: 'Responses' }).waitFor();
  });

  test('a page that does not exist says so inside the shell', async () => {
    page = await visit.signedIn({ at: '/feedback/nowhere' });
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await page.getByRole('link', { name: 'Go to the start' }).click();
    await expect.poll(() => new URL(page.url()).pathname, shortly).toBe('/feedback/summary');
  });

  test('a chart turns into a table and into a CSV file', async () => {
    page = await visit.signedIn({ at: '/feedback/trend?metric=nps&time=30d&period=day' });
    await page.getByRole('button', { name: 'Table of NPS trend' }).click();
    await page.getByRole('region', { name: 'NPS trend, as a table' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV of NPS trend' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFDay,NPS,Answers,Promoters,Passives,Detractors');
    expect(lines).toHaveLength(31);
  });
});
