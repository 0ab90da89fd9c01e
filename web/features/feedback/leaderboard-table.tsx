import type { Leaderboard, LeaderboardRow } from '@frankly/contracts/feedback';
import { Change } from '../../ui/change.tsx';
import { IntervalMark } from '../../ui/charts/interval-mark.tsx';
import { wholeShares } from '../../ui/charts/shares.ts';
import { useColumns } from './use-columns.ts';
import styles from './leaderboard.module.css';
import { messages } from './messages.ts';
import { bucketColors, bucketOrder, colorOf, formatCount, formatScore, scoreOf } from './metrics.ts';
import { groupName, labelOf } from './usual-columns.ts';
import { groupRule, narrowed, useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';

const words = messages.leaderboards;

interface LeaderboardTableProps {
  board: Leaderboard;
  rows: readonly LeaderboardRow[];
  /** With shares of each bucket beside the score. */
  wide?: boolean;
}

/** One row per group: its name filters the page, its numbers open the answers. */
export function LeaderboardTable({ board, rows, wide }: LeaderboardTableProps) {
  const { metric } = useFilter();
  const columns = useColumns();
  const column = labelOf(columns, board.groupBy);
  return (
    <table className={styles.table} data-wide={wide || undefined}>
      <thead>
        <tr>
          <th scope="col" className={styles.rank}>
            <span className={styles.hidden}>{words.rank}</span>
          </th>
          <th scope="col">{column}</th>
          <th scope="col" className={styles.interval}>
            {words.interval}
          </th>
          {wide && (
            <th scope="col" className={styles.shares}>
              {words.split}
            </th>
          )}
          <th scope="col" className={styles.end}>
            {words.answers}
          </th>
          <th scope="col" className={styles.end}>
            {words.change}
          </th>
          <th scope="col" className={styles.end}>
            {metric.short}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.group ?? ''}
            row={row}
            name={groupName(columns, board.groupBy, row.group, messages.noValue(column))}
            groupBy={board.groupBy}
            wide={wide}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: LeaderboardRow;
  name: string;
  groupBy: string;
  wide: boolean | undefined;
}

function Row({ row, name, groupBy, wide }: RowProps) {
  const { filter, metric, addRules } = useFilter();
  const open = useOpenNumber();
  const score = scoreOf(row);
  const figure = formatScore(metric, score);
  const rule = groupRule(groupBy, row.group);
  const openRow = () => open(`${name}: ${metric.short} ${figure}`, narrowed(filter, rule));
  return (
    <tr data-few={row.few || undefined}>
      <td className={styles.rank} title={row.rank === null ? words.unranked : undefined}>
        {row.rank ?? '–'}
      </td>
      <th scope="row">
        <button type="button" className={styles.group} title={words.filterTo(name)} onClick={() => addRules(rule)}>
          {name}
        </button>
        {row.few && <small className={styles.fewNote}>{words.fewShort}</small>}
      </th>
      <td className={styles.interval} title={row.margin === null ? undefined : messages.summary.margin(row.margin.toFixed(1))}>
        <IntervalMark
          value={score}
          margin={row.margin}
          lowest={metric.lowest}
          highest={metric.highest}
          color={row.few ? 'var(--neutral)' : colorOf(metric, score)}
          width={wide ? 180 : 104}
        />
      </td>
      {wide && (
        <td className={styles.shares}>
          <Shares row={row} />
        </td>
      )}
      <td className={styles.end}>
        <button
          type="button"
          className={styles.number}
          aria-label={messages.summary.open(`${name}: ${messages.answers(row.responded)}`)}
          onClick={openRow}
        >
          {formatCount(row.responded)}
        </button>
      </td>
      <td className={styles.end}>
        <Change points={row.change} format={metric.formatChange} words={messages.summary.change} />
      </td>
      <td className={styles.end}>
        <button
          type="button"
          className={styles.score}
          aria-label={messages.summary.open(`${name}: ${metric.short} ${figure}`)}
          onClick={openRow}
        >
          {figure}
        </button>
      </td>
    </tr>
  );
}

/** The answers of the row, cut into buckets. */
function Shares({ row }: { row: LeaderboardRow }) {
  const { metric } = useFilter();
  const shares = wholeShares(bucketOrder.map((bucket) => row[bucket]));
  const spoken = bucketOrder.map((bucket, index) => `${metric.buckets[bucket]} ${shares[index]}%`).join(', ');
  return (
    <span className={styles.bar} role="img" aria-label={spoken} title={spoken}>
      {bucketOrder.map((bucket) =>
        row[bucket] > 0 ? <i key={bucket} style={{ flexGrow: row[bucket], background: bucketColors[bucket] }} /> : null,
      )}
    </span>
  );
}
