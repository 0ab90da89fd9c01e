import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everything } from '@frankly/contracts/data-scope';
import { type FeedbackData, FeedbackQuery, type FeedbackQueryInput, type Measure } from '@frankly/contracts/feedback';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ImportReport } from '@frankly/contracts/importer';
import type { QuestionType } from '@frankly/contracts/question-types';
import { createLog } from '@frankly/infra/logging/log';
import { sqlFeedbackQueries } from '@frankly/projections/feedback/sql-queries';
import { answerQuery } from '@frankly/services/feedback/answer-query';
import { registerCompany } from '@frankly/services/identity/register-company';
import { importResponses } from '@frankly/services/importer/import-responses';
import type { ImportMapping } from '@frankly/services/importer/row-mapping';
import { openPlatform, type OpenPlatform } from '@frankly/services/open-platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../kit/database.ts';

const folder = join(process.env['FRANKLY_SHARED'] ?? '../shared', 'data');
const missing = !existsSync(join(folder, 'expected.json'));
if (missing)
  console.warn(`The real feedback is not there (${folder}): its figures are not checked. Set FRANKLY_SHARED to its place.`);

interface Counted {
  total: number;
  promoter: number;
  passive: number;
  detractor: number;
  nps: number;
}
interface Averaged {
  n: number;
  mean: number;
}
type By<T> = Record<string, T>;
interface Expected {
  nps_bank: { overall: Counted; market: By<Counted>; market_month: By<Counted>; month: By<Counted>; quarter: By<Counted> };
  nps_channels: { overall: Counted; channel: By<Counted>; month: By<Counted> };
  preppin_040: Counted;
  csat_callcentre: { overall: Averaged; agent: By<Averaged>; month: By<Averaged>; topic: By<Averaged> };
  csat_support_agents_A: {
    overall: Averaged;
    csat_pct_4_5: number;
    agents: number;
    manager: By<Averaged>;
    supervisor: By<Averaged>;
    agents_ge_15: By<Averaged>;
    tenure: By<Averaged>;
    channel: By<Averaged>;
    tenure_x_channel: By<Averaged>;
    day: By<Averaged>;
  };
}

