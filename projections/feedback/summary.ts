import type { Stats, Summary, Trend } from '@frankly/contracts/feedback';
import { invalid } from '@frankly/contracts/errors';
import type { QuestionType } from '@frankly/contracts/question-types';
import { addTallies, changeBetween, emptyTally, marginOf, meanOf, scoreOf, type Tally } from '../scoring/scoring.ts';
import { type Day, type DayRange, isoDate, periodStart, periodStarts, previousDays, usualPeriod } from './company-calendar.ts';
import type { Selection } from './selection.ts';
import { talliesBy } from './tallies.ts';

/** The figures of one measure, and how many answers are behind them. */
export interface Measured<Data> {
  data: Data;
  answers: number;
}

/** NPS goes by its name, the others are a `score`. */
export const scored = <Value>(type: QuestionType, value: Value): { nps: Value } | { score: Value } =>
  type === 'nps' ? { nps: value } : { score: value };

/** Both windows in one pass. The index is in day order, so a tally a day costs no more than a tally in all. */
const byDay = (selection: Selection, days: DayRange, comments = false) =>
  talliesBy<{ day: Day }>(selection, days, ['f.day as day'], { comments });

const sumOf = (tallies: readonly { tally: Tally }[]): Tally =>
  tallies.reduce((sum, { tally }) => addTallies(sum, tally), emptyTally);

const counted = ({ total, promoter, passive, detractor }: Tally) => ({ total, promoter, passive, detractor });

export async function summary(selection: Selection, days: DayRange): Promise<Measured<Summary>> {
  const type = selection.query.questionType;
  const before = previousDays(days);
  const tallies = await byDay(selection, { from: before.from, to: days.to });
  const now = sumOf(tallies.filter(({ day }) => day >= days.from));
  const previous = sumOf(tallies.filter(({ day }) => day < days.from));
  return {
    data: {
      ...scored(type, scoreOf(type, now)),
      ...counted(now),
      mean: meanOf(now),
      ...changeBetween(type, previous, now),
      margin: marginOf(type, now),
      previous: {
        ...scored(type, scoreOf(type, previous)),
        total: previous.total,
        from: isoDate(before.from),
        to: isoDate(before.to),
      },
      from: isoDate(days.from),
      to: isoDate(days.to),
    },
    answers: now.total,
  };
}

export async function stats(selection: Selection, days: DayRange): Promise<Measured<Stats>> {
  const tallies = await byDay(selection, days, true);
  const tally = sumOf(tallies);
  return {
    data: {
      ...counted(tally),
      // Nothing is sent yet, so there is no cohort that could have answered.
      sent: null,
      opened: null,
      responded: tally.total,
      responseRate: null,
      reminded: null,
      comments: tallies.reduce((sum, { comments }) => sum + comments, 0),
    },
    answers: tally.total,
  };
}

/** As many periods as a chart can still show. */
const periodLimit = 3_700;

export async function trend(selection: Selection, days: DayRange): Promise<Measured<Trend>> {
  const { questionType: type, period = usualPeriod(days) } = selection.query;
  const starts = periodStarts(days, period);
  if (starts.length > periodLimit) {
    throw invalid({ path: 'period', message: `That would be ${starts.length} ${period}s; a trend has at most ${periodLimit}.` });
  }
  const tallies = new Map(starts.map((start) => [start, emptyTally]));
  for (const { day, tally } of await byDay(selection, days)) {
    const start = periodStart(day, period);
    tallies.set(start, addTallies(tallies.get(start)!, tally));
  }
  const periods = [...tallies.values()];
  return {
    data: {
      period,
      labels: starts.map(isoDate),
      ...scored(
        type,
        periods.map((tally) => scoreOf(type, tally)),
      ),
      mean: periods.map(meanOf),
      totalResponded: periods.map(({ total }) => total),
      promoter: periods.map(({ promoter }) => promoter),
      passive: periods.map(({ passive }) => passive),
      detractor: periods.map(({ detractor }) => detractor),
    },
    answers: periods.reduce((sum, { total }) => sum + total, 0),
  };
}
