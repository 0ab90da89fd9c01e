import type { DomainEvent, StoredEvent } from '@frankly/infra/event-store/port';
import type { PoolClient } from 'pg';

/** A table of a read model. Its real name is `<name>_<version>`, and `<name>_<version>_next` while it is being built. */
export interface TableDefinition {
  name: string;
  /** The column list of `create table`. */
  columns: string;
  /** Primary key; also the order in which rows are hashed. */
  key: readonly string[];
  /** Columns of further indexes, made after a rebuild has filled the table. */
  indexes?: readonly string[];
}

/** Table name of the definition -> name of the real table in this run. */
export type Tables = Readonly<Record<string, string>>;

/** One filling of the tables. It may keep what it loaded, because nobody else writes them while it is in charge. */
export interface Run {
  /** Folds the events, in log order, and writes the rows that result: all in the caller's transaction. */
  apply(db: PoolClient, events: readonly StoredEvent[]): Promise<void>;
}

export interface Projection {
  name: string;
  /** Bump it when rows would come out differently: the engine fills the new tables beside the live ones, then swaps. */
  version: number;
  /** The event types it folds. */
  events: readonly string[];
  tables: readonly TableDefinition[];
  /** It needs personal fields opened. */
  opens?: boolean;
  begin(tables: Tables): Run;
}

/** An event that cannot be folded. The engine parks its stream and goes on; a rebuild stops. */
export class PoisonEvent extends Error {
  override name = 'PoisonEvent';
  constructor(
    readonly event: StoredEvent<DomainEvent>,
    override readonly cause: unknown,
  ) {
    super(`${event.type} at ${event.position} in ${event.stream}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
