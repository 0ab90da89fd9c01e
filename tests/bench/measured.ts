/** One promise of the product beside what was measured. */
export interface Row {
  promise: string;
  figure: string;
  measured: string;
  /** What stood beside it in the same run. */
  yardstick: string;
  runs: number;
  kept: boolean;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export const perSecond = (count: number, milliseconds: number): number => count / (milliseconds / 1_000);
export const rounded = (value: number): string => Math.round(value).toLocaleString('en');

export function print(rows: readonly Row[]): void {
  const cells = [
    ['', 'promise', 'figure', 'measured', 'beside', 'runs'],
    ...rows.map((row) => [row.kept ? 'ok' : 'SHORT', row.promise, row.figure, row.measured, row.yardstick, String(row.runs)]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  for (const line of cells) console.log(line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
}
