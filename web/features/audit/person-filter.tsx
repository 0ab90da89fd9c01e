import '@mantine/core/styles/Combobox.css';
import type { AuditEntry } from '@frankly/contracts/audit';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMay } from '../../app/hooks.ts';
import { usePeopleNamedQuery } from './audit-api.ts';
import { messages } from './messages.ts';

interface PersonFilterProps {
  person: string | undefined;
  entries: readonly AuditEntry[];
  onChange: (person: string) => void;
}

const userId = (actor: string): string | null => (actor.startsWith('user:') ? actor.slice('user:'.length) : null);

/** Whoever is in sight, and who manages people finds the others by name. */
export default function PersonFilter({ person, entries, onChange }: PersonFilterProps) {
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
