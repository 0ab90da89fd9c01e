import type { CrosstabCell, Summary, Trend } from '@frankly/contracts/feedback';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounded } from './rounded.ts';

const summary: Summary = {
  nps: -35.8974359,
  total: 39,
  promoter: 8,
  passive: 9,
  detractor: 22,
  mean: 6.05,
  change: null,
  significant: false,
  margin: 24.6512,
  previous: { nps: null, total: 0, from: '2026-10-01', to: '2026-10-31' },
  from: '2026-11-01',
  to: '2026-11-30',
};

test('scores have one decimal, everything else stays as it was', () =>
  expect(rounded<'summary'>(summary)).toEqual({ ...summary, nps: -35.9, mean: 6.1, margin: 24.7 }));

test('as many decimals as were asked for', () => {
  expect(rounded<'summary'>(summary, 4)).toMatchObject({ nps: -35.8974, mean: 6.05, margin: 24.6512 });
  expect(rounded<'summary'>(summary, 0)).toMatchObject({ nps: -36, mean: 6, margin: 25, total: 39 });
});

test('periods without answers stay null', () => {
  const trend: Trend = {
    period: 'day',
    labels: ['2026-11-01', '2026-11-02'],
    score: [3.75, null],
    mean: [3.75, null],
    totalResponded: [120, 0],
    promoter: [75, 0],
    passive: [20, 0],
    detractor: [25, 0],
  };
  expect(rounded<'trend'>(trend)).toEqual({ ...trend, score: [3.8, null], mean: [3.8, null] });
});

const cell = (row: string, column: string, total: number): CrosstabCell => ({
  row,
  column,
  score: 33.3333,
  mean: 7.25,
  total,
  few: true,
  shareOfRow: 0,
  shareOfColumn: 0,
  shareOfAll: 0,
});

test('shares of a row, of a column and of all add up to 100', () => {
  const bar = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(bar, bar, fc.integer({ min: 0, max: 2 }), (first, second, digits) => {
      const cells = [first, second].flatMap((totals, row) => totals.map((total, column) => cell(`r${row}`, `c${column}`, total)));
      const all = rounded<'crosstab'>({ rows: ['r0', 'r1'], columns: ['c0', 'c1', 'c2'], cells }, digits).cells;
      const sum = (list: readonly CrosstabCell[], share: 'shareOfRow' | 'shareOfColumn' | 'shareOfAll') =>
        list.reduce((total, one) => total + one[share], 0);
      for (const row of ['r0', 'r1'])
        expect(
          sum(
            all.filter((one) => one.row === row),
            'shareOfRow',
          ),
        ).toBeCloseTo(100, 6);
      for (const column of ['c0', 'c1', 'c2']) {
        expect(
          sum(
            all.filter((one) => one.column === column),
            'shareOfColumn',
          ),
        ).toBeCloseTo(100, 6);
      }
      expect(sum(all, 'shareOfAll')).toBeCloseTo(100, 6);
      expect(all[0]).toMatchObject({ score: Number((33.3333).toFixed(digits)), total: cells[0]!.total });
    }),
  );
});
