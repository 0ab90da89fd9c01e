import type { AuditEntry } from '@frankly/contracts/audit';
import type { CsvCell } from '../../ui/charts/csv.ts';
import { messages } from './messages.ts';
import { type Names, sentenceOf } from './sentences.ts';

/** Entries as rows of a spreadsheet, in words and with everything that the words leave out. */
export const auditCsv = (entries: readonly AuditEntry[], names: Names): CsvCell[][] => [
  [...messages.csv],
  ...entries.map((entry) => [
    entry.at,
    entry.actor.name,
    entry.person?.name ?? null,
    sentenceOf(entry, names),
    entry.kind,
    Object.entries(entry.details)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
  ]),
];
