import type { Crosstab } from '@frankly/contracts/feedback';
import { ActionIcon, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconArrowsExchange, IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { downloadCsv, type CsvCell } from '../../ui/charts/csv.ts';
import { ColumnPicker } from './column-picker.tsx';
import { crosstabShows, CrosstabTable, type CrosstabShow } from './crosstab-table.tsx';
import { useCrosstabQuery } from './feedback-api.ts';
import { FigurePanel } from './figure-panel.tsx';
import { useColumns } from './use-columns.ts';
import { messages } from './messages.ts';
import { NoAnswers } from './no-answers.tsx';
import styles from './summary.module.css';
import { useFilter, useScreenParam } from './use-filter.ts';
import { labelOf, usualGroup, usualSecond } from './usual-columns.ts';

const words = messages.crosstab;
/** More than anybody reads, and as much as a page can hold. */
const most = { rows: 200, columns: 40 };

const csvOf = (crosstab: Crosstab, row: string, column: string, score: string): CsvCell[][] => [
  [row, column, score, messages.leaderboards.answers, words.shows.row, words.shows.column, words.shows.all],
  ...crosstab.cells.map((cell) => [
    cell.row,
    cell.column,
    cell.score,
    cell.total,
    cell.shareOfRow,
    cell.shareOfColumn,
    cell.shareOfAll,
  ]),
];

/** Any column against any other. */
export function Component() {
  const { filter, metric } = useFilter();
  const columns = useColumns();
  const [, setParams] = useSearchParams();
  const [row, setRow] = useScreenParam('row', usualGroup(columns));
  const [column, setColumn] = useScreenParam('column', usualSecond(columns, row));
  const [show, setShow] = useScreenParam<CrosstabShow>('show', 'score', crosstabShows);
  const asked = useCrosstabQuery({ ...filter, row, column }, { skip: columns.length === 0 });
  const crosstab = asked.data?.data;
  const [rowLabel, columnLabel] = [labelOf(columns, row), labelOf(columns, column)];
  const title = words.title(rowLabel, columnLabel);
  const swap = () =>
    setParams((now) => {
      const swapped = new URLSearchParams(now);
      swapped.set('row', column);
      swapped.set('column', row);
      return swapped;
    });
  return (
    <>
      <div className={styles.toolbar}>
        <ColumnPicker label={words.rows} columns={columns} value={row} onChange={setRow} />
        <ActionIcon variant="default" size={36} aria-label={words.swap} title={words.swap} onClick={swap}>
          <IconArrowsExchange size={18} aria-hidden />
        </ActionIcon>
        <ColumnPicker label={words.columns} columns={columns} value={column} onChange={setColumn} />
        <SegmentedControl
          aria-label={words.show}
          value={show}
          onChange={(value) => setShow(value as CrosstabShow)}
          data={crosstabShows.map((value) => ({ value, label: words.shows[value] }))}
        />
        {crosstab && crosstab.cells.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadCsv(title, csvOf(crosstab, rowLabel, columnLabel, metric.short))}
          >
            CSV
          </Button>
        )}
      </div>
      <FigurePanel<'crosstab'>
        title={title}
        hint={show === 'score' ? `${metric.short}, ${words.hint}` : `${words.shows[show]}, ${words.hintShares}`}
        asked={asked}
        skeleton={<Skeleton height={460} radius="md" />}
        isEmpty={(data) => data.cells.length === 0}
        empty={<NoAnswers />}
      >
        {(data) => (
          <>
            <CrosstabTable crosstab={data} row={row} column={column} show={show} most={most} />
            {(data.rows.length > most.rows || data.columns.length > most.columns) && (
              <p className={styles.few}>{words.cut(most.rows, most.columns)}</p>
            )}
          </>
        )}
      </FigurePanel>
    </>
  );
}
