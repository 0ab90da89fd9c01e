import { type DataScope, everything } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import { FeedbackQuery, type FeedbackQueryInput, type Measure } from '@frankly/contracts/feedback';
import type { CompanyId } from '@frankly/contracts/identity';
import { START } from '@frankly/contracts/position';
import { questionTypes, scales } from '@frankly/contracts/question-types';
import { openPool } from '@frankly/infra/postgres/pool';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { testDatabase } from '../../tests/kit/database.ts';
import { createFactTables, fillFacts, type PlainAnswer } from '../../tests/kit/fact-tables.ts';
import type { Answered } from './query-port.ts';
import { sqlFeedbackQueries } from './sql-queries.ts';

export const company = '11111111-1111-4111-8111-111111111111' as CompanyId;
export const other = '22222222-2222-4222-8222-222222222222' as CompanyId;
export const empty = '33333333-3333-4333-8333-333333333333' as CompanyId;
export const today = Date.UTC(2026, 10, 20) / 86_400_000;

export const hostile = [
  `'; drop table feedback_facts_1; --`,
  '%',
  '_',
  '\\',
  '',
  ' ',
  '$1',
  '🙂',
  'null',
  '__proto__',
  'constructor',
  'toString',
];
export const values = {
  staff: ['Anna', 'Bram', 'Cleo', 'Dirk', ...hostile],
  channel: ['e-mail', 'web', 'sms'],
  segment: ['gold', 'silver'],
  store_c: ['Store 2', 'Store 10', 'Store 1'],
  age_c: ['18', '35', '65.5', '-1'],
  mood_c: ['3', 'unknown'],
};
export const attributeNames = ['store_c', 'age_c', 'mood_c'] as const;
const words = ['waiting', 'Friendly', 'CAFÉ', '100%', 'a_b', 'back\\slash'];

/** Always the same answers: a small generator that depends on nothing but its seed. */
export function answersOf(seed: number, count: number): PlainAnswer[] {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const maybe = <T>(list: readonly T[]): T | null => (below(4) === 0 ? null : pick(list));
  return Array.from({ length: count }, (_, index) => {
    const questionType = below(2) === 0 ? 'nps' : pick(questionTypes);
    const scale = pick(scales[questionType].allowed);
    const day = today - below(100);
    const comment = below(3) === 0 ? `${pick(words)} and ${pick(words)}` : null;
    return {
      id: `answer-${seed}-${index}`,
      questionType,
      scale,
      score: scales[questionType].lowest + below(scale - scales[questionType].lowest + 1),
      day,
      // Few instants, so that many answers share one.
      answeredAt: new Date(day * 86_400_000 + below(4) * 21_600_000),
      comment,
      contact: maybe(['Jo', 'jo@example.com']),
      staff: maybe(values.staff),
      channel: maybe(values.channel),
      segment: maybe(values.segment),
      attributes: Object.fromEntries(attributeNames.flatMap((name) => (below(4) === 0 ? [] : [[name, pick(values[name])]]))),
      corrected: below(20) === 0,
    };
  });
}

export const answers = answersOf(7, 1_500);

type Asked<M extends Measure> = Omit<FeedbackQueryInput, 'measure' | 'questionType' | 'time'> &
  Partial<Pick<FeedbackQueryInput, 'questionType' | 'time'>> & { measure: M };

/** Two companies with answers, in a database of this test file's own, and the ways to ask about them. */
export function feedbackCompanies() {
  let pool: Pool;
  let queries: ReturnType<typeof sqlFeedbackQueries>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await testDatabase();
    pool = openPool(database.url);
    close = async () => {
      await pool.end();
      await database.drop();
    };
    const read = await createFactTables(pool);
    await fillFacts(pool, company, answers, { slots: { store_c: 1, age_c: 2, mood_c: 64 } });
    await fillFacts(pool, other, answersOf(99, 700), { timeZone: 'Pacific/Auckland', slots: { mood_c: 1, secret_c: 2 } });
    queries = sqlFeedbackQueries(read, { reached: async () => START });
  });
  afterAll(() => close());

  /** NPS of the last 100 days unless it says otherwise. */
  const ask = <M extends Measure>(asked: Asked<M>, of = company, scope: DataScope = everything): Promise<Answered<M>> =>
    queries.ask(
      of,
      scope,
      FeedbackQuery.parse({ questionType: 'nps', time: { unit: 'day', value: 100 }, ...asked }) as FeedbackQuery & { measure: M },
      today,
    );
  const refusal = (asked: Asked<Measure>, of = company, scope: DataScope = everything) =>
    ask(asked, of, scope).then(
      () => null,
      (error: unknown) => (error instanceof DomainError ? { code: error.code, fields: error.fields } : error),
    );
  return {
    ask,
    refusal,
    fill: (companyId: CompanyId, list: readonly PlainAnswer[], slots: Record<string, number> = {}) =>
      fillFacts(pool, companyId, list, { slots }),
    queries: () => queries,
  };
}

export const refused = (path: string, message: string | RegExp) => ({
  code: 'invalid_input',
  fields: [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
});
