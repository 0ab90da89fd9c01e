import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@frankly/services/demo/chance';
import { makeAnswer, makeChange } from './answers.ts';
import type { Ledger, LedgerEntry, SentAnswer, SentChange } from './ledger.ts';

export interface LoadCompany {
  slug: string;
  companyId: string;
  key: string;
  survey: string;
}

const attemptMs = 60_000;
const givesUpMs = 180_000;
/** Of all deliveries, how many come twice at once. */
const duplicates = 0.1;
const batchOf = 12;

export interface LoadCounts {
  deliveries: number;
  duplicated: number;
  retried: number;
  unknown: number;
}

/**
 * Clients that send answers of every kind, and go on through every outage: what is not acknowledged is sent again with the
 * same id until it is. Each answer has one client, so that what it says in the end is known.
 */
export class Load {
  readonly counts: LoadCounts = { deliveries: 0, duplicated: 0, retried: 0, unknown: 0 };
  /** Where to send; any of them is as good. */
  urls: string[] = [];
  readonly #ledger: Ledger;
  readonly #companies: readonly LoadCompany[];
  readonly #chance: Chance;
  readonly #numbers = new Map<string, number>();
  #turn = 0;
  #stopping = false;
  #clients: Promise<void>[] = [];

  constructor(ledger: Ledger, companies: readonly LoadCompany[], chance: Chance) {
    this.#ledger = ledger;
    this.#companies = companies;
    this.#chance = chance;
  }

