import type { Crosstab, CrosstabCell } from '@frankly/contracts/feedback';
import { useMemo } from 'react';
import { HeatTable, type HeatCell } from '../../ui/charts/heat-table.tsx';
import { useColumns } from './use-columns.ts';
import { messages } from './messages.ts';
import { formatScore, heatOf, type Metric } from './metrics.ts';
import { groupRule, narrowed, useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';
import { groupName, labelOf } from './usual-columns.ts';

const words = messages.crosstab;
export const crosstabShows = ['score', 'row', 'column', 'all'] as const;
export type CrosstabShow = (typeof crosstabShows)[number];

const shareOf: Record<Exclude<CrosstabShow, 'score'>, (cell: CrosstabCell) => number> = {
  row: (cell) => cell.shareOfRow,
  column: (cell) => cell.shareOfColumn,
  all: (cell) => cell.shareOfAll,
};

/** Too few answers hide their score, unless no cell has enough: then greyed is better than nothing. */
function heatCell(cell: CrosstabCell, show: CrosstabShow, metric: Metric, highestShare: number, hideFew: boolean): HeatCell {
  if (show !== 'score') {
    const share = shareOf[show](cell);
    const figure = `${share.toFixed(share < 10 ? 1 : 0)}%`;
    return { figure, answers: cell.total, heat: highestShare > 0 ? share / highestShare : 0, spoken: figure };
  }
  const figure = cell.few && hideFew ? '–' : formatScore(metric, cell.score);
  const heat = cell.few || cell.score === null ? null : heatOf(metric, cell.score);
  return { figure, answers: cell.total, heat, spoken: cell.few ? words.few : `${metric.short} ${figure}` };
}

interface CrosstabTableProps {
  crosstab: Crosstab;
  row: string;
  column: string;
  show: CrosstabShow;
  most?: { rows: number; columns: number };
}

/** A crosstab as a heat table: a cell filters the page to its row and column, its count opens the answers. */
export function CrosstabTable({ crosstab, row, column, show, most }: CrosstabTableProps) {
  const { filter, metric, addRules } = useFilter();
  const columns = useColumns();
  const open = useOpenNumber();
  const rows = crosstab.rows.slice(0, most?.rows);
  const heads = crosstab.columns.slice(0, most?.columns);
  const cells = useMemo(() => {
    const key = (one: string | null, other: string | null) => JSON.stringify([one, other]);
    const known = new Map(crosstab.cells.map((cell) => [key(cell.row, cell.column), cell]));
    const highest = show === 'score' ? 0 : Math.max(...crosstab.cells.map(shareOf[show]), 0);
    const hideFew = crosstab.cells.some((cell) => !cell.few);
    return rows.map((one) =>
      heads.map((other) => {
        const cell = known.get(key(one, other));
        return cell ? heatCell(cell, show, metric, highest, hideFew) : null;
      }),
    );
  }, [crosstab, rows, heads, show, metric]);
  const rowLabel = labelOf(columns, row);
  const columnLabel = labelOf(columns, column);
  const rowNames = rows.map((group) => groupName(columns, row, group, messages.noValue(rowLabel)));
  const columnNames = heads.map((group) => groupName(columns, column, group, messages.noValue(columnLabel)));
  const rules = (r: number, c: number) => [groupRule(row, rows[r] ?? null), groupRule(column, heads[c] ?? null)];
  return (
    <HeatTable
      caption={words.title(rowLabel, columnLabel)}
      corner={rowLabel}
      rows={rowNames}
      columns={columnNames}
      cells={cells}
      onPickRow={(r) => addRules(groupRule(row, rows[r] ?? null))}
      onPickColumn={(c) => addRules(groupRule(column, heads[c] ?? null))}
      onPick={(r, c) => addRules(...rules(r, c))}
      onOpen={(r, c) => open(`${rowNames[r]}, ${columnNames[c]}`, narrowed(filter, ...rules(r, c)))}
    />
  );
}
