import * as z from 'zod';
import { events, route, text } from './kit.ts';
import { KeyScope } from './permission-schemas.ts';
import { Position } from './position.ts';

const KeyName = text(100).min(1, 'A key needs a name.');

export const apiKeyEvents = events({
  /** Without `scopes` a key may do all that keys may do; without `expiresAt` it works until it is revoked. */
  ApiKeyCreated: z.object({
    keyId: z.string(),
    name: z.string().min(1).max(100),
    prefix: z.string(),
    scopes: z.array(KeyScope).optional(),
    expiresAt: z.iso.datetime().optional(),
  }),
  ApiKeyRevoked: z.object({ keyId: z.string() }),
});

export const ApiKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the secret, by which its owner knows it again.' }),
  scopes: z.array(KeyScope),
  expiresAt: z.iso.datetime().nullable(),
  state: z.enum(['works', 'expired', 'revoked']),
});
export type ApiKeyRow = z.infer<typeof ApiKeyRow>;

export const listApiKeys = route('GET', '/api/v1/keys', {
  access: 'session',
  needs: 'keys.manage',
  summary: 'The API keys of this company, also those that work no more.',
  reply: z.object({ keys: z.array(ApiKeyRow) }),
});

export const createKey = route('POST', '/api/v1/keys', {
  access: 'session',
  needs: 'keys.manage',
  fresh: true,
  summary: 'A new API key. Its secret is answered here and never again.',
  body: z.strictObject({
    name: KeyName,
    scopes: z.array(KeyScope).min(1, 'Choose what the key may do.'),
    expiresAt: z.iso.datetime().nullable().default(null),
  }),
  reply: z.object({ id: z.string(), secret: z.string(), position: Position }),
  status: 201,
});

export const revokeKey = route('DELETE', '/api/v1/keys/:id', {
  access: 'session',
  needs: 'keys.manage',
  summary: 'Ends a key for good.',
  params: z.object({ id: z.string() }),
  reply: z.object({ position: Position }),
});
