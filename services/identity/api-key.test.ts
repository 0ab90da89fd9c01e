import { describe, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { apiKey } from './api-key.ts';

describe('an API key', () => {
  const created = { type: 'ApiKeyCreated', data: { keyId: 'k1', name: 'Shop', prefix: 'fk_abc' } } as const;
  const revoked = { type: 'ApiKeyRevoked', data: { keyId: 'k1' } } as const;
  test('is created', () =>
    given(apiKey)
      .when({ type: 'CreateApiKey', ...created.data })
      .then(created));
  test('is revoked', () => given(apiKey, created).when({ type: 'RevokeApiKey', keyId: 'k1' }).then(revoked));
  test('is revoked once', () => given(apiKey, created, revoked).when({ type: 'RevokeApiKey', keyId: 'k1' }).then());
  test('cannot be revoked when it is unknown', () =>
    given(apiKey).when({ type: 'RevokeApiKey', keyId: 'k1' }).refuses('key_unknown'));
});
