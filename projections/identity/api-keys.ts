import type { apiKeyEvents } from '@frankly/contracts/api-keys';
import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;
type Row = { key_id: string; name: string; prefix: string; revoked: boolean };

export const apiKeys = rowProjection<ApiKeyEvent, Row>({
  name: 'api_keys',
  version: 1,
  events: ['ApiKeyCreated', 'ApiKeyRevoked'],
  columns: { key_id: 'text not null', name: 'text not null', prefix: 'text not null', revoked: 'boolean not null' },
  key: ['key_id'],
  keyOf: ({ data }) => [data.keyId],
  evolve(row, { type, data }) {
    if (type === 'ApiKeyRevoked') return row && { ...row, revoked: true };
    const { keyId, name, prefix } = data as Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'];
    return { key_id: keyId, name, prefix, revoked: false };
  },
});

export interface ApiKey {
  id: string;
  name: string;
  /** The first characters of the secret, by which its owner knows it again. */
  prefix: string;
  revoked: boolean;
}

export const apiKeysOf = (db: ReadDb, companyId: CompanyId): Promise<ApiKey[]> =>
  db.query<ApiKey>(
    `select key_id as id, name, prefix, revoked from ${db.table('api_keys')} where company_id = $1 order by name, key_id`,
    [companyId],
  );
