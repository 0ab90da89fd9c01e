import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { securityEvents } from '@frankly/contracts/security';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type DomainEvent = Extract<EventsOf<typeof securityEvents>, { type: 'DomainAdded' | 'DomainVerified' | 'DomainRemoved' }>;
type Row = { domain: string; token: string; verified: boolean };

/** Mail domains that a company says are its own, and whether that is proven. */
export const companyDomains = rowProjection<DomainEvent, Row>({
  name: 'company_domains',
  version: 1,
  events: ['DomainAdded', 'DomainVerified', 'DomainRemoved'],
  columns: { domain: 'text not null', token: 'text not null', verified: 'boolean not null' },
  key: ['domain'],
  keyOf: ({ data }) => [data.domain],
  evolve(row, { type, data }) {
    switch (type) {
      case 'DomainAdded':
        return { domain: data.domain, token: (data as { token: string }).token, verified: false };
      case 'DomainVerified':
        return row && { ...row, verified: true };
      default:
        return null;
    }
  },
});

export const domainsOf = (db: ReadDb, companyId: CompanyId): Promise<Row[]> =>
  db.query<Row>(`select domain, token, verified from ${db.table('company_domains')} where company_id = $1 order by domain`, [
    companyId,
  ]);

/** The part of an address by which a company knows its own; never that of a domain above or below it. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();

export async function hasVerifiedDomain(db: ReadDb, companyId: CompanyId, email: string): Promise<boolean> {
  const found = await db.query<{ domain: string }>(
    `select domain from ${db.table('company_domains')} where company_id = $1 and domain = $2 and verified`,
    [companyId, domainOf(email)],
  );
  return found.length > 0;
}
