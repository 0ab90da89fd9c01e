import type { companyEvents, CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { responseEvents } from '@frankly/contracts/responses';
import type { StoredEvent } from '@frankly/infra/event-store/port';
import type { PoolClient } from 'pg';
import { BinaryCopy } from '../engine/binary-copy.ts';
import { PoisonEvent, type Projection, type Run, type Tables } from '../engine/projection.ts';
import { bucketOf } from '../scoring/scoring.ts';
import { dayOf } from './company-calendar.ts';
import { type CompanyDictionary, Dictionaries } from './dictionaries.ts';
import { attributes, bucketCodes, companyDays, dictionary, facts, questionTypeCodes, slotColumn } from './tables.ts';

type FactEvent = EventsOf<typeof responseEvents> | EventsOf<typeof companyEvents>;
type AnswerRecorded = Extract<FactEvent, { type: 'AnswerRecorded' }>['data'];
type AnswerCorrected = Extract<FactEvent, { type: 'AnswerCorrected' }>['data'];
type QuestionTypeName = keyof typeof questionTypeCodes;

interface Fact {
  companyId: CompanyId;
  ordinal: number;
  questionType: QuestionTypeName;
  day: number;
  score: number;
  scale: number;
  hasComment: boolean;
  corrected: boolean;
  answeredAt: number;
  /** Codes, 0 for none. */
  staff: number;
  channel: number;
  segment: number;
  /** Code by slot; slot 0 is not used. */
  slots: number[];
}

/** The part of a fact that a correction can change; loaded when the answer was recorded in an earlier page. */
interface Correctable {
  companyId: CompanyId;
  ordinal: number;
  questionType: QuestionTypeName;
  scale: number;
  score: number;
  hasComment: boolean;
}

/** One coded row per answer that stands; see `tables.ts`. */
export const feedbackFacts: Projection = {
  name: 'feedback_facts',
  version: 1,
  events: ['CompanyRegistered', 'AttributeDefined', 'AnswerRecorded', 'AnswerCorrected', 'AnswerVoided'],
  tables: [facts, dictionary, attributes, companyDays],
  begin: (tables) => new FactsRun(tables),
};

const fixedColumns = [
  'company_id',
  'ordinal',
  'question_type',
  'day',
  'score',
  'scale',
  'bucket',
  'has_comment',
  'corrected',
  'answered_at',
  'staff',
  'channel',
  'segment',
];
const questionTypeNames = Object.keys(questionTypeCodes) as QuestionTypeName[];
/** Where an answer's fact is: the number of the position that its stream began at. */
const ordinalOf = (event: StoredEvent): number => Number(event.origin);
const keyOf = (companyId: CompanyId, ordinal: number): string => `${companyId}/${ordinal}`;

class FactsRun implements Run {
  readonly #table: string;
  readonly #dictionaries: Dictionaries;

  constructor(tables: Tables) {
    this.#table = tables[facts.name]!;
    this.#dictionaries = new Dictionaries(tables);
  }

  async apply(db: PoolClient, events: readonly StoredEvent[]): Promise<void> {
    await this.#dictionaries.load(
      db,
      events.map((event) => event.companyId),
    );
    const earlier = await this.#loadCorrected(db, events);
    const recorded = new Map<string, Fact>();
    const changed = new Map<string, Correctable>();
    const voided: Correctable[] = [];
    for (const stored of events) {
      const event = stored as StoredEvent<FactEvent>;
      try {
        switch (event.type) {
          case 'CompanyRegistered':
            this.#dictionaries.register(event.companyId, (event.data as { timeZone: string }).timeZone);
            break;
          case 'AttributeDefined': {
            const { name, label, slot } = event.data as { name: string; label: string; slot: number };
            this.#dictionaries.define(event.companyId, name, label, slot);
            break;
          }
          case 'AnswerRecorded': {
            const fact = this.#factOf(event.companyId, ordinalOf(event), event.data as AnswerRecorded);
            recorded.set(keyOf(fact.companyId, fact.ordinal), fact);
            break;
          }
          case 'AnswerCorrected': {
            const key = keyOf(event.companyId, ordinalOf(event));
            const { score, comment } = event.data as AnswerCorrected;
            const fact = recorded.get(key);
            const target = fact ?? earlier.get(key);
            if (!target) throw new Error('there is no such answer to correct');
            if (score !== undefined) target.score = score;
            if (comment !== undefined) target.hasComment = comment !== null;
            if (fact) fact.corrected = true;
            else changed.set(key, target);
            break;
          }
          case 'AnswerVoided': {
            const key = keyOf(event.companyId, ordinalOf(event));
            const standing = earlier.get(key);
            if (standing) voided.push(standing);
            recorded.delete(key);
            changed.delete(key);
            break;
          }
        }
      } catch (cause) {
        throw new PoisonEvent(stored, cause);
      }
    }
    await this.#dictionaries.write(db);
    await this.#insert(db, [...recorded.values()]);
    await this.#update(db, [...changed.values()]);
    await this.#delete(db, voided);
  }

  #factOf(companyId: CompanyId, ordinal: number, data: AnswerRecorded): Fact {
    const company = this.#dictionaries.of(companyId);
    if (!company.timeZone) throw new Error('its company was never registered');
    const slots: number[] = [];
    for (const name in data.attributes) {
      const slot = company.slots.get(name);
      if (slot === undefined) throw new Error(`attribute ${name} was never defined`);
      slots[slot] = this.#code(company, name, String(data.attributes[name]));
    }
    const answeredAt = Date.parse(data.answeredAt);
    return {
      companyId,
      ordinal,
      questionType: data.questionType,
      day: dayOf(answeredAt, company.timeZone),
      score: data.score,
      scale: data.scale,
      hasComment: data.comment !== undefined,
      corrected: false,
      answeredAt,
      staff: this.#code(company, 'staff', data.servedBy),
      channel: this.#code(company, 'channel', data.channel),
      segment: this.#code(company, 'segment', data.contact?.segment),
      slots,
    };
  }

  #code(company: CompanyDictionary, attribute: string, value: string | undefined): number {
    return value === undefined ? 0 : this.#dictionaries.code(company, attribute, value);
  }

  async #loadCorrected(db: PoolClient, events: readonly StoredEvent[]): Promise<Map<string, Correctable>> {
    const later = events.filter((event) => event.type === 'AnswerCorrected' || event.type === 'AnswerVoided');
    if (later.length === 0) return new Map();
    const { rows } = await db.query<{
      company_id: CompanyId;
      ordinal: string;
      question_type: number;
      scale: number;
      score: number;
      has_comment: boolean;
    }>(
      `select f.company_id, f.ordinal, f.question_type, f.scale, f.score, f.has_comment
       from (select distinct * from unnest($1::uuid[], $2::bigint[]) k(company_id, ordinal)) k
       join ${this.#table} f using (company_id, ordinal)`,
      [later.map((event) => event.companyId), later.map(ordinalOf)],
    );
    return new Map(
      rows.map((row) => [
        keyOf(row.company_id, Number(row.ordinal)),
        {
          companyId: row.company_id,
          ordinal: Number(row.ordinal),
          questionType: questionTypeNames[row.question_type]!,
          scale: row.scale,
          score: row.score,
          hasComment: row.has_comment,
        },
      ]),
    );
  }

  async #insert(db: PoolClient, rows: readonly Fact[]): Promise<void> {
    if (rows.length === 0) return;
    const last = rows.reduce((most, { slots }) => Math.max(most, slots.length - 1), 0);
    const copy = new BinaryCopy(fixedColumns.length + last, rows.length);
    for (const fact of rows) {
      copy.row();
      copy.uuid(this.#dictionaries.of(fact.companyId).uuid);
      copy.bigint(fact.ordinal);
      copy.smallint(questionTypeCodes[fact.questionType]);
      copy.int(fact.day);
      copy.smallint(fact.score);
      copy.smallint(fact.scale);
      copy.smallint(bucketCodes[bucketOf(fact.questionType, fact.score, fact.scale)]);
      copy.boolean(fact.hasComment);
      copy.boolean(fact.corrected);
      copy.timestamp(fact.answeredAt);
      copy.code(fact.staff);
      copy.code(fact.channel);
      copy.code(fact.segment);
      for (let slot = 1; slot <= last; slot += 1) copy.code(fact.slots[slot] ?? 0);
    }
    const columns = [...fixedColumns, ...Array.from({ length: last }, (_, index) => slotColumn(index + 1))];
    await copy.into(db, this.#table, columns);
  }

  async #update(db: PoolClient, rows: readonly Correctable[]): Promise<void> {
    if (rows.length === 0) return;
    await db.query(
      `update ${this.#table} f set score = c.score, bucket = c.bucket, has_comment = c.has_comment, corrected = true
       from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::boolean[]) c(company_id, ordinal, score, bucket, has_comment)
       where f.company_id = c.company_id and f.ordinal = c.ordinal`,
      [
        rows.map((row) => row.companyId),
        rows.map((row) => row.ordinal),
        rows.map((row) => row.score),
        rows.map((row) => bucketCodes[bucketOf(row.questionType, row.score, row.scale)]),
        rows.map((row) => row.hasComment),
      ],
    );
  }

  async #delete(db: PoolClient, rows: readonly Correctable[]): Promise<void> {
    if (rows.length === 0) return;
    await db.query(
      `delete from ${this.#table} f using unnest($1::uuid[], $2::bigint[]) v(company_id, ordinal)
       where f.company_id = v.company_id and f.ordinal = v.ordinal`,
      [rows.map((row) => row.companyId), rows.map((row) => row.ordinal)],
    );
  }
}
