import type { AuditEntry } from '@frankly/contracts/audit';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { AuditFilter } from './audit-api.ts';
import styles from './audit.module.css';
import { kindWords, messages } from './messages.ts';

const PersonFilter = lazy(() => import('./person-filter.tsx'));

interface AuditFiltersProps {
  filter: AuditFilter;
  change: (part: AuditFilter) => void;
  entries: readonly AuditEntry[];
  kinds: readonly string[];
}

/** Person, kind and time. Each is in the address. */
export function AuditFilters({ filter, change, entries, kinds }: AuditFiltersProps) {
  const chosen = filter.kind !== undefined && !kinds.includes(filter.kind) ? [filter.kind] : [];
  const choices = [...chosen, ...kinds]
    .map((value) => ({ value, label: kindWords(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <div className={styles.filters} role="group" aria-label={messages.filters}>
      <Suspense fallback={<TextInput label={messages.person} placeholder={messages.anybody} disabled />}>
        <PersonFilter person={filter.person} entries={entries} onChange={(person) => change({ person })} />
      </Suspense>
      <NativeSelect
        label={messages.kind}
        value={filter.kind ?? ''}
        onChange={(event) => change({ kind: event.currentTarget.value })}
        data={[{ value: '', label: messages.anything }, ...choices]}
      />
      <DayField label={messages.from} value={filter.from} max={filter.to} onChange={(from) => change({ from })} />
      <DayField label={messages.to} value={filter.to} min={filter.from} onChange={(to) => change({ to })} />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" onClick={() => change({ person: '', kind: '', from: '', to: '' })}>
          {messages.clear}
        </Button>
      )}
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** While a day is being typed it is nobody's filter: a date field is empty until it is complete. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      min={min}
      max={max}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
