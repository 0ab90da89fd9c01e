import type { CompanyId, companyEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type CompanyEvent = Extract<EventsOf<typeof companyEvents>, { type: 'CompanyRegistered' | 'TeamHierarchyDefined' }>;
type Row = { slug: string; name: string; time_zone: string; levels: string };

export const companies = rowProjection<CompanyEvent, Row>({
  name: 'companies',
  version: 2,
  events: ['CompanyRegistered', 'TeamHierarchyDefined'],
  columns: { slug: 'text not null', name: 'text not null', time_zone: 'text not null', levels: 'text not null' },
  key: [],
  indexes: ['slug'],
  keyOf: () => [],
  evolve(row, { type, data }) {
    if (type === 'TeamHierarchyDefined') {
      return row && { ...row, levels: JSON.stringify((data as { levels: string[] }).levels) };
    }
    const { slug, name, timeZone } = data as Extract<CompanyEvent, { type: 'CompanyRegistered' }>['data'];
    return { slug, name, time_zone: timeZone, levels: '[]' };
  },
});

export interface Company {
  id: CompanyId;
  slug: string;
  name: string;
  timeZone: string;
  /** Attributes of the team hierarchy, from the widest level to the narrowest. */
  levels: readonly string[];
}

const columns = 'company_id as id, slug, name, time_zone as "timeZone", levels::json as levels';

export async function companyById(db: ReadDb, id: CompanyId): Promise<Company | null> {
  const [found] = await db.query<Company>(`select ${columns} from ${db.table('companies')} where company_id = $1`, [id]);
  return found ?? null;
}

export async function companyBySlug(db: ReadDb, slug: string): Promise<Company | null> {
  const [found] = await db.query<Company>(`select ${columns} from ${db.table('companies')} where slug = $1`, [slug]);
  return found ?? null;
}
