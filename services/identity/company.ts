import { DomainError } from '@frankly/contracts/errors';
import type { companyEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Decider } from '../decider.ts';

export type CompanyEvent = EventsOf<typeof companyEvents>;
type CompanyRegistered = Extract<CompanyEvent, { type: 'CompanyRegistered' }>;

export const companyStream = (companyId: string): string => `company-${companyId}`;

/** A company is registered once. Its id derives from its slug, so the stream itself keeps slugs unique. */
export const company: Decider<CompanyRegistered['data'], CompanyEvent, { registered: boolean }> = {
  stream: ({ companyId }) => companyStream(companyId),
  initial: { registered: false },
  decide(details, { registered }) {
    if (registered) throw new DomainError('company_exists');
    return [{ type: 'CompanyRegistered', data: details }];
  },
  evolve: (state, { type }) => (type === 'CompanyRegistered' ? { registered: true } : state),
};
