import type { CompanyId } from '@frankly/contracts/identity';
import { type Position, START } from '@frankly/contracts/position';
import pg from 'pg';
import { isConnectionLoss } from '../postgres/connection-loss.ts';
import { type Checked, type Encoded, type EventCodec, eventId } from './codec.ts';
import { GroupCommit } from './group-commit.ts';
import {
  type Append,
  type Appended,
  type DomainEvent,
  type EventStore,
  type Page,
  type PageRequest,
  RevisionConflict,
  type StoredEvent,
} from './port.ts';

const groupSize = 500;
const streamPage = 1_000;
const anyRevision = -1;
const retries = 20;
const retryPauseMs = 150;
export const eventsChannel = 'frankly_events';

const toPosition = (number: string | number): Position => String(number).padStart(START.length, '0') as Position;
const toNumber = (position: Position): string => BigInt(position).toString();

interface Ready {
  append: Append;
  checked: Checked[];
}

interface Sealed {
  append: Append;
  encoded: Encoded[];
}

type EventRow = [
  position: string,
  origin: string | null,
  companyId: CompanyId,
  stream: string,
  revision: number,
  id: string,
  type: string,
  version: number,
  data: string,
  actor: string,
  correlationId: string,
  causationId: string,
  at: string,
];

/** `origin` costs a look-up only for what is not first in its stream. */
const eventColumns = `e.position,
  case when e.revision > 1 then (select o.position from events o
    where o.company_id = e.company_id and o.stream = e.stream and o.revision = 1) end,
  e.company_id, e.stream, e.revision, e.event_id, e.type, e.version, e.data::text, e.actor, e.correlation_id, e.causation_id,
  (extract(epoch from e.recorded_at) * 1000)::bigint`;

interface OpenableEvent {
  companyId: CompanyId;
  type: string;
  data: Record<string, unknown>;
}

/** The log in PostgreSQL 14 or later: one table, one lock, one statement per group of appends. */
export class PostgresEventStore implements EventStore {
  readonly #pool: pg.Pool;
  readonly #codec: EventCodec;
  readonly #appends: GroupCommit<Ready, Appended>;
  readonly #listeners = new Set<(position: Position) => void>();
  #listening: Promise<pg.Client> | null = null;
  #closed = false;

  constructor(pool: pg.Pool, codec: EventCodec) {
    this.#pool = pool;
    this.#codec = codec;
    this.#appends = new GroupCommit((group) => this.#commit(group), { most: groupSize, parallel: 2, names: namesOf });
  }

  async append(append: Append): Promise<Appended> {
    return this.#appends.add(this.#check(append));
  }

