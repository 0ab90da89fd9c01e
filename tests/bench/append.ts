import type { CompanyId } from '@frankly/contracts/identity';
import { eventId } from '@frankly/infra/event-store/codec';
import pg from 'pg';
import { answerAppend, type BenchPlatform, registerBenchCompany } from './bench-platform.ts';
import { median, perSecond, type Row, rounded } from './measured.ts';

const rounds = 5;
const secondsPerCell = 1.2;

/** Runs `callers` loops for a while; completed calls a second. */
async function load(callers: number, call: (caller: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const end = started + secondsPerCell * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        await call(caller);
        done += 1;
      }
    }),
  );
  return perSecond(done, performance.now() - started);
}

/** The very rows that our append writes, by hand. */
const insert = `insert into bench_events (position, company_id, stream, revision, event_id, type, version, data, actor, correlation_id, causation_id, recorded_at)`;

/** Durable appends, against one INSERT per transaction on 16 connections and against 100-row unnest. */
export async function benchAppend(platform: BenchPlatform): Promise<Row[]> {
  const { store, pool } = platform;
  const companyId = await registerBenchCompany(platform);
  await pool.query('create table bench_events (like events including all); create sequence bench_position');
  const connections = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const client = new pg.Client(platform.url);
      await client.connect();
      return client;
    }),
  );
  let n = 0;
  const ours = () => store.append(answerAppend(companyId, n++));
  const oneInsert = (caller: number) => {
    const { stream, commandId, metadata, events } = answerAppend(companyId, n++);
    return connections[caller]!.query({
      name: 'one-insert',
      text: `${insert} values (nextval('bench_position'), $1, $2, 1, $3, $4, 1, $5, $6, $7, $8, $9)`,
      values: [
        companyId,
        stream,
        eventId(commandId, 0),
        events[0]!.type,
        JSON.stringify(events[0]!.data),
        metadata.actor,
        metadata.correlationId,
        metadata.causationId,
        metadata.at,
      ],
    });
  };
  const unnest = async (caller: number) => hundred(connections[caller]!, companyId, (n += 100) - 100);

  const measured = {
    ours1: [] as number[],
    ours16: [] as number[],
    ours128: [] as number[],
    insert1: [] as number[],
    insert16: [] as number[],
    unnest: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    measured.insert1.push(await load(1, oneInsert));
    measured.ours1.push(await load(1, ours));
    measured.insert16.push(await load(16, oneInsert));
    measured.ours16.push(await load(16, ours));
    measured.unnest.push(100 * (await load(4, unnest)));
    measured.ours128.push(await load(128, ours));
  }
  await Promise.all(connections.map((client) => client.end()));
  await pool.query('drop table bench_events; drop sequence bench_position');

  const row = (promise: string, bound: number, a: number[], b: number[], beside: string): Row => {
    const ratio = median(a.map((value, index) => value / b[index]!));
    return {
      promise,
      figure: bound > 0 ? `>= ${bound} x` : '-',
      measured: `${ratio.toFixed(2)} x  (${rounded(median(a))}/s)`,
      yardstick: `${beside} ${rounded(median(b))}/s`,
      runs: rounds,
      kept: ratio >= bound,
    };
  };
  return [
    row('durable append, 1 caller', 0, measured.ours1, measured.insert1, 'INSERT per transaction, 1 connection'),
    row('durable append, 16 callers', 1.3, measured.ours16, measured.insert16, 'INSERT per transaction, 16 connections'),
    row('durable append, 128 callers', 0.35, measured.ours128, measured.unnest, 'unnest of 100 rows, 4 connections'),
  ];
}

function hundred(client: pg.Client, companyId: CompanyId, from: number): Promise<unknown> {
  const appends = Array.from({ length: 100 }, (_, index) => answerAppend(companyId, from + index));
  return client.query({
    name: 'hundred',
    text: `${insert} select nextval('bench_position'), $1, u.stream, 1, u.id, u.type, 1, u.data, u.actor, u.correlation, u.causation, u.at
           from unnest($2::text[], $3::uuid[], $4::text[], $5::json[], $6::text[], $7::text[], $8::text[], $9::timestamptz[])
             u(stream, id, type, data, actor, correlation, causation, at)`,
    values: [
      companyId,
      appends.map((one) => one.stream),
      appends.map((one) => eventId(one.commandId, 0)),
      appends.map((one) => one.events[0]!.type),
      appends.map((one) => JSON.stringify(one.events[0]!.data)),
      appends.map((one) => one.metadata.actor),
      appends.map((one) => one.metadata.correlationId),
      appends.map((one) => one.metadata.causationId),
      appends.map((one) => one.metadata.at.toISOString()),
    ],
  });
}
