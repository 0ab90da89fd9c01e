import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DomainError, fieldProblems, invalid } from '@frankly/contracts/errors';
import { apiKeyEvents } from '@frankly/contracts/api-keys';
import type { CompanyId } from '@frankly/contracts/identity';
import { type KeyScope, keyScopes, type Permission } from '@frankly/contracts/permissions';
import type { Position } from '@frankly/contracts/position';
import { handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { apiKey } from './api-key.ts';
import { announceEnding } from './endings.ts';

export interface KeyHolder {
  companyId: CompanyId;
  keyId: string;
}

/** How long a key is taken on trust after a look at the table; a revocation elsewhere counts at the latest then. */
const trustMs = 5_000;
/** Keys that were revoked in this process work no more at once. */
const revokedHere = new Set<string>();
const plainId = /^[\w-]{1,100}$/;
const shownPrefix = 'fk_'.length + 6;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What a key may do, and until when: everything that keys may do, and until it is revoked, when not said. */
export interface KeyLimits {
  scopes?: readonly KeyScope[] | undefined;
  expiresAt?: Date | null | undefined;
}

/** The secret is answered here and nowhere else; only its hash is kept. @throws DomainError invalid_input */
export async function createApiKey(
  platform: Platform,
  companyId: CompanyId,
  name: string,
  actor: string,
  { scopes, expiresAt }: KeyLimits = {},
): Promise<KeyHolder & { secret: string; position: Position }> {
  const keyId = randomUUID();
  const secret = `fk_${randomBytes(32).toString('base64url')}`;
  if (expiresAt && expiresAt <= platform.clock.now()) throw invalid({ path: 'expiresAt', message: 'Choose a time to come.' });
  const parsed = apiKeyEvents.ApiKeyCreated.schema.safeParse({
    keyId,
    name,
    prefix: secret.slice(0, shownPrefix),
    ...(scopes ? { scopes: [...new Set(scopes)].toSorted() } : {}),
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
  });
  if (!parsed.success) throw invalid(...fieldProblems(parsed.error));
  const command = { type: 'CreateApiKey', ...parsed.data } as const;
  const { position } = await handle(platform, apiKey, command, { companyId, actor, assumeNew: true });
  await platform.pool.query(
    'insert into api_key_hashes (hash, company_id, key_id, scopes, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOf(secret), companyId, keyId, parsed.data.scopes ?? null, expiresAt ?? null],
  );
  return { companyId, keyId, secret, position };
}

/** The hash goes first: a crash in between leaves a key that works no more. @throws DomainError key_unknown */
export async function revokeApiKey(
  platform: Platform,
  companyId: CompanyId,
  keyId: string,
  actor: string,
): Promise<{ position: Position }> {
  if (!plainId.test(keyId)) throw new DomainError('key_unknown');
  const { rowCount } = await platform.pool.query(
    'update api_key_hashes set revoked_at = coalesce(revoked_at, $3) where company_id = $1 and key_id = $2',
    [companyId, keyId, platform.clock.now()],
  );
  if (rowCount) {
    revokedHere.add(keyId);
    announceEnding(`key:${keyId}`);
  }
  const { position } = await handle(platform, apiKey, { type: 'RevokeApiKey', keyId }, { companyId, actor });
  return { position };
}

type TrustedKey = KeyHolder & { permissions: ReadonlySet<Permission> };

/** Whose key a secret is, and what it may do. Remembers only keys that work. @throws DomainError key_refused */
export function createKeyRing(platform: Platform): (secret: string) => Promise<TrustedKey> {
  const trusted = new Map<string, TrustedKey & { until: number }>();

  return async (secret) => {
    const hash = hashOf(secret);
    const now = platform.clock.now().getTime();
    const remembered = trusted.get(hash);
    if (remembered && now < remembered.until && !revokedHere.has(remembered.keyId)) return remembered;

    trusted.delete(hash);
    const { rows } = await platform.pool.query<{
      company_id: CompanyId;
      key_id: string;
      scopes: Permission[] | null;
      expires_at: Date | null;
    }>({
      name: 'api-key',
      text: `select company_id, key_id, scopes, expires_at from api_key_hashes
             where hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
      values: [hash, new Date(now)],
    });
    const found = rows[0];
    if (!found) throw new DomainError('key_refused');
    const key = { companyId: found.company_id, keyId: found.key_id, permissions: new Set(found.scopes ?? keyScopes) };
    trusted.set(hash, { ...key, until: Math.min(now + trustMs, found.expires_at?.getTime() ?? Number.POSITIVE_INFINITY) });
    return key;
  };
}
