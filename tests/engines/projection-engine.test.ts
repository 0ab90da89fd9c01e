import { randomBytes, randomUUID } from 'node:crypto';
import { eventCatalogue } from '@frankly/contracts/event-catalogue';
import type { CompanyId } from '@frankly/contracts/identity';
import { EventCodec } from '@frankly/infra/event-store/codec';
import { PostgresEventStore } from '@frankly/infra/event-store/postgres';
import { PostgresSubjectKeys } from '@frankly/infra/keys/postgres';
import { createLog } from '@frankly/infra/logging/log';
import { openPool } from '@frankly/infra/postgres/pool';
import { readBuild, tablesOf } from '@frankly/projections/engine/builds';
import { ProjectionEngine } from '@frankly/projections/engine/engine';
import { foldPage, StaleProjector } from '@frankly/projections/engine/fold';
import { parkedStreams } from '@frankly/projections/engine/parking';
import { PoisonEvent, type Projection } from '@frankly/projections/engine/projection';
import { rebuild } from '@frankly/projections/engine/rebuild';
import { rowProjection } from '@frankly/projections/engine/row-projection';
import { verify } from '@frankly/projections/engine/verify';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../kit/database.ts';

type Answer = { type: 'AnswerRecorded'; data: { responseId: string; score: number } };
const company = randomUUID() as CompanyId;
const log = createLog({ level: 'silent' });

/** The best score of every response, which `cannotFold` may refuse. */
const bestScores = (version = 1, cannotFold = -1): Projection =>
  rowProjection<Answer, { response_id: string; best: number }>({
    name: 'best_scores',
    version,
    events: ['AnswerRecorded'],
    columns: { response_id: 'text not null', best: 'int not null' },
    key: ['response_id'],
    keyOf: ({ data }) => [data.responseId],
    evolve(row, { data: { responseId, score } }) {
      if (score === cannotFold) throw new Error(`${score} cannot be folded`);
      return { response_id: responseId, best: Math.max(row?.best ?? 0, score * version) };
    },
  });

let database: TestDatabase;
let pool: Pool;
let store: PostgresEventStore;
let open: ProjectionEngine[];

beforeEach(async () => {
  database = await testDatabase();
  pool = openPool(database.url, { max: 20 });
  store = new PostgresEventStore(pool, new EventCodec(eventCatalogue, [], new PostgresSubjectKeys(pool, randomBytes(32))));
  open = [];
});
afterEach(async () => {
  await store.close();
  for (const engine of open) await engine.close();
  await pool.end();
  await database.drop();
});

async function engineOf(...projections: Projection[]): Promise<ProjectionEngine> {
  const engine = new ProjectionEngine(projections, { pool, store, log });
  await engine.open();
  open.push(engine);
  return engine;
}

const answered = (id: string, score: number) => {
  const commandId = randomUUID();
  return store.append({
    companyId: company,
    stream: `response-${id}`,
    expected: 'any',
    commandId,
    metadata: { actor: 'system', correlationId: commandId, causationId: commandId, at: new Date() },
    events: [
      {
        type: 'AnswerRecorded',
        data: { responseId: id, questionType: 'nps', scale: 10, score, answeredAt: '2026-11-20T09:00:00.000Z', source: 'api' },
      },
    ],
  });
};
const scores = async (engine: ProjectionEngine) => {
  const rows = await engine.query<{ response_id: string; best: number }>(
    `select response_id, best from ${engine.table('best_scores')} order by response_id`,
  );
  return Object.fromEntries(rows.map((row) => [row.response_id, row.best]));
};

test('what was appended is there once its position is reached', async () => {
  const engine = await engineOf(bestScores());
  engine.start();
  await answered('a', 4);
  const { position } = await answered('a', 9);
  expect(await engine.waitFor(['best_scores'], position, 5_000)).toBe(true);
  expect(await scores(engine)).toEqual({ a: 9 });
  expect(await engine.reached(['best_scores'])).toBe(position);
});