  async appendAll(appends: readonly Append[]): Promise<(Appended | RevisionConflict)[]> {
    const ready = appends.map((append) => this.#check(append));
    return Promise.all(
      ready.map((one) =>
        this.#appends.add(one).catch((error: unknown) => {
          if (error instanceof RevisionConflict) return error;
          throw error;
        }),
      ),
    );
  }

  async readStream<E extends DomainEvent>(companyId: CompanyId, stream: string): Promise<StoredEvent<E>[]> {
    const events: StoredEvent[] = [];
    const upTo = await this.head();
    for (let after = START; after < upTo; ) {
      const page = await this.readPage({ after, upTo, limit: streamPage, companyId, stream, open: true });
      events.push(...page.events);
      after = page.through;
    }
    return events as StoredEvent<E>[];
  }

  async readPage({ after, limit, upTo, types, companyId, stream, open }: PageRequest): Promise<Page> {
    const head = upTo ?? (await this.head());
    if (head <= after) return { events: [], through: after };
    const values: unknown[] = [toNumber(after), toNumber(head), limit];
    const conditions = ['e.position > $1', 'e.position <= $2'];
    if (companyId) conditions.push(`e.company_id = $${values.push(companyId)}`);
    if (stream) conditions.push(`e.stream = $${values.push(stream)}`);
    if (types) conditions.push(`e.type = any ($${values.push(types)}::text[])`);
    const { rows } = await this.#pool.query<EventRow>({
      text: `select ${eventColumns} from events e where ${conditions.join(' and ')} order by e.position limit $3`,
      values,
      rowMode: 'array',
    });
    const events = rows.map((row) => this.#decode(row));
    if (open) await this.#codec.open(events as OpenableEvent[]);
    return { events, through: events.length < limit ? head : events.at(-1)!.position };
  }

  async head(): Promise<Position> {
    const { rows } = await this.#pool.query<{ head: string }>({
      name: 'events-head',
      text: 'select coalesce(max(position), 0) as head from events',
    });
    return toPosition(rows[0]!.head);
  }

  onAppended(listener: (position: Position) => void): () => void {
    this.#listeners.add(listener);
    this.#listening ??= this.#listen();
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#appends.drain();
    const client = await this.#listening?.catch(() => null);
    await client?.end();
  }

  #check(append: Append): Ready {
    if (append.events.length === 0) throw new Error(`${append.stream}: an append needs at least one event`);
    return { append, checked: append.events.map((event) => this.#codec.check(append.companyId, event)) };
  }

  async #commit(group: readonly Ready[]): Promise<(Appended | Error)[]> {
    const encoded = await this.#codec.seal(group.flatMap((ready) => ready.checked));
    const sealed: Sealed[] = [];
    const outcomes = new Map<Ready, Error>();
    let next = 0;
    for (const ready of group) {
      const own = encoded.slice(next, (next += ready.checked.length));
      const failure = own.find((one) => one instanceof Error);
      if (failure) outcomes.set(ready, failure as Error);
      else sealed.push({ append: ready.append, encoded: own as Encoded[] });
    }
    const committed = await this.#insert(sealed);
    let at = 0;
    return group.map((ready) => outcomes.get(ready) ?? committed[at++]!);
  }

  /**
   * A lost connection leaves the outcome open, so the same statement is sent again: event ids make that harmless. Any other
   * failure is tried again in halves, so that one bad append fails alone.
   */
  async #insert(appends: readonly Sealed[], patience = retries): Promise<(Appended | Error)[]> {
    if (appends.length === 0) return [];
    try {
      return await this.#statement(appends);
    } catch (error) {
      if (isConnectionLoss(error)) {
        if (patience === 0 || this.#closed) return appends.map(() => error as Error);
        await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
        return this.#insert(appends, patience - 1);
      }
      if (appends.length === 1) return [error as Error];
      const half = appends.length >> 1;
      return [...(await this.#insert(appends.slice(0, half))), ...(await this.#insert(appends.slice(half)))];
    }
  }

  async #statement(appends: readonly Sealed[]): Promise<(Appended | RevisionConflict)[]> {
    const events = appends.flatMap(({ append, encoded }, index) =>
      encoded.map((one, n) => ({ append: index + 1, nth: n + 1, id: eventId(append.commandId, n), ...one })),
    );
    let place = 0;
    const lasts = appends.map(({ encoded }) => (place += encoded.length));
    const { rows } = await this.#pool.query<{ append: number; verdict: string; revision: number; position: string }>({
      name: 'append-events',
      text: 'select * from append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)',
      values: [
        appends.map(({ append }) => append.companyId),
        appends.map(({ append }) => append.stream),
        appends.map(({ append }) => (append.expected === 'any' ? anyRevision : append.expected)),
        appends.map(({ encoded }) => encoded.length),
        lasts,
        lasts.map((last, index) => events[last - appends[index]!.encoded.length]!.id),
        lasts.map((last) => events[last - 1]!.id),
        appends.map(({ append }) => append.metadata.actor),
        appends.map(({ append }) => append.metadata.correlationId),
        appends.map(({ append }) => append.metadata.causationId),
        appends.map(({ append }) => append.metadata.at.toISOString()),
        events.map((event) => event.append),
        events.map((event) => event.nth),
        events.map((event) => event.id),
        events.map((event) => event.type),
        events.map((event) => event.version),
        events.map((event) => event.json),
      ],
    });
    const outcomes: (Appended | RevisionConflict)[] = [];
    let newest = START;
    for (const row of rows) {
      const { append } = appends[row.append - 1]!;
      if (row.verdict === 'conflict') {
        outcomes[row.append - 1] = new RevisionConflict(append.stream, append.expected, row.revision);
        continue;
      }
      const position = toPosition(row.position);
      if (row.verdict === 'appended' && position > newest) newest = position;
      outcomes[row.append - 1] = { position, revision: row.revision, repeated: row.verdict === 'repeated' };
    }
    if (newest > START) this.#announce(newest);
    return outcomes;
  }

  #decode([
    position,
    origin,
    companyId,
    stream,
    revision,
    id,
    type,
    version,
    data,
    actor,
    correlationId,
    causationId,
    at,
  ]: EventRow): StoredEvent {
    const place = toPosition(position);
    return {
      position: place,
      origin: origin === null ? place : toPosition(origin),
      companyId,
      stream,
      revision,
      id,
      type,
      data: this.#codec.upcast(type, version, JSON.parse(data) as Record<string, unknown>),
      metadata: { actor, correlationId, causationId, at: new Date(Number(at)) },
    };
  }

  #announce(position: Position): void {
    for (const listener of this.#listeners) listener(position);
  }

  async #listen(): Promise<pg.Client> {
    const client = new pg.Client(this.#pool.options);
    client.on('notification', ({ payload }) => payload && this.#announce(toPosition(payload)));
    client.on('error', () => {
      if (!this.#closed) this.#listening = this.#listenAgain();
    });
    await client.connect();
    await client.query(`listen ${eventsChannel}`);
    return client;
  }

  async #listenAgain(): Promise<pg.Client> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      try {
        const client = await this.#listen();
        this.#announce(await this.head());
        return client;
      } catch (error) {
        if (this.#closed) throw error;
      }
    }
  }
}

const namesOf = ({ append }: Ready): string[] => [
  `${append.companyId}/${append.stream}`,
  `${append.companyId}#${append.commandId}`,
];
