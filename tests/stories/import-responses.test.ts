import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ImportReport } from '@frankly/contracts/importer';
import { START } from '@frankly/contracts/position';
import { registerCompany } from '@frankly/services/identity/register-company';
import { type ImportRequest, importResponses } from '@frankly/services/importer/import-responses';
import { openPlatform, type OpenPlatform } from '@frankly/services/open-platform';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../kit/database.ts';

let database: TestDatabase;
let platform: OpenPlatform;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  platform = await openPlatform({
    databaseUrl: database.url,
    secrets: { masterKey: randomBytes(32), sessionSecret: 'x'.repeat(32) },
    log: pino({ level: 'silent' }),
  });
  folder = await mkdtemp(join(tmpdir(), 'frankly-import-'));
});
afterAll(async () => {
  await platform.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

let companies = 0;
let company: { id: CompanyId; timeZone: string };
beforeEach(async () => {
  const timeZone = 'Europe/Amsterdam';
  const { companyId } = await registerCompany(platform, { slug: `importer-${++companies}`, name: 'Importer', timeZone }, 'test');
  company = { id: companyId, timeZone };
});

const workingDirectory = process.cwd();
afterEach(() => process.chdir(workingDirectory));

async function importText(
  text: string | Buffer,
  options: Partial<ImportRequest> = {},
  name = 'answers.csv',
): Promise<ImportReport> {
  const path = join(folder, name);
  await writeFile(path, text);
  const usual = {
    question: 'nps',
    score: 'score',
    date: 'day',
    refusedFile: join(folder, 'refused.csv'),
    actor: 'cli:tester',
  } as const;
  return importResponses(platform, { path, company, ...usual, ...options });
}

/** What was recorded, without ids, in the order of the file. */
async function answers(): Promise<Record<string, unknown>[]> {
  const request = { after: START, limit: 10_000, companyId: company.id, types: ['AnswerRecorded'], open: true };
  const { events } = await platform.store.readPage(request);
  return events.map(({ data }) => {
    expect(data).toHaveProperty('responseId', expect.stringMatching(/^imp-[0-9a-f]{32}$/));
    return Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'responseId' && name !== 'subjectId'));
  });
}
const head = () => platform.store.head();
const counts = ({ read, recorded, repeated, blank, refused }: ImportReport) => ({ read, recorded, repeated, blank, refused });

test('every option finds its column, and days are those of the company', async () => {
  const text = [
    'When,Rating,Why,Who,Agent,Via,Kind,Sub-category,Size',
    '01/09/21,9,"Kind, fast",ann@example.org,Bo,web,gold,Returns,12',
    '02/09/21,5.0,,C-17,,,,,',
  ].join('\n');
  const report = await importText(text, {
    score: 'Rating',
    date: 'When',
    dateFormat: 'dd/MM/yy',
    comment: 'Why',
    contact: 'Who',
    servedBy: 'Agent',
    channel: 'Via',
    segment: 'Kind',
    attributes: ['Sub-category', 'Size=store_size_c'],
    attributeValues: ['region_c=North'],
    channelValue: 'shop',
  });
  expect(counts(report)).toEqual({ read: 2, recorded: 2, repeated: 0, blank: 0, refused: 0 });
  expect(report.refusedFile).toBeNull();
  const both = { questionType: 'nps', scale: 10, source: 'import' };
  expect(await answers()).toEqual([
    {
      ...both,
      score: 9,
      answeredAt: '2021-08-31T22:00:00.000Z',
      channel: 'web',
      servedBy: 'Bo',
      comment: 'Kind, fast',
      contact: { email: 'ann@example.org', segment: 'gold' },
      attributes: { region_c: 'North', sub_category_c: 'Returns', store_size_c: '12' },
    },
    {
      ...both,
      score: 5,
      answeredAt: '2021-09-01T22:00:00.000Z',
      channel: 'shop',
      contact: { id: 'C-17' },
      attributes: { region_c: 'North' },
    },
  ]);
});

describe('the same file again', () => {
  const rows = ['score,day,comment', '9,2026-01-01,same', '9,2026-01-01,same', '3,2026-01-02,other'];

  test('adds nothing to the log, under another name too', async () => {
    expect(counts(await importText(rows.join('\n'), { comment: 'comment' }))).toMatchObject({ read: 3, recorded: 3 });
    const before = await head();
    expect(counts(await importText(rows.join('\n'), { comment: 'comment' }))).toMatchObject({ recorded: 0, repeated: 3 });
    const renamed = await importText(rows.join('\n'), { comment: 'comment' }, 'renamed.csv');
    expect(renamed).toMatchObject({ recorded: 0, repeated: 3, source: 'answers.csv' });
    expect(await head()).toBe(before);
  });

  test('with rows added anywhere adds just those, identical rows included', async () => {
    await importText(rows.join('\n'));
    const [header, ...others] = rows;
    const grown = [header, '1,2026-01-09,new', ...others, '9,2026-01-01,same'].join('\n');
    expect(counts(await importText(grown))).toEqual({ read: 5, recorded: 2, repeated: 3, blank: 0, refused: 0 });
  });

  test('brings a second question in beside the first', async () => {
    const both = 'score,stars,day\n9,5,2026-01-01\n';
    expect(counts(await importText(both))).toMatchObject({ recorded: 1 });
    expect(counts(await importText(both, { question: 'fivestar', score: 'stars' }))).toMatchObject({ recorded: 1, repeated: 0 });
  });

  test('goes on where it was interrupted', async () => {
    const long = ['score,day', ...Array.from({ length: 3_000 }, (_, index) => `${index % 11},2026-01-01`)].join('\n');
    const interrupt = new AbortController();
    const stopped = await importText(long, { signal: interrupt.signal, onProgress: () => interrupt.abort() });
    expect(stopped).toMatchObject({ stopped: true, read: 1_000, recorded: 1_000 });
    expect(await importText(long)).toMatchObject({ stopped: false, read: 3_000, recorded: 2_000, repeated: 1_000 });
  });
});

