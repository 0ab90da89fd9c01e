import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { contactEvents, responseEvents } from '@frankly/contracts/responses';
import type { StoredEvent } from '@frankly/infra/event-store/port';
import type { PoolClient } from 'pg';
import { PoisonEvent, type Projection, type Run } from '../engine/projection.ts';
import { details } from './tables.ts';

type DetailEvent = EventsOf<typeof responseEvents> | EventsOf<typeof contactEvents>;
type Recorded = Extract<DetailEvent, { type: 'AnswerRecorded' }>['data'];
type Corrected = Extract<DetailEvent, { type: 'AnswerCorrected' }>['data'];

interface Detail {
  companyId: CompanyId;
  ordinal: string;
  responseId: string;
  subjectId: string | null;
  comment: string | null;
  contact: string | null;
}

/** What a customer said and who it was; empty as soon as they are forgotten. */
export const responseDetails: Projection = {
  name: 'response_details',
  version: 1,
  events: ['AnswerRecorded', 'AnswerCorrected', 'AnswerVoided', 'SubjectForgotten'],
  tables: [details],
  opens: true,
  begin: (tables) => new DetailsRun(tables[details.name]!),
};

const ordinalOf = (event: StoredEvent): string => BigInt(event.origin).toString();
const keyOf = (event: StoredEvent): string => `${event.companyId}/${ordinalOf(event)}`;

class DetailsRun implements Run {
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  async apply(db: PoolClient, events: readonly StoredEvent[]): Promise<void> {
    const rows = await this.#load(db, events);
    const gone = new Map<string, Detail>();
    const forgotten: { companyId: CompanyId; subjectId: string }[] = [];
    for (const event of events) {
      const key = keyOf(event);
      switch (event.type) {
        case 'AnswerRecorded':
          rows.set(key, recorded(event, event.data as Recorded));
          break;
        case 'AnswerCorrected': {
          const row = rows.get(key);
          if (!row) throw new PoisonEvent(event, new Error('there is no such answer to correct'));
          const { comment } = event.data as Corrected;
          if (comment !== undefined) row.comment = comment;
          break;
        }
        case 'AnswerVoided': {
          const row = rows.get(key);
          if (row) gone.set(key, row);
          rows.delete(key);
          break;
        }
        case 'SubjectForgotten': {
          const { subjectId } = event.data as { subjectId: string };
          forgotten.push({ companyId: event.companyId, subjectId });
          for (const row of rows.values()) {
            if (row.companyId === event.companyId && row.subjectId === subjectId)
              Object.assign(row, { comment: null, contact: null });
          }
          break;
        }
      }
    }
    await this.#write(db, [...rows.values()]);
    await this.#delete(db, [...gone.values()]);
    await this.#forget(db, forgotten);
  }

  async #load(db: PoolClient, events: readonly StoredEvent[]): Promise<Map<string, Detail>> {
    const later = events.filter((event) => event.type === 'AnswerCorrected' || event.type === 'AnswerVoided');
    if (later.length === 0) return new Map();
    const { rows } = await db.query<Detail>(
      `select d.company_id as "companyId", d.ordinal, d.response_id as "responseId", d.subject_id as "subjectId", d.comment, d.contact
       from (select distinct * from unnest($1::uuid[], $2::bigint[]) k(company_id, ordinal)) k
       join ${this.#table} d using (company_id, ordinal)`,
      [later.map((event) => event.companyId), later.map(ordinalOf)],
    );
    return new Map(rows.map((row) => [`${row.companyId}/${row.ordinal}`, row]));
  }

  async #write(db: PoolClient, rows: readonly Detail[]): Promise<void> {
    if (rows.length === 0) return;
    await db.query(
      `insert into ${this.#table} (company_id, ordinal, response_id, subject_id, comment, contact)
       select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
       on conflict (company_id, ordinal) do update set comment = excluded.comment, contact = excluded.contact`,
      [
        rows.map((row) => row.companyId),
        rows.map((row) => row.ordinal),
        rows.map((row) => row.responseId),
        rows.map((row) => row.subjectId),
        rows.map((row) => row.comment),
        rows.map((row) => row.contact),
      ],
    );
  }

  async #delete(db: PoolClient, rows: readonly Detail[]): Promise<void> {
    if (rows.length === 0) return;
    await db.query(
      `delete from ${this.#table} d using unnest($1::uuid[], $2::bigint[]) v(company_id, ordinal)
       where d.company_id = v.company_id and d.ordinal = v.ordinal`,
      [rows.map((row) => row.companyId), rows.map((row) => row.ordinal)],
    );
  }

  async #forget(db: PoolClient, subjects: readonly { companyId: CompanyId; subjectId: string }[]): Promise<void> {
    if (subjects.length === 0) return;
    await db.query(
      `update ${this.#table} d set comment = null, contact = null
       from unnest($1::uuid[], $2::text[]) s(company_id, subject_id)
       where d.company_id = s.company_id and d.subject_id = s.subject_id`,
      [subjects.map((one) => one.companyId), subjects.map((one) => one.subjectId)],
    );
  }
}

const recorded = (event: StoredEvent, { responseId, subjectId, comment, contact }: Recorded): Detail => ({
  companyId: event.companyId,
  ordinal: ordinalOf(event),
  responseId,
  subjectId: subjectId ?? null,
  comment: comment ?? null,
  contact: contact?.name ?? contact?.email ?? contact?.mobile ?? contact?.id ?? null,
});