test('a read model that nothing concerns is on its way too while the log is never quiet', async () => {
  const quiet = rowProjection<{ type: 'SignedIn'; data: { userId: string } }, { user_id: string }>({
    name: 'sign_ins',
    version: 1,
    events: ['SignedIn'],
    columns: { user_id: 'text not null' },
    key: ['user_id'],
    keyOf: ({ data }) => [data.userId],
    evolve: (_, { data }) => ({ user_id: data.userId }),
  });
  const engine = await engineOf(quiet);
  engine.start();
  const { position } = await answered('first', 1);
  let reached = false;
  for (let n = 0; n < 2_000 && !reached; n += 1) {
    await answered(`more-${n}`, 1);
    reached = (await engine.reached(['sign_ins'])) >= position;
  }
  expect(reached).toBe(true);
});

test('waiting for a position that never comes ends in time, and says so', async () => {
  const engine = await engineOf(bestScores());
  engine.start();
  expect(await engine.waitFor(['best_scores'], '9'.repeat(20) as never, 50)).toBe(false);
});

test('of two processes one leads; when it goes the other goes on', async () => {
  const [first, second] = [await engineOf(bestScores()), await engineOf(bestScores())];
  first.start();
  const one = await answered('a', 1);
  expect(await first.waitFor(['best_scores'], one.position, 5_000)).toBe(true);
  second.start();
  const two = await answered('b', 2);
  expect(await second.waitFor(['best_scores'], two.position, 5_000)).toBe(true);
  await first.close();
  open.splice(open.indexOf(first), 1);
  const three = await answered('c', 3);
  expect(await second.waitFor(['best_scores'], three.position, 5_000)).toBe(true);
  expect(await scores(second)).toEqual({ a: 1, b: 2, c: 3 });
});

test('a projector whose checkpoint was moved by another writes nothing', async () => {
  const projection = bestScores();
  const engine = await engineOf(projection);
  const stale = (await readBuild(pool, 'best_scores', 'live'))!;
  await answered('a', 1);
  await engine.catchUp();
  await pool.query('truncate best_scores_1');
  const page = await store.readPage({ after: stale.position, limit: 10 });
  const db = await pool.connect();
  const target = {
    projection: 'best_scores',
    role: 'live',
    build: stale,
    run: projection.begin(tablesOf(projection, 1)),
  } as const;
  await expect(foldPage(db, target, page.events, page.through)).rejects.toThrow(StaleProjector);
  db.release();
  expect(await scores(engine)).toEqual({});
});

test('an event that cannot be folded parks its stream with the reason, and the others flow on', async () => {
  const engine = await engineOf(bestScores(1, 7));
  for (const [id, score] of [
    ['a', 1],
    ['b', 7],
    ['b', 9],
    ['c', 3],
    ['a', 5],
  ] as const)
    await answered(id, score);
  await engine.catchUp();
  await answered('b', 10);
  await answered('d', 6);
  await engine.catchUp();
  expect(await scores(engine)).toEqual({ a: 5, c: 3, d: 6 });
  expect(await parkedStreams(pool)).toEqual([
    {
      projection: 'best_scores',
      companyId: company,
      stream: 'response-b',
      reason: expect.stringContaining('7 cannot be folded'),
    },
  ]);
  expect(await engine.status()).toMatchObject([{ projection: 'best_scores', lag: 0, parked: 1 }]);
});

