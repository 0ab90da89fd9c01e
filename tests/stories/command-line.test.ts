import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../kit/database.ts';

const frankly = resolve('services/cli/frankly.js');
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'frankly-cli-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts the command in a folder of its own, as a person would. */
function start(...words: string[]): { child: ChildProcess; ended: Promise<Ended>; shown: () => string } {
  const env = { ...process.env, DATABASE_URL: database.url, FRANKLY_DATA: join(folder, 'data'), NODE_ENV: 'test' };
  const child = spawn(process.execPath, [frankly, ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts = { out: '', err: '' };
  child.stdout!.on('data', (part: Buffer) => (parts.out += part));
  child.stderr!.on('data', (part: Buffer) => (parts.err += part));
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, ...parts })));
  return { child, ended, shown: () => parts.out };
}
const run = (...words: string[]): Promise<Ended> => start(...words).ended;

/** What a command answers to programs. */
async function answerOf<T = Record<string, unknown>>(...words: string[]): Promise<T> {
  const { code, out, err } = await run(...words, '--json');
  if (code !== 0) throw new Error(`frankly ${words.join(' ')} ended with ${code}: ${err}`);
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(out) as T;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((next) => setTimeout(next, 20));
}

const company = ['--company', 'acme'];
const importing = (file: string) => [
  'import',
  'responses',
  file,
  ...company,
  '--question',
  'nps',
  '--score',
  'score',
  '--date',
  'day',
  '--date-format',
  'dd/MM/yy',
  '--id',
  'key',
  '--contact',
  'who',
];
const summary = JSON.stringify({
  measure: 'summary',
  questionType: 'nps',
  time: { unit: 'custom', value: '01-01-2026_31-01-2026' },
});
const figures = async () => (await answerOf<{ data: { nps: number; total: number } }>('query', summary, ...company)).data;

