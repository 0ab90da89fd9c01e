import { createKey, listApiKeys, revokeKey } from '@frankly/contracts/api-keys';
import { DomainError } from '@frankly/contracts/errors';
import { apiKeysOf, keyState } from '@frankly/projections/identity/api-keys';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import { createApiKey, revokeApiKey } from '../identity/api-keys.ts';
import type { Platform } from '../platform.ts';

/** Until a change is in the list. */
const patienceMs = 2_000;

export const keyRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'API keys');
    const { read, clock, progress } = platform;

    on(listApiKeys, async ({ caller: { companyId } }) => ({
      keys: (await apiKeysOf(read, companyId)).map((key) => ({
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        scopes: key.scopes,
        expiresAt: key.expiresAt?.toISOString() ?? null,
        state: keyState(key, clock.now()),
      })),
    }));

    on(createKey, async ({ body: { name, scopes, expiresAt }, caller }) => {
      // A key knows no team: it would see more than who made it.
      if (caller.scope.kind !== 'all') throw new DomainError('not_allowed');
      if (!scopes.every((scope) => caller.permissions.has(scope))) throw new DomainError('more_than_own');
      const limits = { scopes, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
      const { keyId, secret, position } = await createApiKey(platform, caller.companyId, name, caller.actor, limits);
      await progress.waitFor(['api_keys'], position, patienceMs);
      return { id: keyId, secret, position };
    });

    on(revokeKey, async ({ params: { id }, caller: { companyId, actor } }) => {
      const { position } = await revokeApiKey(platform, companyId, id, actor);
      await progress.waitFor(['api_keys'], position, patienceMs);
      return { position };
    });
  };
