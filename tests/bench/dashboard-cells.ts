import { everything } from '@frankly/contracts/data-scope';
import { FeedbackQuery, type FeedbackQueryInput } from '@frankly/contracts/feedback';
import type { Rule } from '@frankly/contracts/filters';
import type { CompanyId } from '@frankly/contracts/identity';
import { START } from '@frankly/contracts/position';
import { openPool } from '@frankly/infra/postgres/pool';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { daysOf, previousDays } from '@frankly/projections/feedback/company-calendar';
import { columnsOf } from '@frankly/projections/feedback/columns';
import { select, Values } from '@frankly/projections/feedback/selection';
import { sqlFeedbackQueries } from '@frankly/projections/feedback/sql-queries';
import type { Pool } from 'pg';
import { createFactTables } from '../kit/fact-tables.ts';
import { databaseUrl, onServer } from '../kit/template.ts';
import { withPlatform } from './bench-platform.ts';
import { median, quantile, type Row } from './measured.ts';

const company = '11111111-1111-4111-8111-111111111111' as CompanyId;
const answers = 1_000_000;
const days = 730;
const today = 21_229;
const runs = 40;
const promised = 50;

/** How much of the million is NPS, which the cells ask for; the other three questions share the rest evenly. */
const mixes = { 'four questions alike': 0.25, '70 % NPS': 0.7 } as const;

/** How many values each column has, how lopsided they are (1 is even), and how often there is none. */
const spread: Record<string, { values: number; skew: number; none?: number }> = {
  staff: { values: 300, skew: 1.5 },
  channel: { values: 6, skew: 2 },
  segment: { values: 4, skew: 1, none: 0.1 },
  region_c: { values: 12, skew: 1.3 },
  store_c: { values: 80, skew: 1.3 },
  product_c: { values: 30, skew: 2 },
  shift_c: { values: 5, skew: 1 },
  tenure_c: { values: 3, skew: 1 },
  member_c: { values: 2, skew: 1.5 },
  town_c: { values: 1_000, skew: 1.5 },
  reason_c: { values: 20, skew: 1.5 },
  campaign_c: { values: 50, skew: 2, none: 0.6 },
  device_c: { values: 10, skew: 1.5, none: 0.3 },
  weekday_c: { values: 7, skew: 1 },
  hour_c: { values: 24, skew: 1 },
};
const attributes = Object.keys(spread).filter((name) => name.endsWith('_c'));

/** A year of answers arrives in the order it was given, a seventh of them up to two days late. */
async function fill(pool: Pool, nps: number): Promise<void> {
  const code = ({ values, skew, none = 0 }: (typeof spread)[string]) =>
    `case when random() < ${none} then null else 1 + floor(${values} * power(random(), ${skew}))::int end`;
  await pool.query('select setseed(0.5)');
  await pool.query(
    `insert into feedback_facts_1 (company_id, ordinal, question_type, day, score, scale, bucket, has_comment, corrected, answered_at,
       staff, channel, segment, ${attributes.map((_, index) => `a${index + 1}`).join(', ')})
     select $1::uuid, n, type, day, score, case when type = 0 then 10 when type = 2 then 7 else 5 end,
       case when type = 0 then case when score > 8 then 2 when score > 6 then 1 else 0 end
            else case when score > 3 then 2 when score > 2 then 1 else 0 end end,
       random() < 0.4, false, 'epoch'::timestamptz + (day + random()) * interval '1 day', ${Object.values(spread).map(code).join(', ')}
     from (
       select n, type, ${today} - ${days} + 1 + greatest(0, n::bigint * ${days} / ${answers + 1} - late)::int as day,
         case when type = 0 then 10 - floor(11 * power(random(), 1.6)) else 1 + floor(5 * power(random(), 0.6)) end as score
       from (
         select n, case when kind < ${nps} then 0 else 1 + floor(3 * (kind - ${nps}) / ${1 - nps})::int end as type,
           case when random() < 0.15 then floor(3 * random()) else 0 end as late
         from (select n, random() as kind from generate_series(1, ${answers}) n) numbered) typed) scored`,
    [company],
  );
  for (const [name, { values }] of Object.entries(spread)) {
    await pool.query(
      `insert into feedback_dictionary_1 select $1::uuid, $2, n, $2 || ' ' || n from generate_series(1, ${values}) n`,
      [company, name],
    );
  }
  await pool.query(
    `insert into feedback_attributes_1 select $1::uuid, name, name, slot from unnest($2::text[]) with ordinality t(name, slot)`,
    [company, attributes],
  );
  await pool.query('vacuum analyze');
}