describe.skipIf(missing)('figures that others computed', () => {
  const expected = missing ? ({} as Expected) : (JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected);
  let database: TestDatabase;
  let platform: OpenPlatform;
  let scratch: string;
  beforeAll(async () => {
    database = await testDatabase();
    const secrets = { masterKey: randomBytes(32), sessionSecret: 'x'.repeat(32) };
    platform = await openPlatform({ databaseUrl: database.url, secrets, log: createLog({ level: 'fatal' }) });
    scratch = await mkdtemp(join(tmpdir(), 'frankly-figures-'));
  });
  afterAll(async () => {
    await platform?.close();
    await database?.drop();
    await rm(scratch, { recursive: true, force: true });
  });

  /** A company of its own for the files, brought in as the command line does, and a way to ask it. */
  async function companyWith(slug: string, ...files: (ImportMapping & { file: string })[]) {
    const { companyId } = await registerCompany(platform, { slug, name: slug, timeZone: 'America/New_York' }, 'test');
    const reports: ImportReport[] = [];
    for (const { file, ...mapping } of files) {
      const company = { id: companyId, timeZone: 'America/New_York' };
      const refusedFile = join(scratch, 'refused.csv');
      reports.push(
        await importResponses(platform, { path: join(folder, file), company, actor: 'test', refusedFile, ...mapping }),
      );
    }
    await platform.engine.catchUp();
    return { reports, ask: asking(companyId, files[0]!.question) };
  }

  function asking(companyId: CompanyId, questionType: QuestionType) {
    const queries = sqlFeedbackQueries(platform.read, platform.progress);
    return async <M extends Measure>(
      measure: M,
      days: string,
      more: Partial<FeedbackQueryInput> = {},
    ): Promise<FeedbackData[M]> => {
      const query = FeedbackQuery.parse({ measure, questionType, time: { unit: 'custom', value: days }, digits: 6, ...more });
      return (await answerQuery(platform, queries, { companyId, scope: everything }, query)).data as FeedbackData[M];
    };
  }

  test('nps_bank: overall, by market, month, quarter and market in a month', async () => {
    const figures = expected.nps_bank;
    const { ask, reports } = await companyWith('bank', {
      file: 'nps_bank_5000.csv',
      question: 'nps',
      score: 'NPS',
      date: 'Survey date',
      dateFormat: 'dd/MM/yy',
      id: 'ID',
      attributes: ['Market'],
    });
    expect(reports).toMatchObject([{ read: 5_000, recorded: 5_000, refused: 0 }]);
    const year = '01-01-2021_31-12-2021';
    sameCounted(await ask('summary', year), figures.overall);

    const markets = await ask('leaderboard', year, { groupBy: 'market_c' });
    sameGroups(
      markets.rows.map((row) => [row.group!, { ...row, total: row.responded }]),
      figures.market,
      sameCounted,
    );
    sameGroups(monthsOf(await ask('trend', year, { period: 'month' })), figures.month, sameCounted, (month) => month.slice(5));

    const quarters = ['01-01-2021_31-03-2021', '01-04-2021_30-06-2021', '01-07-2021_30-09-2021', '01-10-2021_31-12-2021'];
    for (const [index, days] of quarters.entries()) sameCounted(await ask('summary', days), figures.quarter[index + 1]!);
    expect(Object.keys(figures.quarter)).toHaveLength(4);

    const cells: [string, Counted][] = [];
    for (const market of Object.keys(figures.market)) {
      const rules = [{ column: 'market_c', operator: 'in' as const, value: [market] }];
      const months = monthsOf(await ask('trend', year, { period: 'month', rules }));
      cells.push(...months.map(([month, found]): [string, Counted] => [`${market}-${month.slice(5)}`, found]));
    }
    sameGroups(cells, figures.market_month, sameCounted);
  });

  test('nps_channels: three files, overall, by channel and month', async () => {
    const figures = expected.nps_channels;
    const files = ['email', 'mobile', 'web'].map((channelValue) => ({
      file: `nps_channels/2020Q4_nps_${channelValue}.csv`,
      question: 'nps' as const,
      score: 'nps_rating',
      date: 'response_date',
      dateFormat: 'yyyy-MM-dd',
      channelValue,
    }));
    const { ask } = await companyWith('channels', ...files);
    const quarter = '01-10-2020_31-12-2020';
    sameCounted(await ask('summary', quarter), figures.overall);
    const channels = await ask('leaderboard', quarter, { groupBy: 'channel' });
    sameGroups(
      channels.rows.map((row) => [row.group!, { ...row, total: row.responded }]),
      figures.channel,
      sameCounted,
    );
    sameGroups(monthsOf(await ask('trend', quarter, { period: 'month' })), figures.month, sameCounted);
  });

  test('preppin_040: a conference survey', async () => {
    const { ask, reports } = await companyWith('conference', {
      file: 'preppin_040/input_02.csv',
      question: 'nps',
      score: 'On a scale of 0-10, how would you rate Sudzilla?',
      date: 'Timestamp',
      dateFormat: 'yyyy-MM-dd HH:mm:ss.SSS',
      comment: '...why?',
    });
    expect(reports).toMatchObject([{ read: 39, recorded: 39 }]);
    sameCounted(await ask('summary', '01-01-2019_31-12-2019'), expected.preppin_040);
  });

  test('csat_callcentre: blanks are not answers; by agent, month and topic', async () => {
    const figures = expected.csat_callcentre;
    const { ask, reports } = await companyWith('callcentre', {
      file: 'csat_callcentre_bom.csv',
      question: 'csat',
      score: 'Satisfaction rating',
      date: 'Date',
      dateFormat: 'yyyy-MM-dd',
      id: 'Call Id',
      servedBy: 'Agent',
      attributes: ['Topic', 'Resolved'],
    });
    expect(reports).toMatchObject([{ read: 5_000, recorded: 4_054, blank: 946, refused: 0 }]);
    const days = '01-01-2021_31-03-2021';
    const summary = await ask('summary', days);
    sameAveraged({ n: summary.total, mean: summary.mean! }, figures.overall);
    sameGroups(averagesBy(await ask('leaderboard', days, { groupBy: 'staff' })), figures.agent, sameAveraged);
    sameGroups(averagesBy(await ask('leaderboard', days, { groupBy: 'topic_c' })), figures.topic, sameAveraged);
    sameGroups(averagesOver(await ask('trend', days, { period: 'month' }), 7), figures.month, sameAveraged);
  });

  test('csat_support_agents: every level of the team, tenure by channel, and each day', async () => {
    const figures = expected.csat_support_agents_A;
    const { ask } = await companyWith('support', {
      file: 'csat_support_agents_1-20aug.csv',
      question: 'csat',
      score: 'CSAT Score',
      date: 'Survey_response_Date',
      dateFormat: 'dd-MMM-yy',
      id: 'Unique id',
      comment: 'Customer Remarks',
      servedBy: 'Agent_name',
      channel: 'channel_name',
      attributes: ['Supervisor', 'Manager', 'Tenure Bucket=tenure_c', 'category', 'Sub-category', 'Agent Shift'],
    });
    const days = '01-08-2023_20-08-2023';
    const summary = await ask('summary', days);
    sameAveraged({ n: summary.total, mean: summary.mean! }, figures.overall);
    printedAs(summary.score!, figures.csat_pct_4_5);

    for (const [groupBy, groups] of [
      ['manager_c', figures.manager],
      ['supervisor_c', figures.supervisor],
      ['tenure_c', figures.tenure],
      ['channel', figures.channel],
    ] as const) {
      sameGroups(averagesBy(await ask('leaderboard', days, { groupBy })), groups, sameAveraged);
    }
    const agents = await ask('leaderboard', days, { groupBy: 'staff' });
    expect(agents.rows).toHaveLength(figures.agents);
    sameGroups(averagesBy({ ...agents, rows: agents.rows.filter(({ few }) => !few) }), figures.agents_ge_15, sameAveraged);

    const { cells } = await ask('crosstab', days, { row: 'tenure_c', column: 'channel' });
    sameGroups(
      cells.map(({ row, column, total, mean }) => [`${row}|${column}`, { n: total, mean: mean! }]),
      figures.tenure_x_channel,
      sameAveraged,
    );
    sameGroups(averagesOver(await ask('trend', days, { period: 'day' }), 10), figures.day, sameAveraged);
  });
});

