import { attributeLimit } from '@frankly/contracts/identity';
import type { TableDefinition } from '../engine/projection.ts';

/** Columns of the fact table that hold attribute codes: a1 to a64, by the slot of `AttributeDefined`. */
export const slotColumn = (slot: number): string => `a${slot}`;
const slots = Array.from({ length: attributeLimit }, (_, index) => `${slotColumn(index + 1)} int`).join(', ');

/** Numbers of the question types in the fact table. */
export const questionTypeCodes = { nps: 0, csat: 1, ces: 2, fivestar: 3 } as const;
/** Numbers of the buckets in the fact table; see `buckets` in the contract. */
export const bucketCodes = { detractor: 0, passive: 1, promoter: 2 } as const;

/**
 * One row per answer, everything coded. `ordinal` is the number of the log position that recorded the answer, so it
 * grows with arrival and is the same after every rebuild. `day` counts from 1970-01-01 in the company's time zone.
 * `staff`, `channel`, `segment` and `a1..a64` are codes of the dictionary; null when the answer has no value.
 */
export const facts: TableDefinition = {
  name: 'feedback_facts',
  columns: `company_id uuid not null, ordinal bigint not null, question_type smallint not null, day int not null,
    score smallint not null, scale smallint not null, bucket smallint not null, has_comment boolean not null,
    corrected boolean not null, answered_at timestamptz not null, staff int, channel int, segment int, ${slots}`,
  key: ['company_id', 'ordinal'],
  // In day order, as every query asks, and with what most of them read, the first four attributes too, so that they need not
  // touch the rows. More would slow every query down a little for the few that need them.
  indexes: ['using btree (company_id, question_type, day) include (score, bucket, staff, channel, segment, a1, a2, a3, a4)'],
};

/** What a code stands for. `number` is set when the value reads as a number. */
export const dictionary: TableDefinition = {
  name: 'feedback_dictionary',
  columns: `company_id uuid not null, attribute text not null, code int not null, value text not null, number double precision`,
  key: ['company_id', 'attribute', 'code'],
  indexes: ['company_id, attribute, value'],
};

/** The attributes a company has, and in which slot of the facts their codes are. */
export const attributes: TableDefinition = {
  name: 'feedback_attributes',
  columns: `company_id uuid not null, attribute text not null, label text not null, slot int not null`,
  key: ['company_id', 'attribute'],
};

export const companyDays: TableDefinition = {
  name: 'feedback_companies',
  columns: `company_id uuid not null, time_zone text not null`,
  key: ['company_id'],
};

/** The personal side of an answer, joined to its fact by ordinal. */
export const details: TableDefinition = {
  name: 'response_details',
  columns: `company_id uuid not null, ordinal bigint not null, response_id text not null, subject_id text,
    comment text, contact text`,
  key: ['company_id', 'ordinal'],
  indexes: ['company_id, subject_id', 'company_id, response_id'],
};
