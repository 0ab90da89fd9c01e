import type { CompanyId, companyEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type CompanyRegistered = Extract<EventsOf<typeof companyEvents>, { type: 'CompanyRegistered' }>;
type Row = { slug: string; name: string; time_zone: string };

export const companies = rowProjection<CompanyRegistered, Row>({
  name: 'companies',
  version: 1,
  events: ['CompanyRegistered'],
  columns: { slug: 'text not null', name: 'text not null', time_zone: 'text not null' },
  key: [],
  keyOf: () => [],
  evolve: (_, { data: { slug, name, timeZone } }) => ({ slug, name, time_zone: timeZone }),
});

export interface Company {
  id: CompanyId;
  slug: string;
  name: string;
  timeZone: string;
}

export async function companyById(db: ReadDb, id: CompanyId): Promise<Company | null> {
  const [found] = await db.query<Company>(
    `select company_id as id, slug, name, time_zone as "timeZone" from ${db.table('companies')} where company_id = $1`,
    [id],
  );
  return found ?? null;
}
