import type { CompanyId } from '@frankly/contracts/identity';
import { type Position, START } from '@frankly/contracts/position';
import { createTables, insertBuild, tablesOf } from '@frankly/projections/engine/builds';
import { foldPage } from '@frankly/projections/engine/fold';
import { rebuild } from '@frankly/projections/engine/rebuild';
import { feedbackFacts } from '@frankly/projections/feedback/feedback-facts';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { answerAppend, type BenchPlatform, registerBenchCompany } from './bench-platform.ts';
import { median, perSecond, quantile, type Row, rounded } from './measured.ts';

const rounds = 3;
const pageSize = 10_000;

async function fillLog(platform: BenchPlatform, companyId: CompanyId, answers: number): Promise<void> {
  for (let from = 0; from < answers; from += 5_000) {
    await platform.store.appendAll(
      Array.from({ length: Math.min(5_000, answers - from) }, (_, n) => answerAppend(companyId, 10_000_000 + from + n)),
    );
  }
  await platform.pool.query('analyze events');
}

/** Reads and folds the whole log; with `write`, as the live projector does, page by page into tables of its own. */
async function foldAll(
  platform: BenchPlatform,
  write: boolean,
): Promise<{ events: number; milliseconds: number; cpuMilliseconds: number }> {
  const db = await platform.pool.connect();
  try {
    const tables = tablesOf(feedbackFacts, feedbackFacts.version, '_bench');
    await createTables(db, feedbackFacts, tables);
    await db.query(`delete from projection_builds where projection = 'bench'`);
    let build = await insertBuild(db, 'bench', 'next', feedbackFacts.version);
    const run = feedbackFacts.begin(tables);
    const started = performance.now();
    const cpu = process.cpuUsage();
    const read = (after: Position) => platform.store.readPage({ after, limit: pageSize, types: feedbackFacts.events });
    let events = 0;
    let sum = 0;
    let reading = read(START);
    for (let at: Position = START; ; ) {
      const page = await reading;
      if (page.through === at) break;
      reading = read(page.through);
      if (write) build = await foldPage(db, { projection: 'bench', role: 'next', build, run }, page.events, page.through);
      else for (const event of page.events) sum += (event.data as { score?: number }).score ?? 0;
      at = page.through;
      events += page.events.length;
    }
    const used = process.cpuUsage(cpu);
    if (!write && sum === 0) throw new Error('nothing was read');
    return { events, milliseconds: performance.now() - started, cpuMilliseconds: (used.user + used.system) / 1_000 };
  } finally {
    db.release();
  }
}

/** The same events out of one table and into another of the same shape, by COPY. */
async function copyOutAndIn({ pool }: BenchPlatform): Promise<number> {
  const [source, target] = [await pool.connect(), await pool.connect()];
  try {
    await target.query('drop table if exists bench_copy');
    await target.query('create table bench_copy (like events including all)');
    const started = performance.now();
    await pipeline(source.query(copyTo('copy events to stdout')), target.query(copyFrom('copy bench_copy from stdin')));
    const milliseconds = performance.now() - started;
    await target.query('drop table bench_copy');
    return milliseconds;
  } finally {
    source.release();
    target.release();
  }
}

/** The live fold against reading and folding alone; the rebuild against COPY out and in of the same events. */
export async function benchProjection(platform: BenchPlatform, answers = 300_000): Promise<Row[]> {
  const companyId = await registerBenchCompany(platform);
  await fillLog(platform, companyId, answers);
  const live: number[] = [];
  const onOneCore: number[] = [];
  const readOnly: number[] = [];
  const rebuilt: number[] = [];
  const copied: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await foldAll(platform, false);
    const whole = await foldAll(platform, true);
    readOnly.push(perSecond(alone.events, alone.milliseconds));
    live.push(perSecond(whole.events, whole.milliseconds));
    onOneCore.push(perSecond(whole.events, whole.cpuMilliseconds));
    const copyMs = await copyOutAndIn(platform);
    copied.push(perSecond(whole.events, copyMs));
    const { folded, seconds } = await rebuild(feedbackFacts, platform);
    rebuilt.push(folded / seconds);
  }
  const ratioToRead = median(live.map((rate, index) => rate / readOnly[index]!));
  const ratioToCopy = median(rebuilt.map((rate, index) => rate / copied[index]!));
  return [
    {
      promise: 'projection, facts + checkpoint',
      figure: '>= 80,000/s',
      measured: `${rounded(median(live))}/s (${rounded(median(onOneCore))} per second of its CPU)`,
      yardstick: `read + fold alone ${rounded(median(readOnly))}/s`,
      runs: rounds,
      kept: median(live) >= 80_000,
    },
    {
      promise: 'projection, of read + fold alone',
      figure: '>= 0.35',
      measured: ratioToRead.toFixed(2),
      yardstick: `read + fold alone ${rounded(median(readOnly))}/s`,
      runs: rounds,
      kept: ratioToRead >= 0.35,
    },
    {
      promise: 'rebuild from the log',
      figure: '>= 0.5 of COPY',
      measured: `${ratioToCopy.toFixed(2)}  (${rounded(median(rebuilt))}/s)`,
      yardstick: `COPY out and in ${rounded(median(copied))}/s`,
      runs: rounds,
      kept: ratioToCopy >= 0.5,
    },
  ];
}

/** From the acknowledgement of an append to the moment a query sees it, one at a time. */
export async function benchFreshness(platform: BenchPlatform, times = 300): Promise<Row[]> {
  const companyId = await registerBenchCompany(platform);
  platform.engine.start();
  await platform.engine.catchUp();
  const waits: number[] = [];
  const appends: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    const { position } = await platform.store.append(answerAppend(companyId, 50_000_000 + n));
    const acknowledged = performance.now();
    if (!(await platform.progress.waitFor(['feedback_facts'], position, 2_000)))
      throw new Error('an answer did not become visible');
    waits.push(performance.now() - acknowledged);
    appends.push(acknowledged - started);
    // At rest: the next one comes when the first has long been seen.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const p95 = quantile(waits, 0.95);
  return [
    {
      promise: 'acknowledged -> visible, at rest',
      figure: 'p95 <= 10 ms',
      measured: `p50 ${median(waits).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      yardstick: `the append itself p50 ${median(appends).toFixed(1)} ms`,
      runs: times,
      kept: p95 <= 10,
    },
  ];
}
