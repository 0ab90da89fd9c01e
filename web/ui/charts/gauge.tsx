import { scaleLinear } from 'd3-scale';
import { arc } from 'd3-shape';
import { memo, type ReactNode } from 'react';
import styles from './charts.module.css';

interface GaugeProps {
  label: string;
  /** Null when nobody answered. */
  value: number | null;
  lowest: number;
  highest: number;
  /** Half-width of the interval around the value, drawn as a band at its tip. */
  margin: number | null;
  /** Where the score stood before: a tick on the dial. */
  before: number | null;
  color: string;
  spoken: string;
  format: (value: number) => string;
  /** Stands in the middle: the figure itself. */
  children: ReactNode;
}

const size = { width: 284, radius: 134, thick: 17 };
const slice = arc<{ from: number; to: number; reach?: number }>()
  .innerRadius((one) => size.radius - size.thick - (one.reach ?? 0))
  .outerRadius((one) => size.radius + (one.reach ?? 0))
  .startAngle((one) => one.from)
  .endAngle((one) => one.to);

/** Half a dial from the lowest to the highest score. */
export const Gauge = memo(function Gauge(props: GaugeProps) {
  const { label, value, lowest, highest, margin, before, color, spoken, format, children } = props;
  const angle = scaleLinear([lowest, highest], [-Math.PI / 2, Math.PI / 2]).clamp(true);
  const height = size.radius + 30;
  return (
    <div className={styles.gauge} style={{ width: size.width }}>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={lowest}
        aria-valuemax={highest}
        aria-valuenow={value ?? lowest}
        aria-valuetext={spoken}
      >
        <svg viewBox={`0 0 ${size.width} ${height}`} width={size.width} height={height} aria-hidden="true">
          <g transform={`translate(${size.width / 2} ${size.radius + 6})`}>
            <path d={slice({ from: angle(lowest), to: angle(highest) }) ?? ''} fill="var(--neutral-soft)" />
            {value !== null && <path d={slice({ from: angle(lowest), to: angle(value) }) ?? ''} fill={color} />}
            {value !== null && margin !== null && (
              <path
                className={styles.gaugeMargin}
                d={slice({ from: angle(value - margin), to: angle(value + margin), reach: 5 }) ?? ''}
                fill={color}
              />
            )}
            {before !== null && (
              <path d={slice({ from: angle(before) - 0.011, to: angle(before) + 0.011, reach: 5 }) ?? ''} fill="var(--ink)" />
            )}
            <text x={-size.radius + size.thick / 2} y={20} textAnchor="middle">
              {format(lowest)}
            </text>
            <text x={size.radius - size.thick / 2} y={20} textAnchor="middle">
              {format(highest)}
            </text>
          </g>
        </svg>
      </div>
      <div className={styles.gaugeFigure}>{children}</div>
    </div>
  );
});
