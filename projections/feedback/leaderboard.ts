import type { Leaderboard, LeaderboardRow } from '@frankly/contracts/feedback';
import { changeBetween, emptyTally, fewAnswers, marginOf, meanOf, ranksOf, scoreOf } from '../scoring/scoring.ts';
import { columnNamed } from './columns.ts';
import { type DayRange, previousDays } from './company-calendar.ts';
import { naturally, reading, type Stored } from './grouping.ts';
import type { Selection } from './selection.ts';
import { type Measured, scored } from './summary.ts';
import { talliesBy } from './tallies.ts';

/** Groups that answered in the window, best rank first; then those without a rank, the busiest first. */
export async function leaderboard(selection: Selection, days: DayRange): Promise<Measured<Leaderboard>> {
  const { questionType: type, groupBy = 'staff' } = selection.query;
  const column = columnNamed(selection.columns, groupBy, 'groupBy');
  const talliesOf = (window: DayRange) => talliesBy<{ group: Stored }>(selection, window, [`${column.sql} as group`]);
  // Side by side: two plain passes are quicker than one that tells the windows apart.
  const [current, previous] = await Promise.all([talliesOf(days), talliesOf(previousDays(days))]);
  const before = new Map(previous.map(({ group, tally }) => [group, tally]));
  const name = await reading(selection, [{ column, stored: current.map(({ group }) => group) }]);
  // Answers without a value are counted, but they compete with nobody.
  const ranks = ranksOf(
    type,
    current.map(({ group, tally }) => (group === null ? emptyTally : tally)),
  );
  const rows = current.map(({ group, tally }, index): LeaderboardRow => {
    const { total, promoter, passive, detractor } = tally;
    return {
      group: name(column, group),
      ...scored(type, scoreOf(type, tally)),
      mean: meanOf(tally),
      margin: marginOf(type, tally),
      responded: total,
      promoter,
      passive,
      detractor,
      rank: ranks[index] ?? null,
      change: changeBetween(type, before.get(group) ?? emptyTally, tally).change,
      few: total < fewAnswers,
    };
  });
  return { data: { groupBy, rows: rows.toSorted(byRank) }, answers: rows.reduce((sum, { responded }) => sum + responded, 0) };
}

const byRank = (a: LeaderboardRow, b: LeaderboardRow): number =>
  Number(a.group === null) - Number(b.group === null) ||
  (a.rank ?? Infinity) - (b.rank ?? Infinity) ||
  b.responded - a.responded ||
  naturally(a.group, b.group);
