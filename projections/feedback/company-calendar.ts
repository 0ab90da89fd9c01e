import { invalid } from '@frankly/contracts/errors';
import type { TimeRange } from '@frankly/contracts/filters';

/** A civil day as a whole number: days since 1970-01-01, whatever the time zone. */
export type Day = number;
/** Both days included. */
export interface DayRange {
  from: Day;
  to: Day;
}
export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

const dayMs = 86_400_000;
const quarterMs = 900_000;

/** Month and day count from 1; a day past the month's end runs on into the next. */
const dayNumber = (year: number, month: number, day: number): Day => Math.floor(Date.UTC(year, month - 1, day) / dayMs);

function civil(day: Day): { year: number; month: number; day: number } {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const isoDate = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
  const wall = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
  return wall - Math.floor(instant / 1_000) * 1_000;
}

/**
 * The wall clock of a time zone, quick enough for a projector: Intl is asked once per day, and once per quarter of an
 * hour of the days in which the clock is turned (clocks turn on quarters of UTC).
 */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #byDay = new Map<number, number | null>();
  readonly #byQuarter = new Map<number, number>();

  constructor(readonly timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** The civil day on the wall at an instant (milliseconds since 1970). */
  dayOf(instant: number): Day {
    return Math.floor((instant + this.#offset(instant)) / dayMs);
  }

  #offset(instant: number): number {
    const utcDay = Math.floor(instant / dayMs);
    let offset = this.#byDay.get(utcDay);
    if (offset === undefined) {
      const start = offsetAt(this.#format, utcDay * dayMs);
      offset = start === offsetAt(this.#format, (utcDay + 1) * dayMs) ? start : null;
      this.#byDay.set(utcDay, offset);
    }
    return offset ?? this.#turningOffset(Math.floor(instant / quarterMs));
  }

  #turningOffset(quarter: number): number {
    let offset = this.#byQuarter.get(quarter);
    if (offset === undefined) {
      offset = offsetAt(this.#format, quarter * quarterMs);
      this.#byQuarter.set(quarter, offset);
    }
    return offset;
  }
}

const clocks = new Map<string, ZoneClock>();

/** The civil day of an instant (milliseconds since 1970) in a time zone. */
export function dayOf(instant: number, timeZone: string): Day {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new ZoneClock(timeZone);
    clocks.set(timeZone, clock);
  }
  return clock.dayOf(instant);
}

/** The same day of an earlier month, or that month's last day when it is shorter. */
function monthsBefore(day: Day, months: number): Day {
  const { year, month, day: dayOfMonth } = civil(day);
  const lastOfMonth = dayNumber(year, month - months + 1, 0);
  return Math.min(dayNumber(year, month - months, dayOfMonth), lastOfMonth);
}

const refuseTime = (message: string) => invalid({ path: 'time.value', message });
const earliest = dayNumber(1900, 1, 1);
const latest = dayNumber(2199, 12, 31);

/** The days of a time range. @throws DomainError invalid_input when the calendar has no such days. */
export function daysOf(time: TimeRange, today: Day): DayRange {
  const range = time.unit === 'custom' ? customDays(String(time.value)) : { from: firstDay(time, today), to: today };
  if (range.from < earliest || range.to > latest) throw refuseTime('A range lies between the years 1900 and 2199.');
  return range;
}

function firstDay({ unit, value }: TimeRange, today: Day): Day {
  const count = Number(value ?? 1);
  switch (unit) {
    case 'day':
      return today - count + 1;
    case 'week':
      return today - 7 * count + 1;
    case 'month':
      return monthsBefore(today, count) + 1;
    case 'year':
      return monthsBefore(today, 12 * count) + 1;
    case 'ytd':
      return dayNumber(civil(today).year, 1, 1);
    default:
      return today;
  }
}

function customDays(value: string): DayRange {
  const [from, to] = value.split('_').map(writtenDay);
  if (from === undefined || to === undefined) throw refuseTime('A custom range looks like 01-11-2026_20-11-2026.');
  if (from > to) throw refuseTime('The range ends before it starts.');
  return { from, to };
}

function writtenDay(written: string): Day {
  const [day, month, year] = written.split('-').map(Number);
  const number = dayNumber(year ?? NaN, month ?? NaN, day ?? NaN);
  const back = Number.isNaN(number) ? null : civil(number);
  if (back?.year !== year || back?.month !== month || back?.day !== day) throw refuseTime(`There is no day ${written}.`);
  return number;
}

/** The days just before, as many of them. */
export const previousDays = ({ from, to }: DayRange): DayRange => ({ from: from - (to - from + 1), to: from - 1 });

/** How a trend is cut when nobody says. */
export function usualPeriod({ from, to }: DayRange): Period {
  const length = to - from + 1;
  return length <= 45 ? 'day' : length <= 200 ? 'week' : 'month';
}

/** First day of the period that a day is in; weeks start on Monday. */
export function periodStart(day: Day, period: Period): Day {
  if (period === 'day') return day;
  if (period === 'week') return day - ((((day + 3) % 7) + 7) % 7);
  const { year, month } = civil(day);
  return dayNumber(year, month, 1);
}

/** First days of all periods that a range touches, oldest first. */
export function periodStarts({ from, to }: DayRange, period: Period): Day[] {
  const starts: Day[] = [];
  for (let start = periodStart(from, period); start <= to; start = nextStart(start, period)) starts.push(start);
  return starts;
}

function nextStart(start: Day, period: Period): Day {
  if (period === 'month') {
    const { year, month } = civil(start);
    return dayNumber(year, month + 1, 1);
  }
  return start + (period === 'week' ? 7 : 1);
}