test('a database that cannot take anything just now parks nothing', async () => {
  const engine = await engineOf(bestScores());
  await answered('a', 4);
  await pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`,
  );
  await pool.query('create trigger full_disk before insert on best_scores_1 for each row execute function refuse()');
  await expect(engine.catchUp()).rejects.toThrow('no space left');
  expect(await parkedStreams(pool)).toEqual([]);
  await pool.query('drop trigger full_disk on best_scores_1');
  await engine.catchUp();
  expect(await scores(engine)).toEqual({ a: 4 });
});

test('a rebuild stops at an event that cannot be folded and leaves the live rows; after the mend it folds all', async () => {
  const engine = await engineOf(bestScores(1, 7));
  for (const [id, score] of [
    ['a', 1],
    ['b', 7],
  ] as const)
    await answered(id, score);
  await engine.catchUp();
  await expect(rebuild(bestScores(1, 7), { pool, store })).rejects.toThrow(PoisonEvent);
  expect(await scores(engine)).toEqual({ a: 1 });
  await rebuild(bestScores(), { pool, store });
  expect(await scores(engine)).toEqual({ a: 1, b: 7 });
  expect(await parkedStreams(pool)).toEqual([]);
});

test('a rebuild during writes loses nothing, and the live projector goes on with the new tables', async () => {
  const projection = bestScores();
  const engine = await engineOf(projection);
  engine.start();
  const expected: Record<string, number> = {};
  let writing = true;
  let last = await answered('first', 1);
  expected['first'] = 1;
  const writer = (async () => {
    for (let n = 0; writing; n += 1) {
      expected[`r${n}`] = n % 11;
      last = await answered(`r${n}`, n % 11);
    }
  })();
  for (let time = 0; time < 3; time += 1) await rebuild(projection, { pool, store });
  writing = false;
  await writer;
  expect(await engine.waitFor(['best_scores'], last.position, 5_000)).toBe(true);
  expect(await scores(engine)).toEqual(expected);
  expect((await verify(projection, { pool, store })).equal).toBe(true);
});

test('a new version is filled beside the live one, which answers until the swap', async () => {
  const before = await engineOf(bestScores(1));
  before.start();
  const first = await answered('a', 4);
  expect(await before.waitFor(['best_scores'], first.position, 5_000)).toBe(true);
  const after = await engineOf(bestScores(2));
  expect(await scores(after)).toEqual({ a: 4 });
  expect(await after.status()).toMatchObject([{ version: 2, liveVersion: 1 }]);
  after.start();
  const { position } = await answered('b', 5);
  await expect.poll(() => after.status()).toMatchObject([{ liveVersion: 2 }]);
  expect(await after.waitFor(['best_scores'], position, 5_000)).toBe(true);
  expect(await scores(after)).toEqual({ a: 8, b: 10 });
  expect(after.table('best_scores')).toBe('best_scores_2');
  // Who still runs the older version reads on.
  expect([4, 8]).toContain((await scores(before))['a']);
  const restarted = await engineOf(bestScores(2));
  expect(await scores(restarted)).toEqual({ a: 8, b: 10 });
  expect((await pool.query(`select to_regclass('best_scores_1') as left_over`)).rows).toEqual([{ left_over: null }]);
});

test('a rebuild that was killed half-way leaves nothing that stops the next one', async () => {
  const projection = bestScores();
  const engine = await engineOf(projection);
  await answered('a', 4);
  await engine.catchUp();
  await pool.query('create table best_scores_1_next (left_over int)');
  await pool.query(
    `insert into projection_builds (projection, role, version, generation, position) values ('best_scores', 'next', 1, 0, 0)`,
  );
  await rebuild(projection, { pool, store });
  expect(await scores(engine)).toEqual({ a: 4 });
});

test('verify says equal for rows that come from the log, and sees one changed by hand', async () => {
  const projection = bestScores();
  const engine = await engineOf(projection);
  for (const [id, score] of [
    ['a', 1],
    ['b', 7],
  ] as const)
    await answered(id, score);
  await engine.catchUp();
  const honest = await verify(projection, { pool, store });
  expect(honest).toMatchObject({ equal: true, live: honest.log });
  await pool.query(`update best_scores_1 set best = 8 where response_id = 'b'`);
  const tampered = await verify(projection, { pool, store });
  expect(tampered.equal).toBe(false);
  expect(tampered.log).toBe(honest.log);
});
