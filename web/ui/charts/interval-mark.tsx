import { scaleLinear } from 'd3-scale';
import { memo } from 'react';

interface IntervalMarkProps {
  value: number | null;
  margin: number | null;
  lowest: number;
  highest: number;
  color: string;
  width?: number;
}

/** A score as a dot with its interval as a whisker, on a scale that all rows share. Silent: the row says its values. */
export const IntervalMark = memo(function IntervalMark({
  value,
  margin,
  lowest,
  highest,
  color,
  width = 132,
}: IntervalMarkProps) {
  const height = 20;
  const x = scaleLinear([lowest, highest], [6, width - 6]).clamp(true);
  const zero = lowest < 0 ? x(0) : null;
  return (
    <svg width={width} height={height} style={{ display: 'block' }} aria-hidden="true">
      <line x1={x(lowest)} x2={x(highest)} y1={height / 2} y2={height / 2} stroke="var(--chart-grid)" strokeWidth={2} />
      {zero !== null && <line x1={zero} x2={zero} y1={4} y2={height - 4} stroke="var(--line)" />}
      {value !== null && margin !== null && (
        <line
          x1={x(value - margin)}
          x2={x(value + margin)}
          y1={height / 2}
          y2={height / 2}
          stroke={color}
          strokeOpacity={0.35}
          strokeWidth={6}
          strokeLinecap="round"
        />
      )}
      {value !== null && <circle cx={x(value)} cy={height / 2} r={4.5} fill={color} />}
    </svg>
  );
});
