/**
 * Half away from zero, by the decimals that a person would read: 1.005 to two digits is 1.01, although the binary number
 * lies below. Fifteen significant digits drop what subtraction leaves behind. For the edge only.
 */
export function round(value: number, digits = 0): number {
  if (!Number.isFinite(value)) return value;
  const [mantissa, exponent] = Math.abs(value).toExponential(14).split('e');
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return Math.sign(value) * Number(`${scaled}e${-digits}`) + 0;
}

/** Shares of one bar in percent, rounded so that they add up to 100 (largest remainder). Null when the bar is empty. */
export function percentages(counts: readonly number[], digits = 0): number[] | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const units = 100 * 10 ** digits;
  const whole = counts.map((count) => Math.floor((count * units) / total));
  const left = units - whole.reduce((sum, unit) => sum + unit, 0);
  counts
    .map((count, index) => ({ index, remainder: (count * units) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, left)
    .forEach(({ index }) => whole[index]!++);
  return whole.map((unit) => Number(`${unit}e${-digits}`));
}
