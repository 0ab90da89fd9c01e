import { scaleLinear, type ScaleLinear } from 'd3-scale';

/** Room around the plot, in px. */
export const margins = { top: 12, right: 4, bottom: 26, left: 40 } as const;

export interface Bands {
  /** Width of one band, in px. */
  width: number;
  /** Middle of a band, in px from the left of the chart. */
  middle(index: number): number;
  /** The band under a pointer, kept within the data. */
  at(px: number): number;
}

/** Equal bands side by side over the plot's width, one per period. */
export function bands(count: number, chartWidth: number): Bands {
  const width = Math.max(1, chartWidth - margins.left - margins.right) / Math.max(1, count);
  return {
    width,
    middle: (index) => margins.left + width * (index + 0.5),
    at: (px) => Math.max(0, Math.min(count - 1, Math.floor((px - margins.left) / width))),
  };
}

/** Values to px from the top, the highest value at the top margin. */
export const vertical = (lowest: number, highest: number, height: number): ScaleLinear<number, number> =>
  scaleLinear([lowest, highest], [height - margins.bottom, margins.top]);

/** How many labels to step over, so that each has its room. */
export const labelStep = (count: number, plotWidth: number, room = 62): number =>
  Math.max(1, Math.ceil((count * room) / Math.max(1, plotWidth)));
