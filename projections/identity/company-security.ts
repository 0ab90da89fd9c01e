import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import { defaultSecurity, type securityEvents, type SecuritySettings } from '@frankly/contracts/security';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type SettingsChanged = Extract<EventsOf<typeof securityEvents>, { type: 'CompanySettingsChanged' }>;
type Row = { settings: string };

/** What a company changed about how its people sign in, as JSON. */
export const companySecurity = rowProjection<SettingsChanged, Row>({
  name: 'company_security',
  version: 1,
  events: ['CompanySettingsChanged'],
  columns: { settings: 'text not null' },
  key: [],
  keyOf: () => [],
  evolve: (row, { data: { changes } }) => ({
    settings: JSON.stringify({ ...(row ? (JSON.parse(row.settings) as object) : {}), ...changes }),
  }),
});

/** The settings in force. */
export const securityFrom = (changed: Partial<SecuritySettings> | null): SecuritySettings => ({
  ...defaultSecurity,
  ...changed,
});

export async function securityOf(db: ReadDb, companyId: CompanyId): Promise<SecuritySettings> {
  const [found] = await db.query<{ settings: Partial<SecuritySettings> }>(
    `select settings::json as settings from ${db.table('company_security')} where company_id = $1`,
    [companyId],
  );
  return securityFrom(found?.settings ?? null);
}
