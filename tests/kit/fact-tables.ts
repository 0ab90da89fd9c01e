import type { CompanyId } from '@frankly/contracts/identity';
import type { QuestionType } from '@frankly/contracts/question-types';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { createIndexes, createTables, tablesOf } from '@frankly/projections/engine/builds';
import { feedbackFacts } from '@frankly/projections/feedback/feedback-facts';
import { responseDetails } from '@frankly/projections/feedback/response-details';
import { bucketCodes, questionTypeCodes, slotColumn } from '@frankly/projections/feedback/tables';
import { bucketOf } from '@frankly/projections/scoring/scoring';
import type { Pool } from 'pg';

/** An answer as people know it, before it is coded. */
export interface PlainAnswer {
  id: string;
  questionType: QuestionType;
  score: number;
  scale: number;
  /** Days since 1970-01-01. */
  day: number;
  answeredAt: Date;
  comment: string | null;
  contact: string | null;
  staff: string | null;
  channel: string | null;
  segment: string | null;
  attributes: Record<string, string>;
  corrected: boolean;
}

const projections = [feedbackFacts, responseDetails];

/** The tables of the feedback read models, empty, in a database without a projector. */
export async function createFactTables(pool: Pool): Promise<ReadDb> {
  const client = await pool.connect();
  try {
    for (const projection of projections) {
      const tables = tablesOf(projection, 1);
      await createTables(client, projection, tables);
      await createIndexes(client, projection, tables);
    }
  } finally {
    client.release();
  }
  return {
    query: async (text, values) => (await pool.query(text, values as unknown[])).rows,
    table: (name) => `${name}_1`,
  };
}

/** Codes plain answers by hand, in order of first appearance, and stores them as the projections would. */
export async function fillFacts(
  pool: Pool,
  companyId: CompanyId,
  answers: readonly PlainAnswer[],
  { timeZone = 'UTC', slots }: { timeZone?: string; slots: Record<string, number> },
): Promise<void> {
  const codes = new Map<string, { attribute: string; code: number; value: string }>();
  const used = new Map<string, number>();
  const codeOf = (attribute: string, value: string | null | undefined): number | null => {
    if (value === null || value === undefined) return null;
    const key = JSON.stringify([attribute, value]);
    const known = codes.get(key);
    if (known) return known.code;
    const code = (used.get(attribute) ?? 0) + 1;
    used.set(attribute, code);
    codes.set(key, { attribute, code, value });
    return code;
  };
  const facts = answers.map((answer, index) => ({
    company_id: companyId,
    ordinal: index * 3 + 1,
    question_type: questionTypeCodes[answer.questionType],
    day: answer.day,
    score: answer.score,
    scale: answer.scale,
    bucket: bucketCodes[bucketOf(answer.questionType, answer.score, answer.scale)],
    has_comment: answer.comment !== null,
    corrected: answer.corrected,
    answered_at: answer.answeredAt,
    staff: codeOf('staff', answer.staff),
    channel: codeOf('channel', answer.channel),
    segment: codeOf('segment', answer.segment),
    ...Object.fromEntries(Object.entries(slots).map(([name, slot]) => [slotColumn(slot), codeOf(name, answer.attributes[name])])),
  }));
  const details = answers.map((answer, index) => ({
    company_id: companyId,
    ordinal: index * 3 + 1,
    response_id: answer.id,
    comment: answer.comment,
    contact: answer.contact,
  }));
  const insert = (table: string, rows: readonly object[]) =>
    pool.query(`insert into ${table}_1 select * from json_populate_recordset(null::${table}_1, $1)`, [JSON.stringify(rows)]);
  await insert('feedback_facts', facts);
  await insert('response_details', details);
  await insert(
    'feedback_dictionary',
    [...codes.values()].map((code) => {
      const number = code.value.trim() === '' ? NaN : Number(code.value);
      return { company_id: companyId, ...code, number: Number.isFinite(number) ? number : null };
    }),
  );
  await insert(
    'feedback_attributes',
    Object.entries(slots).map(([attribute, slot]) => ({ company_id: companyId, attribute, label: `The ${attribute}`, slot })),
  );
  await insert('feedback_companies', [{ company_id: companyId, time_zone: timeZone }]);
}
