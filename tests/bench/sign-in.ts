import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompanyId } from '@frankly/contracts/identity';
import { createLog } from '@frankly/infra/logging/log';
import { registerUser } from '@frankly/services/identity/accounts';
import { hashPassword, passwordFits } from '@frankly/services/identity/passwords';
import { type OpenPlatform, openPlatform } from '@frankly/services/open-platform';
import { readSettings } from '@frankly/services/settings';
import { RunningProduct } from '../kit/running-product.ts';
import { answerAppend } from './bench-platform.ts';
import { median, perSecond, quantile, type Row, rounded } from './measured.ts';

const promisedRate = 40;
const promisedSlowdown = 2;
const accounts = 100;
const answers = 5_000;
/** Calls of other routes, a second. */
const otherRate = 40;
const runs = 3;
const seconds = 15;
const pairs = 500;
/** An attacker who guesses right this often, or less, guesses. */
const telling = 0.56;

interface Person {
  email: string;
  password: string;
}
interface Reply {
  status: number;
  ms: number;
  cookie: string;
  body: string;
}
type Send = (method: 'GET' | 'POST', path: string, body?: object, cookie?: string) => Promise<Reply>;

/** Signing in over HTTP on the real server, what it costs everybody else, and whether its time tells who has an account. */
export async function benchSignIn(): Promise<Row[]> {
  const product = await RunningProduct.create();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    await product.must(['company', 'create', '--slug', 'bench', '--name', 'Bench', '--time-zone', 'Europe/Amsterdam']);
    const server = await product.start();
    const { secrets } = readSettings({ FRANKLY_DATA: product.dataDir, FRANKLY_DEMO: '0' });
    const platform = await openPlatform({ databaseUrl: product.databaseUrl, secrets, log: createLog({ level: 'error' }) });
    try {
      const send = sender(agent, server.url);
      const people = await populate(platform);
      // What a server does in its first seconds is not what it does.
      for (const person of people.slice(0, 20)) await signIn(send, person);
      return [...(await throughput(send, people)), ...(await enumeration(send, platform, people))];
    } finally {
      await platform.close();
      server.signal('SIGTERM');
      await server.ended();
    }
  } finally {
    agent.destroy();
    await product.dispose();
  }
}

async function populate(platform: OpenPlatform): Promise<Person[]> {
  const { rows } = await platform.pool.query<{ company_id: CompanyId }>('select company_id from events limit 1');
  const companyId = rows[0]!.company_id;
  const people: Person[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const person = { email: `person${n}@bench.example`, password: randomBytes(12).toString('base64url') };
    const role = { roleType: 'head_office', role: 'Head office' } as const;
    await registerUser(platform, companyId, { ...person, ...role, name: `Person ${n}` }, 'system');
    people.push(person);
  }
  await Promise.all(Array.from({ length: answers }, (_, n) => platform.store.append(answerAppend(companyId, n))));
  const names = (await platform.engine.status()).map(({ projection }) => projection);
  if (!(await platform.progress.waitFor(names, await platform.store.head(), 120_000))) throw new Error('nothing is projected');
  return people;
}

async function throughput(send: Send, people: readonly Person[]): Promise<Row[]> {
  const bare: number[] = [];
  const rates: number[] = [];
  const slowdowns = { me: [] as number[], query: [] as number[] };
  const told: string[] = [];
  const cookie = await signIn(send, people[0]!);
  for (let run = 0; run < runs; run += 1) {
    bare.push(await bareVerifies());
    rates.push(await asFastAsPossible(send, people));
    const idle = await others(send, cookie);
    const [busy, paced] = await Promise.all([
      others(send, cookie),
      atRate(promisedRate, (n) => signIn(send, people[n % accounts]!)),
    ]);
    slowdowns.me.push(p99(busy.me) / p99(idle.me));
    slowdowns.query.push(p99(busy.query) / p99(idle.query));
    told.push(
      `GET /me ${inWords(idle.me)} -> ${inWords(busy.me)}; POST /api/v1/query ${inWords(idle.query)} -> ${inWords(busy.query)}; ` +
        `sign-ins meanwhile ${inWords(paced)}`,
    );
  }
  for (const [run, words] of told.entries()) console.error(`sign-in, run ${run + 1}: ${words}`);
  const beside = `bare argon2id ${rounded(median(bare))}/s, two at a time`;
  const slowdown = Math.max(median(slowdowns.me), median(slowdowns.query));
  return [
    {
      promise: `sign-ins over HTTP, ${accounts} accounts, 16 callers`,
      figure: `>= ${promisedRate}/s`,
      measured: `${median(rates).toFixed(1)}/s (${rates.map((rate) => rate.toFixed(1)).join(', ')})`,
      yardstick: beside,
      runs,
      kept: median(rates) >= promisedRate,
    },
    {
      promise: `p99 of other routes while ${promisedRate} sign in a second`,
      figure: `<= ${promisedSlowdown} x idle`,
      measured: `GET /me ${median(slowdowns.me).toFixed(2)} x, POST /api/v1/query ${median(slowdowns.query).toFixed(2)} x`,
      yardstick: `${otherRate}/s of each, for ${seconds} s idle and ${seconds} s meanwhile`,
      runs,
      kept: slowdown <= promisedSlowdown,
    },
  ];
}

