import { curveMonotoneX, line } from 'd3-shape';
import { memo, useMemo } from 'react';
import { PeriodAxis, ValueAxis } from './axes.tsx';
import styles from './charts.module.css';
import type { ChartTable } from './data-table.tsx';
import { Frame } from './frame.tsx';
import { bands, margins, vertical } from './geometry.ts';

export interface TrendPoint {
  label: string;
  /** Null when nobody answered in this period. */
  score: number | null;
  answers: number;
}

interface TrendChartProps {
  label: string;
  scoreName: string;
  points: readonly TrendPoint[];
  lowest: number;
  highest: number;
  format: (score: number) => string;
  table: ChartTable;
  height?: number;
  onPick?: (index: number) => void;
  pickWords?: string;
}

function spoken(points: readonly TrendPoint[], name: string, format: (score: number) => string): string {
  const answered = points.filter((point) => point.score !== null);
  const [first, last] = [answered[0], answered.at(-1)];
  if (!first || !last) return 'No answers in this time.';
  return `${name} went from ${format(first.score ?? 0)} (${first.label}) to ${format(last.score ?? 0)} (${last.label}).`;
}

/** A line for the score over bars for the number of answers. Periods without answers leave a gap. */
export const TrendChart = memo(function TrendChart(props: TrendChartProps) {
  const { label, scoreName, points, lowest, highest, format, table, height = 260, onPick, pickWords } = props;
  const scored = points.flatMap(({ score }) => (score === null ? [] : [score]));
  const score = vertical(Math.min(lowest, ...scored), highest, height).nice();
  const answers = vertical(0, Math.max(1, ...points.map((point) => point.answers)) * 3, height);
  return (
    <Frame
      label={label}
      summary={spoken(points, scoreName, format)}
      height={height}
      count={points.length}
      legend={[
        { label: scoreName, color: 'var(--chart-line)' },
        { label: 'Answers', color: 'var(--chart-bar)' },
      ]}
      table={table}
      onPick={onPick}
      pickWords={pickWords}
      indexAt={(x, width) => bands(points.length, width).at(x)}
      read={(index, width) => {
        const point = points[index];
        return {
          x: bands(points.length, width).middle(index),
          y: score(point?.score ?? lowest),
          title: point?.label ?? '',
          items: [
            { label: scoreName, value: point?.score == null ? 'no answers' : format(point.score), color: 'var(--chart-line)' },
            { label: 'Answers', value: (point?.answers ?? 0).toLocaleString('en'), color: 'var(--chart-bar)' },
          ],
        };
      }}
    >
      {(width, cursor) => (
        <svg viewBox={`0 0 ${width} ${height}`} height={height} aria-hidden="true">
          <Plot {...{ points, score, answers, width, height, format }} />
          <Cursor {...{ points, score, width, height, cursor }} />
        </svg>
      )}
    </Frame>
  );
});

type Scale = ReturnType<typeof vertical>;
interface PlotProps {
  points: readonly TrendPoint[];
  score: Scale;
  answers: Scale;
  width: number;
  height: number;
  format: (score: number) => string;
}

const Plot = memo(function Plot({ points, score, answers, width, height, format }: PlotProps) {
  const along = bands(points.length, width);
  const ground = height - margins.bottom;
  const bars = useMemo(() => {
    const barWidth = Math.max(0.8, Math.min(28, along.width * 0.62));
    const corner = Math.min(3, barWidth / 3);
    return points
      .map((point, index) => {
        const tall = ground - answers(point.answers);
        if (tall <= 0) return '';
        const round = Math.min(corner, tall);
        const left = along.middle(index) - barWidth / 2;
        return `M${left.toFixed(1)} ${ground}v${(round - tall).toFixed(1)}q0 ${-round} ${round} ${-round}h${(barWidth - 2 * round).toFixed(1)}q${round} 0 ${round} ${round}V${ground}z`;
      })
      .join('');
  }, [points, answers, along, ground]);
  const path = line<TrendPoint>(
    (_, index) => along.middle(index),
    (point) => score(point.score ?? 0),
  )
    .defined((point) => point.score !== null)
    .curve(curveMonotoneX)(points as TrendPoint[]);
  return (
    <>
      <ValueAxis scale={score} ticks={score.ticks(5)} width={width} format={format} />
      <path d={bars} fill="var(--chart-bar)" />
      <path
        className={styles.enter}
        d={path ?? ''}
        fill="none"
        stroke="var(--chart-line)"
        strokeWidth={2.25}
        strokeLinejoin="round"
      />
      {points.map((point, index) => {
        const alone = point.score !== null && points[index - 1]?.score == null && points[index + 1]?.score == null;
        return alone ? (
          <circle
            key={`${index} ${point.label}`}
            cx={along.middle(index)}
            cy={score(point.score ?? 0)}
            r={3}
            fill="var(--chart-line)"
          />
        ) : null;
      })}
      <PeriodAxis labels={points.map((point) => point.label)} along={along} width={width} y={height - 6} />
    </>
  );
});

interface CursorProps {
  points: readonly TrendPoint[];
  score: Scale;
  width: number;
  height: number;
  cursor: number;
}

function Cursor({ points, score, width, height, cursor }: CursorProps) {
  const point = points[cursor];
  if (!point) return null;
  const x = bands(points.length, width).middle(cursor);
  return (
    <g>
      <line x1={x} x2={x} y1={margins.top} y2={height - margins.bottom} stroke="var(--chart-axis)" strokeDasharray="3 3" />
      {point.score !== null && (
        <circle cx={x} cy={score(point.score)} r={5} fill="var(--surface)" stroke="var(--chart-line)" strokeWidth={2.5} />
      )}
    </g>
  );
}
