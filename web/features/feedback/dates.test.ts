import { expect, test } from 'vitest';
import { customDays, customRange, periodRange, rangeLabel, usualPeriod } from './dates.ts';

const covered = { from: '2026-10-22', to: '2026-11-20' };

test('a custom range is written day first and read back', () => {
  expect(customRange('2026-11-01', '2026-11-20')).toEqual({ unit: 'custom', value: '01-11-2026_20-11-2026' });
  expect(customDays('01-11-2026_20-11-2026')).toEqual(['2026-11-01', '2026-11-20']);
});

test('a month that the range cuts in two gives only its part of the range', () => {
  expect(periodRange('2026-10-01', 'month', covered)).toEqual(customRange('2026-10-22', '2026-10-31'));
  expect(periodRange('2026-11-01', 'month', covered)).toEqual(customRange('2026-11-01', '2026-11-20'));
});

test('a week has seven days and a day has one', () => {
  expect(periodRange('2026-11-02', 'week', covered)).toEqual(customRange('2026-11-02', '2026-11-08'));
  expect(periodRange('2026-11-02', 'day', covered)).toEqual(customRange('2026-11-02', '2026-11-02'));
});

test('longer ranges have longer periods', () => {
  const total = 100_000;
  expect(usualPeriod({ from: '2026-11-01', to: '2026-11-30', total })).toBe('day');
  expect(usualPeriod({ from: '2026-08-20', to: '2026-11-20', total })).toBe('week');
  expect(usualPeriod({ from: '2025-11-20', to: '2026-11-20', total })).toBe('month');
});

test('few answers are gathered into longer periods, so that chance does not draw the line', () => {
  expect(usualPeriod({ from: '2026-11-01', to: '2026-11-30', total: 90 })).toBe('week');
  expect(usualPeriod({ from: '2026-08-20', to: '2026-11-20', total: 30 })).toBe('month');
  expect(usualPeriod({ from: '2026-11-14', to: '2026-11-20', total: 7 })).toBe('day');
});

test('one day is not called a range', () => {
  expect(rangeLabel('2026-11-20', '2026-11-20')).toBe('20 Nov 2026');
});
