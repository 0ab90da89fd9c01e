import type { Crosstab, CrosstabCell, FeedbackData, Measure } from '@frankly/contracts/feedback';
import { percentages, round } from '../scoring/rounding.ts';

/** The reply as people read it: one decimal unless they ask for more. Counts are whole, so they stay exact. */
export function rounded<M extends Measure>(data: FeedbackData[M], digits = 1): FeedbackData[M] {
  const all = everyNumber(data, digits) as FeedbackData[M];
  return 'cells' in all ? ({ ...all, cells: withRoundedShares(all.cells, digits) } satisfies Crosstab as FeedbackData[M]) : all;
}

function everyNumber(value: unknown, digits: number): unknown {
  if (typeof value === 'number') return round(value, digits);
  if (Array.isArray(value)) return value.map((one) => everyNumber(one, digits));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, everyNumber(one, digits)]));
}

/** Shares of one row, of one column and of the whole add up to 100 also after rounding. */
function withRoundedShares(cells: readonly CrosstabCell[], digits: number): CrosstabCell[] {
  const rows = sharesWithin(cells, (cell) => cell.row, digits);
  const columns = sharesWithin(cells, (cell) => cell.column, digits);
  const all = sharesWithin(cells, () => null, digits);
  return cells.map((cell) => ({
    ...cell,
    shareOfRow: rows.get(cell)!,
    shareOfColumn: columns.get(cell)!,
    shareOfAll: all.get(cell)!,
  }));
}

function sharesWithin(
  cells: readonly CrosstabCell[],
  barOf: (cell: CrosstabCell) => string | null,
  digits: number,
): Map<CrosstabCell, number> {
  const bars = new Map<string | null, CrosstabCell[]>();
  for (const cell of cells) {
    const bar = bars.get(barOf(cell));
    if (bar) bar.push(cell);
    else bars.set(barOf(cell), [cell]);
  }
  const shares = new Map<CrosstabCell, number>();
  for (const bar of bars.values()) {
    const whole = percentages(
      bar.map((cell) => cell.total),
      digits,
    );
    bar.forEach((cell, index) => shares.set(cell, whole?.[index] ?? 0));
  }
  return shares;
}
