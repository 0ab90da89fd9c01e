import { DomainError } from '@frankly/contracts/errors';
import type { apiKeyEvents } from '@frankly/contracts/api-keys';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Decider } from '../decider.ts';

export type ApiKeyEvent = EventsOf<typeof apiKeyEvents>;

export type ApiKeyCommand =
  | ({ type: 'CreateApiKey' } & Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'])
  | { type: 'RevokeApiKey'; keyId: string };

/** A key works until it is revoked; revoking it again appends nothing. */
export const apiKey: Decider<ApiKeyCommand, ApiKeyEvent, 'none' | 'works' | 'revoked'> = {
  stream: ({ keyId }) => `api-key-${keyId}`,
  initial: 'none',
  decide(command, state) {
    const { keyId } = command;
    if (command.type === 'CreateApiKey') {
      const { type: _, ...data } = command;
      return state === 'none' ? [{ type: 'ApiKeyCreated', data }] : [];
    }
    if (state === 'none') throw new DomainError('key_unknown');
    return state === 'works' ? [{ type: 'ApiKeyRevoked', data: { keyId } }] : [];
  },
  evolve: (_, { type }) => (type === 'ApiKeyCreated' ? 'works' : 'revoked'),
};
