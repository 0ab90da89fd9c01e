import type { RuleOption } from '@frankly/contracts/feedback';

const isPlace = (column: RuleOption) => column.value.endsWith('_c');

/** Columns that make sense as groups: those with values to name, the company's own first. */
export const groupColumns = (columns: readonly RuleOption[]): RuleOption[] => [
  ...columns.filter((column) => isPlace(column) && column.kind !== 'number'),
  ...columns.filter((column) => !isPlace(column)),
  ...columns.filter((column) => isPlace(column) && column.kind === 'number'),
];

/** The column to compare by when nothing was chosen: a store before anything else, then what is used most. */
export function usualGroup(columns: readonly RuleOption[]): string {
  const own = columns.filter((column) => isPlace(column) && column.kind !== 'number');
  const store = own.find((column) => /^(store|branch|location|site|shop)/.test(column.value));
  return (store ?? own.find((column) => column.common) ?? own[0])?.value ?? 'staff';
}

/** A second column to cross it with. */
export const usualSecond = (columns: readonly RuleOption[], first: string): string =>
  ['channel', 'segment', 'staff'].find((name) => name !== first && columns.some((column) => column.value === name)) ?? 'bucket';

export const labelOf = (columns: readonly RuleOption[], column: string): string =>
  columns.find((one) => one.value === column)?.label ?? column;

/** What a group is called; the words of fixed choices (buckets, yes and no) come from the column. */
export function groupName(columns: readonly RuleOption[], column: string, group: string | null, none: string): string {
  if (group === null) return none;
  const option = columns.find((one) => one.value === column)?.options.find((one) => one.value === group);
  return option?.label ?? group;
}
