import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { memo } from 'react';

interface SparklineProps {
  values: readonly (number | null)[];
  width?: number;
  height?: number;
}

/** A small line without axes; the figure beside it says the value, so it is silent. */
export const Sparkline = memo(function Sparkline({ values, width = 96, height = 30 }: SparklineProps) {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
  const last = points.at(-1);
  if (!last || points.length < 2) return <svg width={width} height={height} aria-hidden="true" />;
  const levels = points.map((point) => point.value);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const x = scaleLinear([0, values.length - 1], [2, width - 5]);
  const y = high === low ? () => height / 2 : scaleLinear([low, high], [height - 4, 4]);
  const path = line<{ index: number; value: number }>(
    (point) => x(point.index),
    (point) => y(point.value),
  ).curve(curveMonotoneX)(points);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <path d={path ?? ''} fill="none" stroke="var(--chart-line)" strokeWidth={1.75} strokeLinecap="round" />
      <circle cx={x(last.index)} cy={y(last.value)} r={2.75} fill="var(--chart-line)" />
    </svg>
  );
});
