import { memo } from 'react';
import { PeriodAxis, ValueAxis } from './axes.tsx';
import styles from './charts.module.css';
import type { ChartTable } from './data-table.tsx';
import { Frame, type LegendKey } from './frame.tsx';
import { bands, margins, vertical } from './geometry.ts';
import { wholeShares } from './shares.ts';

interface StackedBarsProps {
  label: string;
  series: readonly LegendKey[];
  /** One bar per period: its label and a count for each series, bottom first. */
  bars: readonly { label: string; counts: readonly number[] }[];
  table: ChartTable;
  height?: number;
  onPick?: (index: number) => void;
  pickWords?: string;
}

const percent = (value: number) => `${value}%`;

/** Bars of equal height, cut into the share of each series. */
export const StackedBars = memo(function StackedBars(props: StackedBarsProps) {
  const { label, series, bars, table, height = 220, onPick, pickWords } = props;
  const share = vertical(0, 100, height);
  return (
    <Frame
      label={label}
      summary={`Shares of ${series.map((one) => one.label.toLowerCase()).join(', ')} in ${bars.length} periods.`}
      height={height}
      count={bars.length}
      legend={series}
      table={table}
      onPick={onPick}
      pickWords={pickWords}
      indexAt={(x, width) => bands(bars.length, width).at(x)}
      read={(index, width) => {
        const bar = bars[index];
        const shares = wholeShares(bar?.counts ?? []);
        return {
          x: bands(bars.length, width).middle(index),
          y: 70,
          title: bar?.label ?? '',
          items: series.map((one, nth) => ({
            label: one.label,
            color: one.color,
            value: `${shares[nth] ?? 0}% (${(bar?.counts[nth] ?? 0).toLocaleString('en')})`,
          })),
        };
      }}
    >
      {(width, cursor) => {
        const along = bands(bars.length, width);
        const barWidth = Math.max(1, Math.min(34, along.width * 0.66));
        return (
          <svg viewBox={`0 0 ${width} ${height}`} height={height} aria-hidden="true">
            <ValueAxis scale={share} ticks={[0, 25, 50, 75, 100]} width={width} format={percent} />
            {bars.map((bar, index) => (
              <Stack
                key={`${index} ${bar.label}`}
                counts={bar.counts}
                colors={series.map((one) => one.color)}
                left={along.middle(index) - barWidth / 2}
                width={barWidth}
                share={share}
                faded={cursor >= 0 && cursor !== index}
              />
            ))}
            <PeriodAxis labels={bars.map((bar) => bar.label)} along={along} width={width} y={height - 6} />
            <line
              x1={margins.left}
              x2={width - margins.right}
              y1={height - margins.bottom}
              y2={height - margins.bottom}
              stroke="var(--chart-grid)"
            />
          </svg>
        );
      }}
    </Frame>
  );
});

interface StackProps {
  counts: readonly number[];
  colors: readonly string[];
  left: number;
  width: number;
  share: ReturnType<typeof vertical>;
  faded: boolean;
}

function Stack({ counts, colors, left, width, share, faded }: StackProps) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  // Hundreds of bars have no room for gaps and round corners: they would only show as specks.
  const gap = width < 5 ? 0 : 1.2;
  const upTo = (nth: number) => share((counts.slice(0, nth).reduce((sum, count) => sum + count, 0) * 100) / total);
  return (
    <g className={styles.enter} opacity={faded ? 0.45 : 1}>
      {counts.map((_, nth) => (
        <rect
          key={colors[nth]}
          x={left}
          width={width}
          y={upTo(nth + 1) + gap / 2}
          height={Math.max(0, upTo(nth) - upTo(nth + 1) - gap)}
          rx={gap && Math.min(2, width / 4)}
          fill={colors[nth]}
        />
      ))}
    </g>
  );
}
