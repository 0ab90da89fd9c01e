import type { CompanyId } from '@frankly/contracts/identity';
import type { contactEvents } from '@frankly/contracts/responses';
import type { EventsOf } from '@frankly/contracts/kit';
import type { StoredEvent } from '@frankly/infra/event-store/port';
import type { PoolClient } from 'pg';
import { PoisonEvent, type Projection, type Run, type TableDefinition } from '../engine/projection.ts';
import { type AuditEvent, auditKinds, detailsOf, personalOf } from './audit-kinds.ts';

type Forgotten = EventsOf<typeof contactEvents>;

export const entries: TableDefinition = {
  name: 'audit_entries',
  columns: `company_id uuid not null, position bigint not null, id text not null, at timestamptz not null, kind text not null,
    actor text not null, user_id text, subject_id text, details text not null, personal text`,
  key: ['company_id', 'position'],
  indexes: [
    'company_id, at, position',
    'company_id, user_id, at, position',
    'company_id, actor, at, position',
    'company_id, kind, at, position',
    'company_id, subject_id',
  ],
};

/** What happened to accounts, roles, keys and security settings: a row for each, which only forgetting somebody changes. */
export const auditEntries: Projection = {
  name: entries.name,
  version: 1,
  events: [...auditKinds, 'SubjectForgotten'],
  tables: [entries],
  opens: true,
  begin: (tables) => new AuditRun(tables[entries.name]!),
};

interface Row {
  companyId: CompanyId;
  position: string;
  id: string;
  at: Date;
  kind: string;
  actor: string;
  userId: string | null;
  subjectId: string | null;
  details: string;
  personal: string | null;
}

class AuditRun implements Run {
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  async apply(db: PoolClient, events: readonly StoredEvent[]): Promise<void> {
    const rows: Row[] = [];
    const forgotten: StoredEvent<Forgotten>[] = [];
    for (const event of events) {
      if (event.type !== 'SubjectForgotten') {
        rows.push(entry(event as StoredEvent<AuditEvent>));
        continue;
      }
      forgotten.push(event as StoredEvent<Forgotten>);
      for (const row of rows) if (sameSubject(row, event as StoredEvent<Forgotten>)) row.personal = null;
    }
    await this.#write(db, rows);
    await this.#forget(db, forgotten);
  }

  /** A row that is there already stays: what was forgotten in it must not come back when an event is delivered again. */
  async #write(db: PoolClient, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const column = <C extends keyof Row>(name: C) => rows.map((row) => row[name]);
    await db.query(
      `insert into ${this.#table} (company_id, position, id, at, kind, actor, user_id, subject_id, details, personal)
       select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::text[], $10::text[])
       on conflict (company_id, position) do nothing`,
      [
        column('companyId'),
        column('position'),
        column('id'),
        column('at'),
        column('kind'),
        column('actor'),
        column('userId'),
        column('subjectId'),
        column('details'),
        column('personal'),
      ],
    );
  }

  async #forget(db: PoolClient, subjects: readonly StoredEvent<Forgotten>[]): Promise<void> {
    if (subjects.length === 0) return;
    await db.query(
      `update ${this.#table} e set personal = null
       from unnest($1::uuid[], $2::text[], $3::bigint[]) s(company_id, subject_id, position)
       where e.company_id = s.company_id and e.subject_id = s.subject_id and e.position < s.position`,
      [
        subjects.map(({ companyId }) => companyId),
        subjects.map(({ data }) => data.subjectId),
        subjects.map(({ position }) => BigInt(position).toString()),
      ],
    );
  }
}

const sameSubject = (row: Row, { companyId, data }: StoredEvent<Forgotten>): boolean =>
  row.companyId === companyId && row.subjectId === data.subjectId;

function entry(event: StoredEvent<AuditEvent>): Row {
  const { companyId, position, id, type, data, metadata } = event;
  const about = data as { userId?: string; subjectId?: string };
  try {
    const personal = personalOf(event as AuditEvent);
    return {
      companyId,
      position: BigInt(position).toString(),
      id,
      at: metadata.at,
      kind: type,
      actor: metadata.actor,
      userId: about.userId ?? null,
      subjectId: about.subjectId ?? null,
      details: JSON.stringify(detailsOf(event as AuditEvent)),
      personal: personal && JSON.stringify(personal),
    };
  } catch (cause) {
    throw new PoisonEvent(event, cause);
  }
}
