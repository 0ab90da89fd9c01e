import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import { later, type Position, START } from '@frankly/contracts/position';
import type { contactEvents } from '@frankly/contracts/responses';
import type { Decider } from '../decider.ts';
import { handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { linkedSubjects } from './contact-links.ts';
import { type ContactIdentity, contactSubjects } from './contact-subject.ts';

type ContactEvent = EventsOf<typeof contactEvents>;

/** Once forgotten, for ever. */
export const forgetting: Decider<{ subjectId: string; reason: string }, ContactEvent, { forgotten: boolean }> = {
  stream: ({ subjectId }) => subjectId,
  initial: { forgotten: false },
  decide: ({ subjectId, reason }, { forgotten }) =>
    forgotten ? [] : [{ type: 'SubjectForgotten', data: { subjectId, reason } }],
  evolve: () => ({ forgotten: true }),
};

/**
 * Forgets who a contact is and what it wrote, under whatever identifier answers named it together with this one; its scores
 * stay. Keys go first, so that a crash in between leaves nothing readable, and asking again finishes it.
 * @throws DomainError subject_unknown when no identifier is given
 */
export async function forgetContact(
  { pool, keys, store, clock, idSecret }: Platform,
  companyId: CompanyId,
  contact: ContactIdentity,
  reason: string,
  actor: string,
): Promise<{ position: Position; repeated: boolean }> {
  const named = contactSubjects(idSecret, companyId, contact);
  if (named.length === 0) throw new DomainError('subject_unknown');
  const subjects = await linkedSubjects(pool, companyId, named);
  for (const subjectId of subjects) await keys.forget(companyId, subjectId);

  let forgotten = { position: START, repeated: true };
  for (const subjectId of subjects) {
    const { position, repeated } = await handle({ store, clock }, forgetting, { subjectId, reason }, { companyId, actor });
    forgotten = { position: later(forgotten.position, position), repeated: forgotten.repeated && repeated };
  }
  return forgotten;
}