describe('from a new company to a figure that is proven', () => {
  beforeAll(async () => {
    await answerOf('company', 'create', '--slug', 'acme', '--name', 'Acme', '--time-zone', 'Europe/Amsterdam');
    const rows = ['10', '10', '9', '9', '9', '8', '7', '4', '2', '1', '', 'x'].map(
      (score, index) => `${score},0${(index % 9) + 1}/01/26,K${index},c${index}@example.org`,
    );
    await writeFile(join(folder, 'answers.csv'), ['score,day,key,who', ...rows].join('\n'));
  }, 60_000);

  test('a file comes in once, its refused rows in a file beside it, and the figure is right', async () => {
    const report = await answerOf(...importing('answers.csv'));
    expect(report).toMatchObject({ read: 12, recorded: 10, repeated: 0, blank: 1, refused: 1, seconds: expect.any(Number) });
    expect(await readFile(join(folder, 'answers.csv.refused.csv'), 'utf8')).toContain(
      '13,score,"""x"" is not a whole number",x,03/01/26,K11',
    );
    expect(await answerOf(...importing('answers.csv'))).toMatchObject({ recorded: 0, repeated: 10 });
    expect(await figures()).toMatchObject({ nps: 20, total: 10 });

    const people = await run(...importing('answers.csv'));
    expect(people.out).toMatch(/^12 rows in .*: 0 answers recorded, 10 recorded before, 1 without a score, 1 refused\.\n/);
  }, 60_000);

  test('an answer is corrected, another voided, a contact forgotten; the log says who did it and why', async () => {
    const log = await run('events', ...company, '--json', '--personal');
    const recorded = log.out.split('\n').flatMap((line) => (line.includes('"AnswerRecorded"') ? [JSON.parse(line)] : []));
    const idOf = (score: number): string => recorded.find(({ data }) => data.score === score).data.responseId;
    await answerOf('correct', idOf(1), ...company, '--score', '10', '--reason', 'Upside down');
    await answerOf('void', idOf(2), ...company, '--reason', 'A test');
    expect(await figures()).toMatchObject({ nps: 55.6, total: 9 });

    expect(recorded[0].data.contact.email).toBe('c0@example.org');
    await answerOf('forget', 'c0@example.org', ...company, '--reason', 'Asked for it');
    const after = await run('events', ...company, '--json', '--personal');
    expect(after.out).not.toContain('c0@example.org');
    expect(after.out).toContain('c1@example.org');
    const changes = after.out
      .trimEnd()
      .split('\n')
      .slice(-3)
      .map((line) => JSON.parse(line));
    expect(changes.map(({ type, data, metadata }) => [type, data.reason, metadata.actor])).toEqual([
      ['AnswerCorrected', 'Upside down', expect.stringMatching(/^cli:./)],
      ['AnswerVoided', 'A test', expect.stringMatching(/^cli:./)],
      ['SubjectForgotten', 'Asked for it', expect.stringMatching(/^cli:./)],
    ]);
    const sealed = await run('events', ...company, '--stream', `response-${idOf(10)}`);
    expect(sealed.out.trimEnd().split('\n')).toHaveLength(1);
    expect(sealed.out).not.toContain('@example.org');
  }, 60_000);

  test('read models are rebuilt and verified; one that was tampered with is found', async () => {
    const { projections } = await answerOf<{ projections: { projection: string; lag: number }[] }>('status');
    expect(projections.map(({ projection }) => projection)).toContain('feedback_facts');
    expect(await answerOf('rebuild', '--projection', 'feedback_facts')).toMatchObject({
      projections: [{ projection: 'feedback_facts' }],
    });
    expect(await figures()).toMatchObject({ nps: 55.6, total: 9 });
    const proof = await run('verify');
    expect(proof.code).toBe(0);
    expect(proof.out.match(/^equal /gm)).toHaveLength(projections.length);

    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('update feedback_facts_1 set score = 0 where score = 9');
    await client.end();
    const tampered = await run('verify', '--projection', 'feedback_facts');
    expect(tampered.code).toBe(1);
    const [live, log] = [...tampered.out.matchAll(/[0-9a-f]{64}/g)].map(([hash]) => hash);
    expect(tampered.out).toMatch(/^DIFFER/);
    expect(live).not.toBe(log);
    await run('rebuild', '--projection', 'feedback_facts');
    expect((await run('verify', '--projection', 'feedback_facts')).code).toBe(0);
  }, 90_000);

  test('a key is made, listed and revoked; its secret is shown once', async () => {
    const { keyId, secret } = await answerOf<{ keyId: string; secret: string }>('key', 'create', ...company, '--name', 'Till 12');
    expect(secret).toMatch(/^fk_.{40,}$/);
    const listed = await run('key', 'list', ...company);
    expect(listed.out).toMatch(new RegExp(`${keyId}  Till 12  .*works`));
    expect(listed.out).not.toContain(secret);
    await answerOf('key', 'revoke', keyId, ...company);
    expect(await answerOf('key', 'list', ...company)).toMatchObject({ keys: [{ id: keyId, revoked: true }] });
  }, 60_000);

  test('somebody gets an account, with a password that is shown once', async () => {
    const person = ['--email', 'ann@acme.example', '--name', 'Ann', '--role-type', 'head_office'];
    expect(await answerOf('user', 'create', ...company, ...person)).toMatchObject({
      email: 'ann@acme.example',
      password: expect.stringMatching(/^.{12,}$/),
    });
    const again = await run('user', 'create', ...company, ...person);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('(email_taken)')]);
  }, 60_000);

  test('a key may be made for little and for a while; somebody has a role and a team', async () => {
    const limits = ['--scope', 'responses.view', '--expires', '2099-06-30'];
    const { keyId } = await answerOf<{ keyId: string }>('key', 'create', ...company, '--name', 'Report', ...limits);
    const { keys } = await answerOf<{ keys: { id: string }[] }>('key', 'list', ...company);
    // To the end of that day where the company is.
    expect(keys.find(({ id }) => id === keyId)).toMatchObject({
      scopes: ['responses.view'],
      expiresAt: '2099-06-30T22:00:00.000Z',
      state: 'works',
    });
    const person = ['--email', 'bo@acme.example', '--name', 'Bo', '--role-id', 'frontline_manager'];
    const astray = await run('user', 'create', ...company, ...person, '--team', 'planet_c=Mars');
    expect([astray.code, astray.err]).toEqual([1, expect.stringContaining('planet_c is not a level of your teams')]);
    const { userId } = await answerOf<{ userId: string }>('user', 'create', ...company, ...person, '--served-by', 'Bo');
    const log = await run('events', ...company, '--json');
    const joined = log.out.split('\n').find((line) => line.includes('"UserJoinedTeam"') && line.includes(userId));
    expect(JSON.parse(joined!).data).toEqual({ userId, team: {}, servedBy: 'Bo' });
  }, 60_000);

  test('followed events show what another command appends', async () => {
    const following = start('events', ...company, '--follow');
    await until(() => following.shown().includes('CompanyRegistered'));
    await answerOf('key', 'create', ...company, '--name', 'Followed');
    await until(() => following.shown().includes('"name":"Followed"'));
    following.child.kill('SIGINT');
    expect((await following.ended).code).toBe(0);
  }, 60_000);

  test('Ctrl+C stops an import between batches, and the same command goes on', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${index % 11},01/02/26,L${index},`);
    await writeFile(join(folder, 'long.csv'), ['score,day,key,who', ...rows].join('\n'));
    const first = start(...importing('long.csv'), '--json');
    const client = new pg.Client(database.url);
    await client.connect();
    await waitForAnswers(client, 1_000);
    await client.end();
    first.child.kill('SIGINT');
    const stopped = await first.ended;
    const report = JSON.parse(stopped.out);
    expect([stopped.code, report.stopped]).toEqual([130, true]);
    expect(report.recorded).toBeGreaterThan(0);
    expect(report.recorded).toBeLessThan(20_000);

    const rest = await answerOf<{ recorded: number; repeated: number }>(...importing('long.csv'));
    expect(rest).toMatchObject({ stopped: false, repeated: report.recorded, recorded: 20_000 - report.recorded });
  }, 90_000);
});

async function waitForAnswers(client: pg.Client, least: number): Promise<void> {
  for (let found = 0; found < least; ) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from events where type = 'AnswerRecorded'`);
    found = rows[0]!.n;
  }
}

