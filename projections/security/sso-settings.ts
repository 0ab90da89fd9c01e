import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { OidcProvider, OidcSettings, SamlSettings, securityEvents, SsoProvider } from '@frankly/contracts/security';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type SsoEvent = Extract<EventsOf<typeof securityEvents>, { type: 'OidcConfigured' | 'SamlConfigured' | 'SsoRemoved' }>;
type Row = { provider: SsoProvider; settings: string };

/** Through which identity providers a company's people sign in; settings as JSON, without secrets. */
export const ssoSettings = rowProjection<SsoEvent, Row>({
  name: 'sso_settings',
  version: 1,
  events: ['OidcConfigured', 'SamlConfigured', 'SsoRemoved'],
  columns: { provider: 'text not null', settings: 'text not null' },
  key: ['provider'],
  keyOf: (event) => [providerOf(event)],
  evolve(_, event) {
    const { type, data } = event as SsoEvent;
    return type === 'SsoRemoved' ? null : { provider: providerOf(event), settings: JSON.stringify(data.settings) };
  },
});

const providerOf = ({ type, data }: { type: SsoEvent['type']; data: SsoEvent['data'] }): SsoProvider =>
  type === 'SamlConfigured' ? 'saml' : (data as { provider: SsoProvider }).provider;

export interface Sso {
  oidc: { provider: OidcProvider; settings: OidcSettings }[];
  saml: SamlSettings | null;
}

export async function ssoOf(db: ReadDb, companyId: CompanyId): Promise<Sso> {
  const rows = await db.query<{ provider: OidcProvider; settings: OidcSettings } | { provider: 'saml'; settings: SamlSettings }>(
    `select provider, settings::json as settings from ${db.table('sso_settings')} where company_id = $1 order by provider`,
    [companyId],
  );
  const sso: Sso = { oidc: [], saml: null };
  for (const row of rows) {
    if (row.provider === 'saml') sso.saml = row.settings;
    else sso.oidc.push(row);
  }
  return sso;
}