test('an id column tells answers apart: corrected text is refused, not doubled', async () => {
  await importText('score,day,key,why\n9,2026-01-01,A1,good\n', { id: 'key', comment: 'why' });
  const again = 'score,day,key,why\n9,2026-01-01,A1,good\n8,2026-01-01,A1,less good\n7,2026-01-01,,no id\n6,2026-01-01,A2,new\n';
  expect(counts(await importText(again, { id: 'key', comment: 'why' }))).toEqual({
    read: 4,
    recorded: 1,
    repeated: 1,
    blank: 0,
    refused: 2,
  });
  expect(await readFile(join(folder, 'refused.csv'), 'utf8')).toContain('3,,An answer with this id was recorded before');
});

test('blanks are not answers, and what cannot be one goes to a file with line, column and reason', async () => {
  const rows = [
    'score,day,who',
    ',2026-01-01,blank',
    '4.5,2026-01-01,half',
    'Like,2026-01-01,word',
    '11,2026-01-01,high',
    '9,01/02/2026,date',
    '9,,no date',
    '9,2126-01-01,future',
    '9,2026-01-01',
    '9,2026-01-01,a"b',
    '9,2026-01-01,"x, ""y"""',
    '5.0,2026-01-01,"open',
  ];
  const report = await importText(rows.join('\n'), { attributes: ['who'] });
  expect(counts(report)).toEqual({ read: 11, recorded: 1, repeated: 0, blank: 1, refused: 9 });
  expect((await readFile(join(folder, 'refused.csv'), 'utf8')).trimEnd().split('\n')).toEqual([
    'line,column,reason,score,day,who',
    '3,score,"""4.5"" is not a whole number",4.5,2026-01-01,half',
    '4,score,"""Like"" is not a whole number",Like,2026-01-01,word',
    '5,score,An NPS score is a whole number from 0 to 10.,11,2026-01-01,high',
    '6,day,"""01/02/2026"" is not a time like ISO 8601 (2026-11-20T09:30:00Z)",9,01/02/2026,date',
    '7,day,no date,9,,no date',
    '8,day,This time is more than a day in the future.,9,2126-01-01,future',
    '9,2,Wrong number of columns: 2 instead of 3,9,2026-01-01',
    expect.stringContaining('10,who,"Stray quote'),
    expect.stringContaining('12,who,Quote left open'),
  ]);
  await importText('score,day\n9,2026-01-01\n');
  expect(existsSync(join(folder, 'refused.csv'))).toBe(false);
});

test('refused rows go into the working directory when no place is named', async () => {
  process.chdir(folder);
  const report = await importText('score,day\nx,2026-01-01\n', { refusedFile: undefined }, 'mine.csv');
  expect(report.refusedFile).toBe(join(process.cwd(), 'mine.csv.refused.csv'));
  expect(existsSync('mine.csv.refused.csv')).toBe(true);
});

test('unknown columns are all named at once, with those that exist, and nothing is recorded', async () => {
  const before = await head();
  const refusal = importText('score,day\n9,2026-01-01\n', { score: 'Score', comment: 'why', attributes: ['size'] });
  await expect(refusal).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [
      { path: '--score', message: 'There is no column "Score".' },
      { path: '--comment', message: 'There is no column "why".' },
      { path: '--attribute', message: 'There is no column "size".' },
      { path: 'columns', message: 'The file has: "score", "day".' },
    ],
  });
  expect(await head()).toBe(before);
});

test('another encoding far down the file records nothing at all', async () => {
  const before = await head();
  const text = ['score,day,who', ...Array.from({ length: 5_000 }, () => '9,2026-01-01,anna'), '9,2026-01-01,né'].join('\n');
  await expect(importText(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ code: 'invalid_csv_file' });
  expect(await head()).toBe(before);
});

test('one import into a company at a time: another is told to wait, and may come when it is done', async () => {
  const second = () => importText('score,day\n1,2026-01-01\n', {}, 'second.csv');
  const refusals: unknown[] = [];
  await importText('score,day\n9,2026-01-01\n', {
    onProgress: async () => {
      refusals.push(await second().catch((error: unknown) => error));
    },
  });
  expect(refusals).toEqual([expect.objectContaining({ code: 'importer_busy' })]);
  expect(await second()).toMatchObject({ recorded: 1 });
});
