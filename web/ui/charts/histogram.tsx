import { memo } from 'react';
import { PeriodAxis, ValueAxis } from './axes.tsx';
import styles from './charts.module.css';
import type { ChartTable } from './data-table.tsx';
import { Frame, type LegendKey } from './frame.tsx';
import { bands, margins, vertical } from './geometry.ts';

interface HistogramProps {
  label: string;
  bars: readonly { label: string; count: number; color: string }[];
  legend: readonly LegendKey[];
  table: ChartTable;
  height?: number;
  onPick?: (index: number) => void;
  pickWords?: string;
}

const short = new Intl.NumberFormat('en', { notation: 'compact' });

/** How often each value came up. */
export const Histogram = memo(function Histogram({
  label,
  bars,
  legend,
  table,
  height = 236,
  onPick,
  pickWords,
}: HistogramProps) {
  const total = bars.reduce((sum, bar) => sum + bar.count, 0);
  const count = vertical(0, Math.max(1, ...bars.map((bar) => bar.count)), height).nice(4);
  const commonest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best), { label: '', count: 0 });
  return (
    <Frame
      label={label}
      summary={
        total === 0 ? 'No answers in this time.' : `${commonest.label} came up most, ${commonest.count} of ${total} times.`
      }
      height={height}
      count={bars.length}
      legend={legend}
      table={table}
      onPick={onPick}
      pickWords={pickWords}
      indexAt={(x, width) => bands(bars.length, width).at(x)}
      read={(index, width) => {
        const bar = bars[index];
        const share = bar && total > 0 ? (bar.count * 100) / total : 0;
        return {
          x: bands(bars.length, width).middle(index),
          y: count(bar?.count ?? 0),
          title: bar?.label ?? '',
          items: [
            {
              label: 'Answers',
              value: `${(bar?.count ?? 0).toLocaleString('en')} (${share.toFixed(1)}%)`,
              color: bar?.color ?? '',
            },
          ],
        };
      }}
    >
      {(width, cursor) => {
        const along = bands(bars.length, width);
        const barWidth = Math.min(44, along.width * 0.72);
        return (
          <svg viewBox={`0 0 ${width} ${height}`} height={height} aria-hidden="true">
            <ValueAxis
              scale={count}
              ticks={count.ticks(4).filter(Number.isInteger)}
              width={width}
              format={(n) => short.format(n)}
            />
            {bars.map((bar, index) => (
              <rect
                key={bar.label}
                className={styles.enter}
                x={along.middle(index) - barWidth / 2}
                width={barWidth}
                y={count(bar.count)}
                height={height - margins.bottom - count(bar.count)}
                rx={Math.min(4, barWidth / 4)}
                fill={bar.color}
                opacity={cursor >= 0 && cursor !== index ? 0.45 : 1}
              />
            ))}
            <PeriodAxis labels={bars.map((bar) => bar.label)} along={along} width={width * 3} y={height - 6} />
          </svg>
        );
      }}
    </Frame>
  );
});
