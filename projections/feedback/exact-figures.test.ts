import type { Rule } from '@frankly/contracts/filters';
import type { CompanyId } from '@frankly/contracts/identity';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlainAnswer } from '../../tests/kit/fact-tables.ts';
import { answersOf, company, empty, feedbackCompanies, other, today } from './feedback-companies.fixture.ts';

const { ask, refusal, fill, queries } = feedbackCompanies();

describe('by hand', () => {
  const facts = (list: readonly [score: number, daysAgo: number, staff: string | null][]): PlainAnswer[] =>
    list.map(([score, daysAgo, staff], index) => ({
      ...answersOf(1, 1)[0]!,
      id: `exact-${index}`,
      questionType: 'nps',
      scale: 10,
      score,
      day: today - daysAgo,
      answeredAt: new Date((today - daysAgo) * 86_400_000),
      staff,
    }));
  const small = '44444444-4444-4444-8444-444444444444' as CompanyId;
  const times = (count: number, score: number, daysAgo: number, staff: string | null) =>
    Array.from({ length: count }, () => [score, daysAgo, staff] as [number, number, string | null]);

  beforeAll(() =>
    fill(
      small,
      facts([
        ...[10, 10, 9, 9, 9, 8, 7, 4, 2, 1].map((score) => [score, 0, 'Anna'] as [number, number, string]),
        ...times(10, 9, 0, 'Bram'),
        ...times(10, 9, 1, 'Cleo'),
        ...times(4, 10, 2, 'Dirk'),
        ...times(20, 10, 3, null),
        ...times(5, 0, 8, 'Bram'),
      ]),
    ),
  );
  const week = { unit: 'week', value: 1 } as const;

  test('the NPS of 10,10,9,9,9,8,7,4,2,1 is 20', async () => {
    const rules: Rule[] = [{ column: 'staff', operator: 'in', value: ['Anna'] }];
    const { data } = await ask({ measure: 'summary', time: week, rules }, small);
    expect(data).toMatchObject({
      nps: 20,
      total: 10,
      promoter: 5,
      passive: 2,
      detractor: 3,
      mean: 6.9,
      change: null,
      significant: false,
    });
  });

  test('ties share a rank, few answers have none, and answers without a value come last', async () => {
    const { data } = await ask({ measure: 'leaderboard', time: week }, small);
    expect(data.rows.map(({ group, rank, nps, change, few }) => ({ group, rank, nps, change, few }))).toEqual([
      { group: 'Bram', rank: 1, nps: 100, change: 200, few: true },
      { group: 'Cleo', rank: 1, nps: 100, change: null, few: true },
      { group: 'Anna', rank: 3, nps: 20, change: null, few: true },
      { group: 'Dirk', rank: null, nps: 100, change: null, few: true },
      { group: null, rank: null, nps: 100, change: null, few: false },
    ]);
  });

  test('values are in natural order, those without a value last', async () => {
    const { data } = await ask({ measure: 'crosstab', row: 'store_c', column: 'bucket' });
    expect(data.rows).toEqual(['Store 1', 'Store 2', 'Store 10', null]);
    expect(data.columns).toEqual(['detractor', 'passive', 'promoter']);
  });

  test('without answers every figure is null', async () => {
    const { data } = await ask({ measure: 'summary' }, empty);
    expect(data).toMatchObject({
      nps: null,
      mean: null,
      margin: null,
      change: null,
      total: 0,
      previous: { nps: null, total: 0 },
    });
    expect((await ask({ measure: 'trend', time: week }, empty)).data).toMatchObject({
      nps: Array(7).fill(null),
      totalResponded: Array(7).fill(0),
    });
    expect((await ask({ measure: 'leaderboard' }, empty)).data.rows).toEqual([]);
    expect((await ask({ measure: 'crosstab', row: 'staff', column: 'score' }, empty)).data).toEqual({
      rows: [],
      columns: [],
      cells: [],
    });
    expect((await ask({ measure: 'responses' }, empty)).data).toEqual({ rows: [], nextPage: null });
  });

  test('a table too large to read is refused in words', async () => {
    const huge = '55555555-5555-4555-8555-555555555555' as CompanyId;
    const many = answersOf(3, 20_001).map((answer, index) => ({
      ...answer,
      questionType: 'nps' as const,
      attributes: { visit_c: `${index}` },
    }));
    await fill(huge, many, { visit_c: 1 });
    const message = 'visit_c by bucket has more than 20,000 cells. Take columns with fewer values, or add a rule.';
    expect(await refusal({ measure: 'crosstab', row: 'visit_c', column: 'bucket' }, huge)).toEqual({
      code: 'invalid_input',
      fields: [
        { path: 'row', message },
        { path: 'column', message },
      ],
    });
  });

  test('the day is that of the company', async () => {
    const noonInUtc = new Date('2026-11-20T12:00:00Z');
    expect(await queries().today(company, noonInUtc)).toBe(today);
    expect(await queries().today(other, noonInUtc)).toBe(today + 1);
  });
});
