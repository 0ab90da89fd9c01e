/** Something that the oracle saw and that may not be. */
export interface Finding {
  check: string;
  detail: string;
}

/** Collects findings; many of one kind are counted, the first ones told. */
export class Findings {
  readonly all: Finding[] = [];

  add(check: string, detail: string): void {
    this.all.push({ check, detail });
  }

  expect(right: boolean, check: string, detail: () => string): void {
    if (!right) this.add(check, detail());
  }
}

const told = 3;

/** One line per kind of finding, the first of them with their details. */
export function tell(findings: readonly Finding[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const { check, detail } of findings) kinds.set(check, [...(kinds.get(check) ?? []), detail]);
  return [...kinds].map(([check, details]) => `${check} (${details.length}): ${details.slice(0, told).join(' | ')}`);
}

/** The same value written the same way. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
