import type { Trend } from '@frankly/contracts/feedback';
import type { TimeRange } from '@frankly/contracts/filters';
import { utcDay, utcMonday, utcMonth } from 'd3-time';

type Period = Trend['period'];
const at = (isoDay: string): Date => new Date(`${isoDay}T00:00:00Z`);
const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

const formats = {
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' }),
  full: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
};

/** "22 Oct" for a day or a week, "Oct 26" for a month. */
export const periodLabel = (firstDay: string, period: Period): string =>
  formats[period === 'month' ? 'month' : 'day'].format(at(firstDay));

/** "1 Nov – 20 Nov 2026", or one day alone. */
export const rangeLabel = (from: string, to: string): string =>
  from === to ? formats.full.format(at(from)) : `${formats.day.format(at(from))} – ${formats.full.format(at(to))}`;

/** The range between two days (`YYYY-MM-DD`, both included) as the filter writes it. */
export function customRange(from: string, to: string): TimeRange {
  const written = (day: string) => day.split('-').toReversed().join('-');
  return { unit: 'custom', value: `${written(from)}_${written(to)}` };
}

/** The two days (`YYYY-MM-DD`) of a custom range, or null when they are not days in this order. */
export function customDays(value: string): [from: string, to: string] | null {
  const parts = value.split('_').map((day) => day.split('-').toReversed().join('-'));
  const [from, to] = parts;
  if (parts.length !== 2 || !from || !to || ![from, to].every(isDay) || from > to) return null;
  return [from, to];
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = at(text);
  return !Number.isNaN(date.getTime()) && isoDay(date) === text;
}

/** The days of one period of a trend, cut to the range that the trend itself covers. */
export function periodRange(firstDay: string, period: Period, covered: { from: string; to: string }): TimeRange {
  const first = at(firstDay);
  const next = { day: utcDay, week: utcMonday, month: utcMonth }[period].offset(first, 1);
  const [from, to] = [firstDay, isoDay(utcDay.offset(next, -1))];
  return customRange(from < covered.from ? covered.from : from, to > covered.to ? covered.to : to);
}

/** Fewer answers than this in a period make its score jump about by chance. */
const steadyAnswers = 10;

/** The period that gives a readable number of points, each with enough answers to stand on where that is possible. */
export function usualPeriod({ from, to, total }: { from: string; to: string; total: number }): Period {
  const days = utcDay.count(at(from), at(to)) + 1;
  const thin = (points: number) => total / points < steadyAnswers;
  if (days <= 45 && (days < 14 || !thin(days))) return 'day';
  return days <= 200 && (days < 62 || !thin(days / 7)) ? 'week' : 'month';
}