/** The figures are printed with four decimals, so ours may be off by half of the last one. */
const printedAs = (found: number, printed: number): void =>
  expect(Math.abs(found - printed)).toBeLessThanOrEqual(0.000_050_000_1);

function sameCounted(
  found: { total: number; promoter: number; passive: number; detractor: number; nps?: number | null },
  printed: Counted,
): void {
  const { total, promoter, passive, detractor } = found;
  expect({ total, promoter, passive, detractor, nps: printed.nps }).toEqual(printed);
  printedAs(found.nps ?? Number.NaN, printed.nps);
}

function sameAveraged(found: Averaged, printed: Averaged): void {
  expect(found.n).toBe(printed.n);
  printedAs(found.mean, printed.mean);
}

function sameGroups<T, P>(
  found: readonly (readonly [string, T])[],
  printed: By<P>,
  same: (found: T, printed: P) => void,
  named = (group: string) => group,
): void {
  expect(found.map(([group]) => named(group)).toSorted()).toEqual(Object.keys(printed).toSorted());
  for (const [group, figures] of found) same(figures, printed[named(group)]!);
}

/** `2021-03` and its figures, for each month that has answers. */
const monthsOf = ({ labels, nps, totalResponded, promoter, passive, detractor }: FeedbackData['trend']): [string, Counted][] =>
  labels.map((label, index) => [
    label.slice(0, 7),
    {
      total: totalResponded[index]!,
      promoter: promoter[index]!,
      passive: passive[index]!,
      detractor: detractor[index]!,
      nps: nps![index]!,
    },
  ]);

const averagesOver = ({ labels, mean, totalResponded }: FeedbackData['trend'], shown: number): [string, Averaged][] =>
  labels.map((label, index) => [label.slice(0, shown), { n: totalResponded[index]!, mean: mean[index]! }]);

const averagesBy = ({ rows }: FeedbackData['leaderboard']): [string, Averaged][] =>
  rows.map(({ group, responded, mean }) => [group ?? '', { n: responded, mean: mean! }]);
