import type { Crosstab, CrosstabCell } from '@frankly/contracts/feedback';
import { invalid } from '@frankly/contracts/errors';
import { fewAnswers, meanOf, scoreOf } from '../scoring/scoring.ts';
import { columnNamed } from './columns.ts';
import type { DayRange } from './company-calendar.ts';
import { naturally, reading, type Stored } from './grouping.ts';
import type { Selection } from './selection.ts';
import type { Measured } from './summary.ts';
import { talliesBy } from './tallies.ts';

const cellLimit = 20_000;

/** Only cells with answers behind them, row by row. Shares are percentages of answers. */
export async function crosstab(selection: Selection, days: DayRange): Promise<Measured<Crosstab>> {
  const { questionType: type } = selection.query;
  const down = columnNamed(selection.columns, selection.query.row, 'row');
  const across = columnNamed(selection.columns, selection.query.column, 'column');
  const tallies = await talliesBy<{ row: Stored; column: Stored }>(
    selection,
    days,
    [`${down.sql} as row`, `${across.sql} as column`],
    { limit: cellLimit + 1 },
  );
  if (tallies.length > cellLimit) {
    const message = `${down.name} by ${across.name} has more than 20,000 cells. Take columns with fewer values, or add a rule.`;
    throw invalid({ path: 'row', message }, { path: 'column', message });
  }
  const name = await reading(selection, [
    { column: down, stored: tallies.map((cell) => cell.row) },
    { column: across, stored: tallies.map((cell) => cell.column) },
  ]);
  const named = tallies.map((cell) => ({ row: name(down, cell.row), column: name(across, cell.column), tally: cell.tally }));
  const rows = totals(named.map((cell) => [cell.row, cell.tally.total]));
  const columns = totals(named.map((cell) => [cell.column, cell.tally.total]));
  const all = named.reduce((sum, { tally }) => sum + tally.total, 0);
  const cells = named.map(
    ({ row, column, tally }): CrosstabCell => ({
      row,
      column,
      score: scoreOf(type, tally),
      mean: meanOf(tally),
      total: tally.total,
      few: tally.total < fewAnswers,
      shareOfRow: (100 * tally.total) / rows.get(row)!,
      shareOfColumn: (100 * tally.total) / columns.get(column)!,
      shareOfAll: (100 * tally.total) / all,
    }),
  );
  const rowPlaces = places(rows);
  const columnPlaces = places(columns);
  cells.sort(
    (a, b) => rowPlaces.get(a.row)! - rowPlaces.get(b.row)! || columnPlaces.get(a.column)! - columnPlaces.get(b.column)!,
  );
  return { data: { rows: [...rowPlaces.keys()], columns: [...columnPlaces.keys()], cells }, answers: all };
}

type Name = string | null;

function totals(counts: readonly (readonly [Name, number])[]): Map<Name, number> {
  const sums = new Map<Name, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

/** Names in natural order, each with its place. */
const places = (names: ReadonlyMap<Name, number>): Map<Name, number> =>
  new Map([...names.keys()].toSorted(naturally).map((name, place) => [name, place]));
