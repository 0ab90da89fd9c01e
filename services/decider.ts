import type { DomainEvent } from '@frankly/infra/event-store/port';

/** Turns a command into events, given what happened before. Pure: time, ids and chance come in with the command. */
export interface Decider<C, E extends DomainEvent, S> {
  stream(command: C): string;
  initial: S;
  /** No events when nothing has to happen. @throws DomainError when the command is refused. */
  decide(command: C, state: S): E[];
  evolve(state: S, event: E): S;
}
