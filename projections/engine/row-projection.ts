import type { CompanyId } from '@frankly/contracts/identity';
import type { DomainEvent, StoredEvent } from '@frankly/infra/event-store/port';
import type { PoolClient } from 'pg';
import { PoisonEvent, type Projection, type Tables } from './projection.ts';

type Value = string | number | boolean | Date | null;

/** A read model of one table, folded row by row. */
export interface RowProjectionDefinition<E extends DomainEvent, Row extends Record<string, Value>> {
  name: string;
  version: number;
  events: readonly E['type'][];
  /** PostgreSQL type of each column. `company_id` is added and leads the key. */
  columns: { readonly [C in keyof Row & string]: string };
  /** Key columns after `company_id`, or none for one row per company. */
  key: readonly (keyof Row & string)[];
  indexes?: readonly string[];
  opens?: boolean;
  keyOf(event: StoredEvent<E>): readonly Value[];
  /** Pure: the row before, the event, the row after; null when there is to be none. */
  evolve(row: Row | null, event: StoredEvent<E>): Row | null;
}

/** Batch: group by key, load the touched rows once, fold in memory, write the rows after. */
export function rowProjection<E extends DomainEvent, Row extends Record<string, Value>>(
  definition: RowProjectionDefinition<E, Row>,
): Projection {
  const { name, version, events, columns, key, indexes, opens } = definition;
  const list = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return {
    name,
    version,
    events,
    ...(opens ? { opens } : {}),
    tables: [
      { name, columns: ['company_id uuid not null', ...list].join(', '), key: ['company_id', ...key], indexes: indexes ?? [] },
    ],
    begin: (tables) => ({ apply: (db, page) => apply(definition, tables, db, page as readonly StoredEvent<E>[]) }),
  };
}

interface Touched<E extends DomainEvent, Row> {
  companyId: CompanyId;
  key: readonly Value[];
  row: Row | null;
  events: StoredEvent<E>[];
}

async function apply<E extends DomainEvent, Row extends Record<string, Value>>(
  definition: RowProjectionDefinition<E, Row>,
  tables: Tables,
  db: PoolClient,
  page: readonly StoredEvent<E>[],
): Promise<void> {
  const { name, columns, key, keyOf, evolve } = definition;
  const table = tables[name]!;
  const types = columns as Record<string, string>;
  const keyColumns = ['company_id', ...key];
  const keyTypes = ['uuid', ...key.map((column) => bareType(types[column]!))];
  const keyArrays = keyTypes.map((type, index) => `$${index + 1}::${type}[]`).join(', ');

  const touched = new Map<string, Touched<E, Row>>();
  const nameOf = (companyId: string, values: readonly Value[]) => JSON.stringify([companyId, ...values]);
  for (const event of page) {
    const values = keyOf(event);
    const mapKey = nameOf(event.companyId, values);
    const entry = touched.get(mapKey) ?? { companyId: event.companyId, key: values, row: null, events: [] };
    entry.events.push(event);
    touched.set(mapKey, entry);
  }
  const entries = [...touched.values()];
  const keyValues = keyColumns.map((_, index) => entries.map((entry) => (index === 0 ? entry.companyId : entry.key[index - 1]!)));

  const found = await db.query<Row & { company_id: string }>(
    `select t.* from ${table} t join unnest(${keyArrays}) k(${keyColumns.join(', ')}) using (${keyColumns.join(', ')})`,
    keyValues,
  );
  for (const { company_id, ...row } of found.rows) {
    const entry = touched.get(
      nameOf(
        company_id,
        key.map((column) => (row as unknown as Row)[column]!),
      ),
    );
    if (entry) entry.row = row as unknown as Row;
  }

  for (const entry of entries) {
    for (const event of entry.events) {
      try {
        entry.row = evolve(entry.row, event);
      } catch (cause) {
        throw new PoisonEvent(event, cause);
      }
    }
  }

  const gone = entries.filter((entry) => entry.row === null);
  if (gone.length > 0) {
    await db.query(
      `delete from ${table} t using unnest(${keyArrays}) k(${keyColumns.join(', ')})
       where ${keyColumns.map((column) => `t.${column} = k.${column}`).join(' and ')}`,
      keyColumns.map((_, index) => gone.map((entry) => (index === 0 ? entry.companyId : entry.key[index - 1]!))),
    );
  }

  const kept = entries.filter((entry) => entry.row !== null);
  if (kept.length === 0) return;
  const all = ['company_id', ...Object.keys(types)];
  const arrays = all.map((column, index) => `$${index + 1}::${column === 'company_id' ? 'uuid' : bareType(types[column]!)}[]`);
  const updates = Object.keys(types).filter((column) => !key.includes(column));
  await db.query(
    `insert into ${table} (${all.join(', ')}) select * from unnest(${arrays.join(', ')})
     on conflict (${keyColumns.join(', ')}) do ${updates.length > 0 ? `update set ${updates.map((column) => `${column} = excluded.${column}`).join(', ')}` : 'nothing'}`,
    all.map((column) => kept.map((entry) => (column === 'company_id' ? entry.companyId : entry.row![column]!))),
  );
}

const bareType = (type: string): string => type.replace(/ not null$/, '');
