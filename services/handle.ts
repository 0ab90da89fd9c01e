import { randomUUID } from 'node:crypto';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import { START, type Position } from '@frankly/contracts/position';
import { type DomainEvent, type EventStore, type Metadata, RevisionConflict } from '@frankly/infra/event-store/port';
import type { Clock } from '@frankly/infra/clock/clock';
import type { Decider } from './decider.ts';

export interface CommandContext {
  companyId: CompanyId;
  actor: string;
  correlationId?: string;
  /** Name it when the command may be sent twice: the second time appends nothing and answers like the first. */
  commandId?: string;
  /** Try first as if the stream were new, without loading it. */
  assumeNew?: boolean;
}

export interface Handled<E extends DomainEvent> {
  /** Of the last event that the command led to, now or before; of the stream when nothing had to happen. */
  position: Position;
  revision: number;
  /** Nothing was added now. */
  repeated: boolean;
  events: E[];
}

/** After so many conflicts somebody else is changing the stream all the time. */
const redecisions = 3;

/** Metadata of the events that a command leads to. */
export const commandMetadata = (
  clock: Clock,
  { actor, correlationId = randomUUID() }: Pick<CommandContext, 'actor' | 'correlationId'>,
  commandId: string,
): Metadata => ({ actor, correlationId, causationId: commandId, at: clock.now() });

/** Loads, folds, decides and appends; decides again when the stream moved meanwhile. @throws DomainError */
export async function handle<C, E extends DomainEvent, S>(
  { store, clock }: { store: EventStore; clock: Clock },
  decider: Decider<C, E, S>,
  command: C,
  context: CommandContext,
): Promise<Handled<E>> {
  const { companyId, commandId = randomUUID(), assumeNew } = context;
  const stream = decider.stream(command);
  const metadata = commandMetadata(clock, context, commandId);

  for (let attempt = 0; attempt <= redecisions; attempt++) {
    const before = assumeNew && attempt === 0 ? [] : await store.readStream<E>(companyId, stream);
    const earlier = before.filter((event) => event.metadata.causationId === commandId).at(-1);
    if (earlier) return { position: earlier.position, revision: earlier.revision, repeated: true, events: [] };

    const state = before.reduce(
      (folded, event) => decider.evolve(folded, { type: event.type, data: event.data } as E),
      decider.initial,
    );
    const events = decider.decide(command, state);
    if (events.length === 0) {
      return { position: before.at(-1)?.position ?? START, revision: before.length, repeated: true, events };
    }
    try {
      return { ...(await store.append({ companyId, stream, expected: before.length, commandId, events, metadata })), events };
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
  throw new DomainError('revision_conflict');
}
