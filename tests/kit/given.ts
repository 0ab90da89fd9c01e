import { DomainError, type ProblemCode } from '@frankly/contracts/errors';
import type { DomainEvent } from '@frankly/infra/event-store/port';
import type { Decider } from '@frankly/services/decider';
import { expect } from 'vitest';

/** A rule in three parts: what happened, what is asked, what comes of it. */
export const given = <C, E extends DomainEvent, S>(decider: Decider<C, E, S>, ...history: E[]) => ({
  when(command: C) {
    const decide = () => decider.decide(command, history.reduce(decider.evolve, decider.initial));
    return {
      then: (...events: E[]) => expect(decide()).toEqual(events),
      refuses(code: ProblemCode) {
        let refusal: unknown;
        try {
          decide();
        } catch (error) {
          refusal = error;
        }
        expect(refusal).toBeInstanceOf(DomainError);
        expect((refusal as DomainError).code).toBe(code);
        return refusal as DomainError;
      },
    };
  },
});
