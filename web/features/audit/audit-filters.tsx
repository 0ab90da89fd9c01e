import type { AuditEntry } from '@frankly/contracts/audit';
import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMay } from '../../app/hooks.ts';
import { type AuditFilter, usePeopleNamedQuery } from './audit-api.ts';
import styles from './audit.module.css';
import { kindWords, messages } from './messages.ts';

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
      <PersonFilter person={filter.person} entries={entries} onChange={(person) => change({ person })} />
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

interface PersonFilterProps {
  person: string | undefined;
  entries: readonly AuditEntry[];
  onChange: (person: string) => void;
}

const userId = (actor: string): string | null => (actor.startsWith('user:') ? actor.slice('user:'.length) : null);

/** Whoever is in sight, and who manages people finds the others by name. */
function PersonFilter({ person, entries, onChange }: PersonFilterProps) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 200);
  const known = new Map<string, string>();
  for (const entry of entries) {
    const actor = userId(entry.actor.id);
    if (actor) known.set(actor, entry.actor.name);
    if (entry.person) known.set(entry.person.id, entry.person.name);
  }
  // What is written in the field after a choice is that choice, and no search.
  const written = person !== undefined && known.get(person) === settled ? '' : settled;
  const { data: found = [] } = usePeopleNamedQuery(written, { skip: !useMay('users.manage') });
  for (const { id, name } of found) known.set(id, name);
  if (person && !known.has(person)) known.set(person, messages.somebody);
  const data = [...known]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <Select
      label={messages.person}
      placeholder={messages.anybody}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': messages.clear }}
      nothingFoundMessage={messages.nobody}
      searchValue={search}
      onSearchChange={setSearch}
      value={person ?? null}
      onChange={(value) => onChange(value ?? '')}
      data={data}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
