/** The answer of a command: for programs as one line of JSON, for people as text. */
export function answer(value: object, { json }: { json?: boolean }, text: () => string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text()}\n`);
}

/** Columns under their titles, numbers to the right. */
export function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = titles.map((title, index) => Math.max(title.length, ...rows.map((row) => String(row[index] ?? '').length)));
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, index) => (typeof cell === 'number' ? String(cell).padStart(widths[index]!) : cell.padEnd(widths[index]!)))
      .join('  ')
      .trimEnd();
  return [titles, ...rows].map(line).join('\n');
}

export const jsonOption = ['--json', 'answer with one line of JSON, for programs'] as const;
export const companyOption = ['--company <slug>', 'the company, by its short name'] as const;
