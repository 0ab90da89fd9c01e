import type { RuleOption } from '@frankly/contracts/feedback';
import { NativeSelect } from '@mantine/core';
import { groupColumns } from './usual-columns.ts';

interface ColumnPickerProps {
  label: string;
  columns: readonly RuleOption[];
  value: string;
  onChange: (column: string) => void;
}

/** Any column to group by; the device's own list, so that it is at home on a phone. */
export function ColumnPicker({ label, columns, value, onChange }: ColumnPickerProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={groupColumns(columns).map((column) => ({ value: column.value, label: column.label }))}
    />
  );
}
