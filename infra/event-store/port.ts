import type { CompanyId } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';

/** Who did it, when, and what it belongs to. On every event. */
export interface Metadata {
  /** `user:<id>`, `key:<id>`, `import:<name>`, `page:<survey>`, `cli:<account>` or `system`. */
  actor: string;
  correlationId: string;
  /** The event or command that led to this one. */
  causationId: string;
  at: Date;
}

export interface DomainEvent {
  type: string;
  data: object;
}

/** Revision the stream must have: how many events it holds, 0 for a new one; `any` does not ask. */
export type Expected = number | 'any';

export interface Append<E extends DomainEvent = DomainEvent> {
  companyId: CompanyId;
  stream: string;
  expected: Expected;
  /** Event ids are derived from it, so the same command twice is one set of events. */
  commandId: string;
  events: readonly E[];
  metadata: Metadata;
}

export interface Appended {
  /** Of the last event. */
  position: Position;
  revision: number;
  /** The same command had been appended before; nothing was added now. */
  repeated: boolean;
}

export interface StoredEvent<E extends DomainEvent = DomainEvent> {
  position: Position;
  /** Where the stream's first event stands. */
  origin: Position;
  companyId: CompanyId;
  stream: string;
  /** Counted from 1 inside the stream. */
  revision: number;
  id: string;
  type: E['type'];
  data: E['data'];
  metadata: Metadata;
}

export interface PageRequest {
  after: Position;
  limit: number;
  /** Read no further than this. */
  upTo?: Position;
  /** Only these event types; the page still says how far it looked. */
  types?: readonly string[];
  companyId?: CompanyId;
  stream?: string;
  /** Open sealed personal fields. Without it they stay sealed, which is much faster. */
  open?: boolean;
}

export interface Page {
  events: StoredEvent[];
  /** Everything up to here was looked at: the place to go on from. */
  through: Position;
}

/** The stream was not at the revision that the append expected. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict';
  constructor(
    readonly stream: string,
    readonly expected: Expected,
    readonly actual: number,
  ) {
    super(`${stream} is at revision ${actual}, not ${expected}`);
  }
}

/**
 * The log. Appends are durable when they resolve; a reader that goes on from `through` never skips an event, however
 * the appends before it were delayed or rolled back.
 */
export interface EventStore {
  /** @throws RevisionConflict when the stream is elsewhere; nothing is appended then. */
  append(append: Append): Promise<Appended>;
  /** Many appends in as few round trips as possible; each has its own outcome. Appends to one stream keep their order. */
  appendAll(appends: readonly Append[]): Promise<(Appended | RevisionConflict)[]>;
  /** Oldest first, personal fields opened. Empty when the stream does not exist. */
  readStream<E extends DomainEvent>(companyId: CompanyId, stream: string): Promise<StoredEvent<E>[]>;
  readPage(request: PageRequest): Promise<Page>;
  head(): Promise<Position>;
  /** Called after every append here and, by notification, elsewhere. Returns the way to stop. */
  onAppended(listener: (position: Position) => void): () => void;
  close(): Promise<void>;
}
