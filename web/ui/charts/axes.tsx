import type { ScaleLinear } from 'd3-scale';
import { labelStep, margins, type Bands } from './geometry.ts';

interface ValueAxisProps {
  scale: ScaleLinear<number, number>;
  ticks: readonly number[];
  width: number;
  format: (value: number) => string;
}

export function ValueAxis({ scale, ticks, width, format }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={margins.left} x2={width - margins.right} y1={scale(tick)} y2={scale(tick)} stroke="var(--chart-grid)" />
      <text x={margins.left - 10} y={scale(tick)} dy=".32em" textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ));
}

export function PeriodAxis({ labels, along, width, y }: { labels: readonly string[]; along: Bands; width: number; y: number }) {
  const step = labelStep(labels.length, width - margins.left);
  return labels.map((label, index) =>
    index % step === 0 ? (
      <text key={`${index} ${label}`} x={along.middle(index)} y={y} textAnchor="middle">
        {label}
      </text>
    ) : null,
  );
}
