import { DomainError } from '@frankly/contracts/errors';
import type { userEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Decider } from '../decider.ts';

export type UserEvent = EventsOf<typeof userEvents>;
type UserRegistered = Extract<UserEvent, { type: 'UserRegistered' }>;

export const userStream = (userId: string): string => `user-${userId}`;

/** A person with an account at one company. */
export const user: Decider<UserRegistered['data'], UserEvent, { registered: boolean }> = {
  stream: ({ userId }) => userStream(userId),
  initial: { registered: false },
  decide(details, { registered }) {
    if (registered) throw new DomainError('email_taken');
    return [{ type: 'UserRegistered', data: details }];
  },
  evolve: (state, { type }) => (type === 'UserRegistered' ? { registered: true } : state),
};
