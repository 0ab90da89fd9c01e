import type { DomainError } from '@frankly/contracts/errors';
import type { TimeRange } from '@frankly/contracts/filters';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DayRange,
  dayOf,
  daysOf,
  isoDate,
  periodStart,
  periodStarts,
  previousDays,
  usualPeriod,
} from './company-calendar.ts';

const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000;
const iso = ({ from, to }: DayRange) => [isoDate(from), isoDate(to)];
const at = (instant: string, zone: string) => isoDate(dayOf(Date.parse(instant), zone));
const range = (unit: TimeRange['unit'], value?: number | string, today = '2026-11-20') =>
  iso(daysOf({ unit, value }, day(today)));

describe('the day of an instant', () => {
  test.each([
    ['2026-11-20T10:59:59.999Z', 'Pacific/Auckland', '2026-11-20'],
    ['2026-11-20T11:00:00.000Z', 'Pacific/Auckland', '2026-11-21'],
    ['2026-11-20T10:59:59.999Z', 'Pacific/Pago_Pago', '2026-11-19'],
    ['2026-11-20T11:00:00.000Z', 'Pacific/Pago_Pago', '2026-11-20'],
    ['2026-11-20T18:30:00Z', 'Asia/Kolkata', '2026-11-21'],
    ['2026-11-20T18:29:59Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-20T18:15:00Z', 'Asia/Kathmandu', '2026-11-21'],
    ['1969-12-31T23:30:00Z', 'Europe/Amsterdam', '1970-01-01'],
    ['2028-02-29T23:30:00Z', 'UTC', '2028-02-29'],
  ])('%s in %s is %s', (instant, zone, expected) => expect(at(instant, zone)).toBe(expected));

  test('summer time ends and begins within the right day', () => {
    expect(at('2026-03-28T22:59:59Z', 'Europe/Amsterdam')).toBe('2026-03-28');
    expect(at('2026-03-28T23:00:00Z', 'Europe/Amsterdam')).toBe('2026-03-29');
    expect(at('2026-03-29T21:59:59Z', 'Europe/Amsterdam')).toBe('2026-03-29');
    expect(at('2026-03-29T22:00:00Z', 'Europe/Amsterdam')).toBe('2026-03-30');
    expect(at('2026-10-25T22:59:59Z', 'Europe/Amsterdam')).toBe('2026-10-25');
    expect(at('2026-10-25T23:00:00Z', 'Europe/Amsterdam')).toBe('2026-10-26');
  });

  test('is what Intl says, at any instant in any zone', () => {
    const zones = [
      'Europe/Amsterdam',
      'America/New_York',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Pacific/Kiritimati',
      'Africa/Casablanca',
      'America/Asuncion',
      'Asia/Tehran',
      'Pacific/Chatham',
    ];
    const instants = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2035-01-01') });
    const turns = fc
      .integer({ min: 0, max: 45 })
      .map((year) => Date.UTC(1990 + year, 2, 20) + ((year * 7_919) % 40) * 21_600_000);
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.oneof(instants, turns), (timeZone, instant) => {
        const said = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
        expect(isoDate(dayOf(instant, timeZone))).toBe(said.format(instant));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('time ranges', () => {
  test('count days back from today, today included', () => {
    expect(range('today')).toEqual(['2026-11-20', '2026-11-20']);
    expect(range('day', 30)).toEqual(['2026-10-22', '2026-11-20']);
    expect(range('day', '7')).toEqual(['2026-11-14', '2026-11-20']);
    expect(range('week', 2)).toEqual(['2026-11-07', '2026-11-20']);
    expect(range('month')).toEqual(['2026-10-21', '2026-11-20']);
    expect(range('month', 3)).toEqual(['2026-08-21', '2026-11-20']);
    expect(range('year', 1)).toEqual(['2025-11-21', '2026-11-20']);
    expect(range('ytd')).toEqual(['2026-01-01', '2026-11-20']);
    expect(range('custom', '01-11-2026_20-11-2026')).toEqual(['2026-11-01', '2026-11-20']);
  });

  test('a month ago is clamped to the end of a shorter month', () => {
    expect(range('month', 1, '2026-03-31')).toEqual(['2026-03-01', '2026-03-31']);
    expect(range('month', 1, '2028-03-31')).toEqual(['2028-03-01', '2028-03-31']);
    expect(range('month', 1, '2026-03-30')).toEqual(['2026-03-01', '2026-03-30']);
    expect(range('month', 13, '2026-03-31')).toEqual(['2025-03-01', '2026-03-31']);
    expect(range('year', 1, '2028-02-29')).toEqual(['2027-03-01', '2028-02-29']);
    expect(range('month', 1, '2026-01-15')).toEqual(['2025-12-16', '2026-01-15']);
  });

  test.each([
    ['20-11-2026_01-11-2026', 'The range ends before it starts.'],
    ['30-02-2026_20-11-2026', 'There is no day 30-02-2026.'],
    ['29-02-2027_20-11-2027', 'There is no day 29-02-2027.'],
    ['01-01-0026_20-11-2026', 'There is no day 01-01-0026.'],
    ['01-01-1899_20-11-2026', 'A range lies between the years 1900 and 2199.'],
    ['nonsense', 'There is no day nonsense.'],
  ])('the custom range %s is refused: %s', (value, message) => {
    const refused = (() => {
      try {
        daysOf({ unit: 'custom', value }, 0);
      } catch (error) {
        return error as DomainError;
      }
    })();
    expect(refused).toMatchObject({ code: 'invalid_input', fields: [{ path: 'time.value', message }] });
  });

  test('a leap day is a day', () => expect(range('custom', '29-02-2028_29-02-2028')).toEqual(['2028-02-29', '2028-02-29']));

  test('years without end are refused', () => expect(() => range('year', 3_660)).toThrow());

  test('the previous window is as long and ends the day before', () => {
    expect(iso(previousDays({ from: day('2026-11-01'), to: day('2026-11-20') }))).toEqual(['2026-10-12', '2026-10-31']);
    expect(iso(previousDays({ from: day('2026-03-01'), to: day('2026-03-01') }))).toEqual(['2026-02-28', '2026-02-28']);
  });
});

describe('periods', () => {
  test('weeks start on Monday, also before 1970', () => {
    expect(isoDate(periodStart(day('2026-11-20'), 'week'))).toBe('2026-11-16');
    expect(isoDate(periodStart(day('2026-11-16'), 'week'))).toBe('2026-11-16');
    expect(isoDate(periodStart(day('2026-11-15'), 'week'))).toBe('2026-11-09');
    expect(isoDate(periodStart(day('1969-12-28'), 'week'))).toBe('1969-12-22');
  });

  test('are named by their first day, and none is left out', () => {
    const days = { from: day('2025-12-30'), to: day('2026-02-01') };
    expect(periodStarts(days, 'month').map(isoDate)).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
    expect(periodStarts(days, 'week').map(isoDate)).toEqual([
      '2025-12-29',
      '2026-01-05',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
    ]);
    expect(periodStarts(days, 'day')).toHaveLength(34);
  });

  test('every day of a range falls into one of its periods', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 40_000 }),
        fc.nat(900),
        fc.constantFrom('day', 'week', 'month'),
        (from, length, period) => {
          const starts = periodStarts({ from, to: from + length }, period);
          for (let one = from; one <= from + length; one++) expect(starts).toContain(periodStart(one, period));
          expect(new Set(starts).size).toBe(starts.length);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are days up to 45 days, weeks up to 200, else months', () => {
    expect([45, 46, 200, 201].map((length) => usualPeriod({ from: 1, to: length }))).toEqual(['day', 'week', 'week', 'month']);
  });
});