/** Whether the time of a refusal tells an address with an account from one without. */
async function enumeration(send: Send, platform: OpenPlatform, people: readonly Person[]): Promise<Row[]> {
  const wrong = (email: string) => async () => {
    const { status, ms } = await send('POST', '/ajax/login', { email, password: 'not the password' });
    if (status !== 401) throw new Error(`a wrong password was answered ${status}`);
    return ms;
  };
  const reset = (email: string) => async () => {
    const { status, ms } = await send('POST', '/ajax/password', { email });
    if (status !== 200) throw new Error(`a request for a new password was answered ${status}`);
    return ms;
  };
  const rows: Row[] = [];
  for (const [path, call] of [
    ['POST /ajax/login', wrong],
    ['POST /ajax/password', reset],
  ] as const) {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      // Nobody is to be throttled here; guessing has tests of its own.
      await platform.pool.query('delete from attempts');
      const ofKnown = call(people[pair % accounts]!.email);
      const ofUnknown = call(`nobody${pair}@bench.example`);
      // What a call leaves behind is over before the next one, and each kind is as often the first.
      const [first, second] = pair % 2 === 0 ? [ofKnown, ofUnknown] : [ofUnknown, ofKnown];
      const times = [await first(), (await delay(10), await second())] as const;
      known.push(times[pair % 2 === 0 ? 0 : 1]);
      unknown.push(times[pair % 2 === 0 ? 1 : 0]);
      await delay(10);
    }
    const { auc, p } = mannWhitney(known, unknown);
    rows.push({
      promise: `${path}: time does not tell who has an account`,
      figure: `chance of telling them apart <= ${telling}`,
      measured: `AUC ${auc.toFixed(3)}, p ${p.toFixed(3)}; medians ${median(known).toFixed(2)} and ${median(unknown).toFixed(2)} ms`,
      yardstick: `${pairs} of each, interleaved`,
      runs: 1,
      kept: Math.max(auc, 1 - auc) <= telling,
    });
  }
  return rows;
}

/** AUC: how often one of the first is larger than one of the second; 0.5 when nothing tells them apart. Two-sided p by the normal approximation. */
export function mannWhitney(one: readonly number[], other: readonly number[]): { auc: number; p: number } {
  const ranked = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))].toSorted(
    (a, b) => a.value - b.value,
  );
  let rankSum = 0;
  for (let from = 0; from < ranked.length; ) {
    let to = from;
    while (to < ranked.length && ranked[to]!.value === ranked[from]!.value) to += 1;
    // Equal values share the mean of their ranks, which count from 1.
    const rank = (from + to + 1) / 2;
    rankSum += rank * ranked.slice(from, to).filter(({ first }) => first).length;
    from = to;
  }
  const [n, m] = [one.length, other.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return { auc: u / (n * m), p: 2 * (1 - normal(z)) };
}

/** The standard normal distribution, after Abramowitz and Stegun 26.2.17. */
function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const tail = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

/** What the hash alone allows on this machine, by two threads. */
async function bareVerifies(): Promise<number> {
  const stored = await hashPassword('a password like any other');
  const started = performance.now();
  let count = 0;
  const worker = async () => {
    while (performance.now() - started < 3_000) {
      if (!(await passwordFits('a password like any other', stored))) throw new Error('the hash does not fit');
      count += 1;
    }
  };
  await Promise.all([worker(), worker()]);
  return perSecond(count, performance.now() - started);
}

async function signIn(send: Send, { email, password }: Person): Promise<string> {
  const { status, cookie, body } = await send('POST', '/ajax/login', { email, password });
  if (status !== 200 || body !== '{"redirect":"/"}') throw new Error(`a sign-in was answered ${status} ${body}`);
  return cookie;
}

async function asFastAsPossible(send: Send, people: readonly Person[]): Promise<number> {
  const started = performance.now();
  let count = 0;
  let next = 0;
  const caller = async () => {
    while (performance.now() - started < seconds * 1_000) {
      next += 1;
      await signIn(send, people[next % accounts]!);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return perSecond(count, performance.now() - started);
}

/** Both other routes at a steady rate: milliseconds from the moment each call was due. */
async function others(send: Send, cookie: string): Promise<{ me: number[]; query: number[] }> {
  const expectOk = ({ status, body }: Reply) => {
    if (status !== 200) throw new Error(`another route was answered ${status} ${body}`);
  };
  const query = { measure: 'summary', questionType: 'nps', time: { unit: 'year', value: 3 } };
  const [me, asked] = await Promise.all([
    atRate(otherRate, async () => expectOk(await send('GET', '/me', undefined, cookie))),
    atRate(otherRate, async () => expectOk(await send('POST', '/api/v1/query', query, cookie))),
  ]);
  return { me, query: asked };
}

/** Open loop: every call has its moment, whether or not the ones before were answered. */
async function atRate(rate: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = [];
  const under: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = started + (n / rate) * 1_000;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    const began = Math.max(due, performance.now() - 1);
    under.push(call(n).then(() => void latencies.push(performance.now() - began)));
  }
  await Promise.all(under);
  return latencies;
}

const p99 = (latencies: readonly number[]): number => quantile(latencies, 0.99);
const inWords = (latencies: readonly number[]): string =>
  `p50 ${median(latencies).toFixed(1)} ms, p99 ${p99(latencies).toFixed(1)} ms`;

const sender =
  (agent: Agent, base: string): Send =>
  (method, path, body, cookie) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(cookie ? { cookie } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      };
      const started = performance.now();
      const sent = request(base + path, { agent, method, headers }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            ms: performance.now() - started,
            cookie: (reply.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '),
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on('error', reject);
      sent.end(payload);
    });
