import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, DashboardVisit, desk, phone, settled, sidewaysScroll } from './dashboard-visit.ts';

let visit: DashboardVisit;
beforeAll(async () => {
  visit = await DashboardVisit.open();
});
afterAll(() => visit?.close());

const screens = ['summary', 'trend', 'leaderboards', 'crosstab', 'responses'];

describe.each([
  { name: 'a desk in light', viewport: desk, theme: 'light' },
  { name: 'a desk in dark', viewport: desk, theme: 'dark' },
  { name: 'a phone in light', viewport: phone, theme: 'light' },
  { name: 'a phone in dark', viewport: phone, theme: 'dark' },
] as const)('on $name', ({ viewport, theme }) => {
  const options = { viewport, colorScheme: theme, hasTouch: viewport === phone, isMobile: viewport === phone, bypassCSP: true };

  test('every screen is accessible and none scrolls sideways', async () => {
    const page = await visit.signedIn(options);
    for (const screen of screens) {
      await page.goto(`/feedback/${screen}?metric=nps&time=3m&channel=Online`);
      await settled(page);
      expect([screen, await accessibilityProblems(page)]).toEqual([screen, []]);
      expect([screen, await sidewaysScroll(page)]).toEqual([screen, 0]);
    }
    await page.context().close();
  });

  test('what opens over a screen is accessible too', async () => {
    const page = await visit.signedIn(options);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Store' }).click();
    await page.getByRole('checkbox').first().waitFor();
    expect(['filter', await accessibilityProblems(page)]).toEqual(['filter', []]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(['theme', await accessibilityProblems(page)]).toEqual(['theme', []]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search or jump/ }).fill('e');
    await page.getByText('Leaderboards').last().waitFor();
    expect(['palette', await accessibilityProblems(page)]).toEqual(['palette', []]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^[\d,]+ answers$/ }).click();
    await page
      .getByRole('button', { name: /^Details of the answer/ })
      .first()
      .waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Details of the answer/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click();
    expect(['answers', await accessibilityProblems(page)]).toEqual(['answers', []]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.context().close();
  });

  test('empty and failed screens are accessible', async () => {
    const page = await visit.signedIn(options);
    for (const query of ['time=01-01-2020_02-01-2020', 'time=30d&planet_c=Mars']) {
      await page.goto(`/feedback/summary?metric=nps&${query}`);
      await page
        .getByRole('button', { name: /Show the last year|Clear the filters/ })
        .first()
        .waitFor();
      expect([query, await accessibilityProblems(page)]).toEqual([query, []]);
    }
    await page.context().close();
  });
});