describe('what goes wrong is said in one line, with a code', () => {
  test.for([
    [2, ['nonsense'], /unknown command 'nonsense'/],
    [2, ['company', 'create', '--slug', 'x'], /required option '--name <name>' not specified/],
    [1, ['query', '{}', '--company', 'nobody'], /\(invalid_input\)/],
    [
      1,
      ['void', 'a', '--company', 'nobody', '--reason', 'x'],
      /^There is no company with this name\. \(company_unknown\) --company: .*company create --slug nobody/,
    ],
    [
      1,
      ['company', 'create', '--slug', 'BAD', '--name', 'x', '--time-zone', 'Mars'],
      /^slug: .* timeZone: .* \(invalid_input\)$/m,
    ],
    [2, ['rebuild', '--projection', 'nonsense'], /feedback_facts/],
  ] as const)('exit %i: frankly %s', async ([code, words, said]) => {
    const ended = await run(...words);
    expect(ended.err).toMatch(said);
    expect(ended.code).toBe(code);
    if (/\(\w+\)/.test(ended.err)) expect(ended.err.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.out).toBe('');
  });

  test('programs get the same as JSON', async () => {
    const ended = await run('void', 'a', '--company', 'nobody', '--reason', 'x', '--json');
    expect(JSON.parse(ended.err)).toMatchObject({ error: 'company_unknown', fields: [{ path: '--company' }] });
  });

  test('a column that the file does not have is wrong usage, a file that is not there is not', async () => {
    const options = ['--company', 'columns', '--question', 'nps', '--score', 'NPS', '--date', 'day'];
    await run('company', 'create', '--slug', 'columns', '--name', 'C', '--time-zone', 'UTC');
    await writeFile(join(folder, 'columns.csv'), 'score,day\n1,2026-01-01\n');
    const wrong = await run('import', 'responses', 'columns.csv', ...options);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('--score: There is no column "NPS". columns: The file has: "score", "day".'),
    ]);
    const gone = await run('import', 'responses', 'gone.csv', ...options);
    expect([gone.code, gone.err]).toEqual([1, 'Invalid File (invalid_file) gone.csv: There is no such file.\n']);
  });
});
