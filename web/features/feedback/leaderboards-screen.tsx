import type { Leaderboard } from '@frankly/contracts/feedback';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadCsv, type CsvCell } from '../../ui/charts/csv.ts';
import { ColumnPicker } from './column-picker.tsx';
import { useLeaderboardQuery } from './feedback-api.ts';
import { FigurePanel } from './figure-panel.tsx';
import { useColumns } from './use-columns.ts';
import { RowsSkeleton } from './leaderboard-panel.tsx';
import { LeaderboardTable } from './leaderboard-table.tsx';
import boardStyles from './leaderboard.module.css';
import { messages } from './messages.ts';
import { bucketOrder, scoreOf, type Metric } from './metrics.ts';
import { NoAnswers } from './no-answers.tsx';
import styles from './summary.module.css';
import { useFilter, useScreenParam } from './use-filter.ts';
import { labelOf, usualGroup } from './usual-columns.ts';

const words = messages.leaderboards;
const pageSize = 100;

const csvOf = (board: Leaderboard, column: string, metric: Metric): CsvCell[][] => [
  [words.rank, column, metric.short, '+/-', words.change, words.answers, ...bucketOrder.map((one) => metric.buckets[one])],
  ...board.rows.map((row) => [
    row.rank,
    row.group,
    scoreOf(row),
    row.margin,
    row.change,
    row.responded,
    ...bucketOrder.map((bucket) => row[bucket]),
  ]),
];

/** Every group of one column beside the others. */
export function Component() {
  const { filter, metric } = useFilter();
  const columns = useColumns();
  const [groupBy, setGroupBy] = useScreenParam('by', usualGroup(columns));
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(pageSize);
  const asked = useLeaderboardQuery({ ...filter, groupBy }, { skip: columns.length === 0 });
  const column = labelOf(columns, groupBy);
  const board = asked.data?.data;
  return (
    <>
      <div className={styles.toolbar}>
        <ColumnPicker label={words.by} columns={columns} value={groupBy} onChange={setGroupBy} />
        <TextInput
          label={words.search}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {board && board.rows.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadCsv(`${metric.short} by ${column}`, csvOf(board, column, metric))}
          >
            CSV
          </Button>
        )}
      </div>
      <FigurePanel<'leaderboard'>
        title={words.title}
        hint={board?.rows.some((row) => row.few) ? words.hint : words.fewNone}
        asked={asked}
        skeleton={<RowsSkeleton rows={10} />}
        isEmpty={(data) => data.rows.length === 0}
        empty={<NoAnswers />}
      >
        {(data) => {
          const found = data.rows.filter((row) => (row.group ?? '').toLowerCase().includes(search.trim().toLowerCase()));
          return (
            <>
              <div className={boardStyles.scroll}>
                <LeaderboardTable board={data} rows={found.slice(0, shown)} wide />
              </div>
              {found.length > shown && (
                <Button variant="default" fullWidth mt="md" onClick={() => setShown(shown + pageSize)}>
                  {messages.responses.more(Math.min(pageSize, found.length - shown))}
                </Button>
              )}
            </>
          );
        }}
      </FigurePanel>
    </>
  );
}
