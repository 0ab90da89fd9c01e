import * as z from 'zod';
import { keyScopes, permissions } from './permissions.ts';

/** Apart from the words, so that a page that shows them does not load the schemas. */
export const Permission = z.enum(permissions, { error: `A permission is one of ${permissions.join(', ')}.` });
export const KeyScope = z.enum(keyScopes, { error: `A key's scope is one of ${keyScopes.join(', ')}.` });
