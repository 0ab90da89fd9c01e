import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import { user, type UserEvent, type UserState, userStream } from '../identity/user.ts';
import type { Platform } from '../platform.ts';

const plainId = /^[\w-]{1,100}$/;

/** As the log has it, not as read models had it a moment ago. @throws DomainError user_unknown */
export async function personNow({ store }: Pick<Platform, 'store'>, companyId: CompanyId, userId: string): Promise<UserState> {
  const history = plainId.test(userId) ? await store.readStream<UserEvent>(companyId, userStream(userId)) : [];
  const state = history.reduce((folded, { type, data }) => user.evolve(folded, { type, data } as UserEvent), user.initial);
  if (state.status === 'none') throw new DomainError('user_unknown');
  return state;
}