const rules: Rule[] = [
  { column: 'channel', operator: 'in', value: ['channel 1', 'channel 2'] },
  { column: 'segment', operator: 'not_in', value: ['segment 4'] },
  { column: 'region_c', operator: 'in', value: [1, 2, 3, 4, 5].map((n) => `region_c ${n}`) },
];
const cells: Omit<FeedbackQueryInput, 'questionType' | 'rules'>[] = [
  { measure: 'summary', time: { unit: 'day', value: 180 } },
  { measure: 'trend', time: { unit: 'day', value: 365 } },
  { measure: 'leaderboard', groupBy: 'staff', time: { unit: 'day', value: 365 } },
  { measure: 'crosstab', row: 'region_c', column: 'product_c', time: { unit: 'day', value: 365 } },
];

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The plain sum over the rows that the cell reads, both windows where it compares. */
async function yardstick(read: ReadDb, query: FeedbackQuery): Promise<() => Promise<unknown>> {
  const window = daysOf(query.time, today);
  const compares = query.measure === 'summary' || query.measure === 'leaderboard';
  const selection = await select(read, company, everything, query, await columnsOf(read, company));
  const values = new Values();
  const from = selection.from({ from: compares ? previousDays(window).from : window.from, to: window.to }, values);
  return () => read.query(`select count(*), sum(f.score) ${from}`, values.list);
}

/** The twelve cells of the dashboard at a million answers of one company, in a database of their own. */
export async function benchDashboardCells(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const mix of Object.keys(mixes) as (keyof typeof mixes)[])
    rows.push(...(await withPlatform(({ url }) => measureOn(url, mix))));
  return rows;
}

async function measureOn(server: string, mix: keyof typeof mixes): Promise<Row[]> {
  const name = 'frankly_bench_cells';
  await onServer(server, (admin) => admin.query(`drop database if exists ${name} with (force)`));
  await onServer(server, (admin) => admin.query(`create database ${name}`));
  const pool = openPool(databaseUrl(server, name));
  try {
    const read = await createFactTables(pool);
    await fill(pool, mixes[mix]);
    const queries = sqlFeedbackQueries(read, { reached: async () => START });
    const rows: Row[] = [];
    for (const cell of cells) {
      for (const count of [0, 1, 3]) {
        const query = FeedbackQuery.parse({ ...cell, questionType: 'nps', rules: rules.slice(0, count) });
        const plain = await yardstick(read, query);
        const ours: number[] = [];
        const theirs: number[] = [];
        for (let run = -3; run < runs; run += 1) {
          const [own, bare] = [
            await milliseconds(() => queries.ask(company, everything, query, today)),
            await milliseconds(plain),
          ];
          if (run >= 0) [ours, theirs].forEach((list, index) => list.push(index === 0 ? own : bare));
        }
        rows.push({
          promise: `${query.measure}, ${count} rules, ${mix}`,
          figure: `p50 <= ${promised} ms`,
          measured: `p50 ${median(ours).toFixed(1)} ms, p95 ${quantile(ours, 0.95).toFixed(1)} ms`,
          yardstick: `count and sum of the same rows: ${median(theirs).toFixed(1)} ms`,
          runs,
          kept: median(ours) <= promised,
        });
      }
    }
    return rows;
  } finally {
    await pool.end();
    await onServer(server, (admin) => admin.query(`drop database ${name} with (force)`));
  }
}
