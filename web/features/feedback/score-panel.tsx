import type { Bucket, Summary } from '@frankly/contracts/feedback';
import { Skeleton, Tooltip } from '@mantine/core';
import { Change } from '../../ui/change.tsx';
import { Gauge } from '../../ui/charts/gauge.tsx';
import { ShareBar } from '../../ui/charts/share-bar.tsx';
import { wholeShares } from '../../ui/charts/shares.ts';
import { rangeLabel } from './dates.ts';
import { FigurePanel, type AskedFigures } from './figure-panel.tsx';
import { messages } from './messages.ts';
import { bucketColors, bucketOrder, colorOf, fewAnswers, formatCount, formatScore, scoreOf, type Metric } from './metrics.ts';
import { NoAnswers } from './no-answers.tsx';
import styles from './summary.module.css';
import { bucketRule, narrowed, useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';

const words = messages.summary;

/** The score itself: how high, how sure, how it moved, and who is behind it. */
export function ScorePanel({ asked, className }: { asked: AskedFigures<'summary'>; className?: string | undefined }) {
  const { metric } = useFilter();
  return (
    <FigurePanel<'summary'>
      title={metric.name}
      className={className}
      asked={asked}
      skeleton={<ScoreSkeleton />}
      isEmpty={(data) => data.total === 0}
      empty={<NoAnswers />}
      side={asked.data && asked.data.data.total > 0 ? <ScoreChange summary={asked.data.data} metric={metric} /> : null}
    >
      {(data) => <Score summary={data} metric={metric} />}
    </FigurePanel>
  );
}

function ScoreChange({ summary, metric }: { summary: Summary; metric: Metric }) {
  const { change, significant, previous } = summary;
  const sure = significant ? words.change.significant : words.change.insignificant;
  const before = previous.total > 0 ? words.change.before(formatScore(metric, scoreOf(previous))) : words.change.none;
  return (
    <Tooltip
      multiline
      w={250}
      label={`${words.change.against(rangeLabel(previous.from, previous.to))}. ${before}${change === null ? '' : `: ${sure}`}.`}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className={styles.changeButton}>
        <Change points={change} format={metric.formatChange} words={words.change} />
      </button>
    </Tooltip>
  );
}

function Score({ summary, metric }: { summary: Summary; metric: Metric }) {
  const { filter, addRules } = useFilter();
  const open = useOpenNumber();
  const score = scoreOf(summary);
  const figure = formatScore(metric, score);
  const few = summary.total < fewAnswers;
  const answers = messages.answers(summary.total);
  const margin = summary.margin === null ? '' : words.margin(String(Math.round(summary.margin * 10) / 10));
  const counts = bucketOrder.map((bucket) => summary[bucket]);
  const shares = wholeShares(counts);
  const openBucket = (bucket: Bucket) => open(metric.buckets[bucket], narrowed(filter, bucketRule(bucket)));
  return (
    <>
      <Gauge
        label={metric.name}
        value={score}
        lowest={metric.lowest}
        highest={metric.highest}
        margin={summary.margin}
        before={summary.previous.total > 0 ? scoreOf(summary.previous) : null}
        color={few ? 'var(--neutral)' : colorOf(metric, score)}
        spoken={`${figure}, ${margin}, ${answers}`}
        format={metric.format}
      >
        <Tooltip label={`${margin} · ${words.marginMore(answers)}`} events={{ hover: true, focus: true, touch: false }}>
          <button
            type="button"
            className={styles.figure}
            data-few={few || undefined}
            aria-label={words.open(`${metric.short} ${figure}, ${margin}`)}
            onClick={() => open(`${metric.short} ${figure}`, filter)}
          >
            <span key={figure} className={styles.fresh}>
              {figure}
            </span>
          </button>
        </Tooltip>
      </Gauge>
      <div className={styles.scoreLine}>
        <span>
          {summary.previous.total > 0 && words.change.before(formatScore(metric, scoreOf(summary.previous)))}
          {summary.change !== null && <small> {summary.significant ? words.change.sure : words.change.unsure}</small>}
        </span>
        <button type="button" className={styles.number} onClick={() => open(answers, filter)}>
          <span key={summary.total} className={styles.fresh}>
            {answers}
          </span>
        </button>
      </div>
      <ShareBar
        label={words.split}
        segments={bucketOrder.map((bucket) => ({
          label: metric.buckets[bucket],
          count: summary[bucket],
          color: bucketColors[bucket],
        }))}
        onPick={(index) => addRules(bucketRule(bucketOrder[index] ?? 'promoter'))}
        pickWords={words.pickSegment}
      />
      <ul className={styles.split}>
        {bucketOrder.map((bucket, index) => (
          <li key={bucket}>
            <button type="button" className={styles.number} title={words.openBehind} onClick={() => openBucket(bucket)}>
              <b>{shares[index]}%</b> {metric.buckets[bucket].toLowerCase()} <small>{formatCount(summary[bucket])}</small>
            </button>
          </li>
        ))}
      </ul>
      {few && <p className={styles.few}>{words.few}</p>}
    </>
  );
}

function ScoreSkeleton() {
  return (
    <div className={styles.scoreSkeleton} aria-hidden="true">
      <Skeleton width={268} height={134} style={{ borderRadius: '134px 134px 0 0' }} />
      <Skeleton height={12} mt={44} radius="xl" />
      <Skeleton height={14} mt={16} width="80%" />
    </div>
  );
}
