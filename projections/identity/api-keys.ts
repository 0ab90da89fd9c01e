import type { apiKeyEvents } from '@frankly/contracts/api-keys';
import type { CompanyId } from '@frankly/contracts/identity';
import { type KeyScope, keyScopes } from '@frankly/contracts/permissions';
import type { EventsOf } from '@frankly/contracts/kit';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;
type Row = { key_id: string; name: string; prefix: string; scopes: string; expires_at: Date | null; revoked: boolean };

export const apiKeys = rowProjection<ApiKeyEvent, Row>({
  name: 'api_keys',
  version: 2,
  events: ['ApiKeyCreated', 'ApiKeyRevoked'],
  columns: {
    key_id: 'text not null',
    name: 'text not null',
    prefix: 'text not null',
    scopes: 'text not null', // JSON: what it may do
    expires_at: 'timestamptz',
    revoked: 'boolean not null',
  },
  key: ['key_id'],
  keyOf: ({ data }) => [data.keyId],
  evolve(row, { type, data }) {
    if (type === 'ApiKeyRevoked') return row && { ...row, revoked: true };
    const {
      keyId,
      name,
      prefix,
      scopes = keyScopes,
      expiresAt,
    } = data as Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'];
    return {
      key_id: keyId,
      name,
      prefix,
      scopes: JSON.stringify(scopes),
      expires_at: expiresAt === undefined ? null : new Date(expiresAt),
      revoked: false,
    };
  },
});

export interface ApiKey {
  id: string;
  name: string;
  /** The first characters of the secret, by which its owner knows it again. */
  prefix: string;
  scopes: KeyScope[];
  expiresAt: Date | null;
  revoked: boolean;
}

/** Whether a key lets anybody in. */
export const keyState = ({ revoked, expiresAt }: ApiKey, now: Date): 'works' | 'expired' | 'revoked' =>
  revoked ? 'revoked' : expiresAt && expiresAt <= now ? 'expired' : 'works';

export const apiKeysOf = (db: ReadDb, companyId: CompanyId): Promise<ApiKey[]> =>
  db.query<ApiKey>(
    `select key_id as id, name, prefix, scopes::json as scopes, expires_at as "expiresAt", revoked
     from ${db.table('api_keys')} where company_id = $1 order by name, key_id`,
    [companyId],
  );
