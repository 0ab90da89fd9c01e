import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { RunningProduct, type ServerProcess } from '../kit/running-product.ts';
import { perSecond, print, quantile, type Row, rounded } from './measured.ts';

const promisedRate = 1_000;
const promisedP99 = 250;
const yardstickSeconds = 10;
const warmUpSeconds = 3;
const connections = 128;

interface Options {
  seconds: number;
  /** Where Node writes a CPU profile of the server. */
  profile?: string;
}

/** Outcome of a run at a constant rate: milliseconds from the moment each request was due. */
interface Run {
  latencies: number[];
  errors: string[];
  rate: number;
}

/** Single answers over HTTP at a constant rate, whether or not the ones before were answered; then looks for them in the log. */
export async function benchHttpIntake({ seconds, profile }: Options = { seconds: 60 }): Promise<Row[]> {
  const product = await RunningProduct.create();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    await product.must(['company', 'create', '--slug', 'bench', '--name', 'Bench', '--time-zone', 'Europe/Amsterdam']);
    const { secret } = await product.must<{ secret: string }>(['key', 'create', '--company', 'bench', '--name', 'Till']);
    const server = await product.start(profile ? { flags: ['--cpu-prof', `--cpu-prof-dir=${profile}`] } : {});
    const acknowledged = new Set<string>();
    const post = async (id: string) => {
      await send(agent, `${server.url}/api/v1/responses`, secret, JSON.stringify({ id, ...answer(id) }), 201);
      acknowledged.add(id);
    };
    const health = () => send(agent, `${server.url}/healthz`, null, null, 200);

    await atRate(warmUpSeconds, (n) => post(`warm-${n}`));
    const yardstick = await atRate(yardstickSeconds, health);
    const run = await atRate(seconds, (n) => post(`answer-${n}`));
    const missing = await missingFromLog(product.databaseUrl, acknowledged);
    await end(server);
    for (const error of new Set(run.errors)) console.error(`http intake: ${error}`);

    const p99 = quantile(run.latencies, 0.99);
    return [
      {
        promise: `durable answers over HTTP, ${seconds} s at ${rounded(promisedRate)}/s`,
        figure: `p99 <= ${promisedP99} ms, 0 errors`,
        measured: `${rounded(run.rate)}/s, ${inWords(run)}, ${run.errors.length} errors, ${missing} of ${acknowledged.size} not in the log`,
        yardstick: `GET /healthz ${rounded(yardstick.rate)}/s, ${inWords(yardstick)}`,
        runs: 1,
        kept: run.rate >= 0.99 * promisedRate && p99 <= promisedP99 && run.errors.length === 0 && missing === 0,
      },
    ];
  } finally {
    agent.destroy();
    await product.dispose();
  }
}

const inWords = ({ latencies }: Run): string => {
  const ms = (share: number) => `${quantile(latencies, share).toFixed(1)} ms`;
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, max ${ms(1)}`;
};

/** Open loop: every request has its moment, and one that has to wait for the sender itself counts as late. */
async function atRate(seconds: number, call: (n: number) => Promise<void>): Promise<Run> {
  const total = seconds * promisedRate;
  const latencies: number[] = [];
  const errors: string[] = [];
  const under: Promise<void>[] = [];
  const started = performance.now();
  for (let sent = 0; sent < total; await delay(1)) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * promisedRate));
    for (; sent < due; sent += 1) {
      const moment = started + (sent / promisedRate) * 1_000;
      under.push(
        call(sent).then(
          () => void latencies.push(performance.now() - moment),
          (error: Error) => void errors.push(error.message),
        ),
      );
    }
  }
  await Promise.all(under);
  return { latencies, errors, rate: perSecond(latencies.length, performance.now() - started) };
}

function send(agent: Agent, url: string, key: string | null, body: string | null, expected: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(
      url,
      { agent, method: body === null ? 'GET' : 'POST', headers: key ? { ...headers, authorization: `Bearer ${key}` } : headers },
      (reply) => {
        reply.resume();
        reply.on('error', reject);
        reply.on('end', () => (reply.statusCode === expected ? resolve() : reject(new Error(`status ${reply.statusCode}`))));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const channels = ['store', 'online', 'phone', 'delivery', 'chat'];

/** As a till would send it; two of five with a comment, three of ten with a contact. */
function answer(id: string): object {
  const chance = createHash('sha256').update(id).digest();
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = chance;
  const person = chance.readUInt16BE(8) % 20_000;
  return {
    questionType: 'nps',
    score: a % 11,
    channel: channels[b % channels.length],
    servedBy: `Staff ${chance.readUInt16BE(6) % 300}`,
    attributes: { region_c: `Region ${c % 8}`, store_c: `Store ${d % 60}` },
    ...(e % 5 < 2 ? { comment: `It took ${a} minutes, and then it was fine. Thank you!` } : {}),
    ...(c % 10 < 3 ? { contact: { email: `person${person}@example.com`, name: `Person ${person}`, segment: 'regular' } } : {}),
  };
}

async function missingFromLog(databaseUrl: string, acknowledged: ReadonlySet<string>): Promise<number> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    const { rows } = await db.query<{ id: string }>(
      `select data ->> 'responseId' as id from events where type = 'AnswerRecorded'`,
    );
    const logged = new Set(rows.map(({ id }) => id));
    return [...acknowledged].filter((id) => !logged.has(id)).length + (rows.length - logged.size);
  } finally {
    await db.end();
  }
}

async function end(server: ServerProcess): Promise<void> {
  server.signal('SIGTERM');
  await server.ended();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seconds: { type: 'string' }, profile: { type: 'string' } },
  });
  const seconds = values.minutes ? Number(values.minutes) * 60 : Number(values.seconds ?? 60);
  print(await benchHttpIntake({ seconds, profile: values.profile }));
}