  start({ clients, pauseMs }: { clients: number; pauseMs: number }): void {
    this.#stopping = false;
    this.#clients = Array.from({ length: clients }, async () => {
      const own: LedgerEntry[] = [];
      while (!this.#stopping) {
        await this.#act(own);
        await delay(pauseMs * 2 * this.#chance.next());
      }
    });
  }

  /** Everything that was sent is acknowledged by then, or given up. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#clients);
  }

  async #act(own: LedgerEntry[]): Promise<void> {
    const action = this.#chance.weighted([
      [() => this.#single(own), 10],
      [() => this.#batch(own), 1],
      [() => this.#page(own), 3],
      [() => this.#change(own), 4],
      [() => this.#again(own), 1],
    ]);
    await action();
  }

  #enter(door: LedgerEntry['door'], company: LoadCompany): LedgerEntry {
    const id = `${door}-${this.#number(`${company.slug}/${door}`)}`;
    return this.#ledger.enter({ company: company.slug, id, door, answer: makeAnswer(this.#chance, door, company.slug, id) });
  }

  /** Each company counts for itself, so that two of them use the same ids. */
  #number(counter: string): number {
    const next = (this.#numbers.get(counter) ?? 0) + 1;
    this.#numbers.set(counter, next);
    return next;
  }

  #next(): LoadCompany {
    this.#turn += 1;
    return this.#companies[this.#turn % this.#companies.length]!;
  }

  async #single(own: LedgerEntry[]): Promise<void> {
    const company = this.#next();
    const entry = this.#enter('single', company);
    const reply = await this.#deliver(() => this.#post(company, '/api/v1/responses', bodyOf(entry)), [200, 201]);
    if (!reply) return;
    acknowledge(entry, ((await reply.json()) as { position: string }).position);
    own.push(entry);
  }

  async #batch(own: LedgerEntry[]): Promise<void> {
    const company = this.#next();
    const entries = Array.from({ length: batchOf }, () => this.#enter('batch', company));
    const send = () => this.#post(company, '/api/v1/responses/batch', entries.map(bodyOf));
    const reply = await this.#deliver(send, [200]);
    if (!reply) return;
    const { results } = (await reply.json()) as { results: { id: string; status: number; position: string }[] };
    for (const [index, entry] of entries.entries()) {
      const result = results[index];
      if (result?.id === entry.id && (result.status === 200 || result.status === 201)) {
        acknowledge(entry, result.position);
        own.push(entry);
      } else this.#ledger.surprises.push(`line ${index} of a batch: ${JSON.stringify(result)}`);
    }
  }

  async #page(own: LedgerEntry[]): Promise<void> {
    const company = this.#next();
    const entry = this.#enter('page', company);
    if (!(await this.#deliver(() => this.#form(company, entry, entry.answer), [303]))) return;
    entry.acknowledged = true;
    own.push(entry);
  }

  async #change(own: LedgerEntry[]): Promise<void> {
    if (own.length === 0) return;
    const at = Math.floor(this.#chance.next() * own.length);
    const entry = own[at]!;
    const company = this.#companies.find(({ slug }) => slug === entry.company)!;
    const change = makeChange(this.#chance, entry, this.#number('change'));
    entry.changes.push(change);
    // A void is the last that happens to an answer.
    if (change.kind === 'void') own.splice(at, 1);
    const send =
      entry.door === 'page'
        ? () => this.#form(company, entry, { ...entry.answer, ...given(change) })
        : () => this.#post(company, `/api/v1/responses/${entry.id}/${change.kind}`, { ...given(change), reason: change.reason });
    if (await this.#deliver(send, entry.door === 'page' ? [303] : [200])) change.acknowledged = true;
    else if (change.kind === 'correct') own.splice(own.indexOf(entry), 1);
  }

  /** An answer that was acknowledged long ago comes once more: the reply is the first one. */
  async #again(own: LedgerEntry[]): Promise<void> {
    const entry = own.length > 0 ? this.#chance.pick(own) : undefined;
    if (!entry || entry.door === 'page') return;
    const company = this.#companies.find(({ slug }) => slug === entry.company)!;
    const reply = await this.#deliver(() => this.#post(company, '/api/v1/responses', bodyOf(entry)), [200]);
    const position = reply && ((await reply.json()) as { position: string }).position;
    this.counts.duplicated += 1;
    if (position && position !== entry.position)
      this.#ledger.surprises.push(`${entry.id} was answered ${entry.position}, and sent again ${position}`);
  }

  /** Sends until there is an answer; null when it was given up, and then nobody knows. */
  async #deliver(send: () => Promise<Response>, expected: readonly number[]): Promise<Response | null> {
    const twice = this.#chance.happens(duplicates);
    this.counts.deliveries += 1;
    if (twice) this.counts.duplicated += 1;
    const [reply] = await Promise.all([this.#persist(send, expected), twice ? this.#persist(send, expected) : null]);
    return reply;
  }

  async #persist(send: () => Promise<Response>, expected: readonly number[]): Promise<Response | null> {
    for (const deadline = Date.now() + givesUpMs; Date.now() < deadline; this.counts.retried += 1) {
      const reply = await send().catch(() => null);
      if (reply && expected.includes(reply.status)) return reply;
      if (reply && reply.status !== 503) {
        this.#ledger.surprises.push(`${reply.status} from ${reply.url}: ${(await reply.text()).slice(0, 300)}`);
        return null;
      }
      await delay(50 + 250 * this.#chance.next());
    }
    this.counts.unknown += 1;
    return null;
  }

  #post(company: LoadCompany, path: string, body: unknown): Promise<Response> {
    const headers = { authorization: `Bearer ${company.key}`, 'content-type': 'application/json' };
    return this.#fetch(path, { headers, body: JSON.stringify(body) });
  }

  #form(company: LoadCompany, { id }: LedgerEntry, { score, comment }: SentAnswer): Promise<Response> {
    // 22 characters that the same visit sends again.
    const token = `${company.slug}-${id}`.padEnd(22, '_').slice(0, 22);
    return this.#fetch(`/s/${company.survey}`, {
      body: new URLSearchParams({ token, score: String(score), comment: comment ?? '', visit_c: id }),
    });
  }

  async #fetch(path: string, request: RequestInit): Promise<Response> {
    const url = this.#chance.pick(this.urls) + path;
    const reply = await fetch(url, { ...request, method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(attemptMs) });
    // Whole or not at all: a reply that breaks off acknowledges nothing.
    return new Response([101, 204, 205, 304].includes(reply.status) ? null : await reply.arrayBuffer(), reply);
  }
}

const given = ({ score, comment }: SentChange) => ({
  ...(score === undefined ? {} : { score }),
  ...(comment === undefined ? {} : { comment }),
});

const bodyOf = ({ id, answer }: LedgerEntry): object => ({ id, ...answer });

function acknowledge(entry: LedgerEntry, position: string): void {
  entry.acknowledged = true;
  entry.position = position;
}
