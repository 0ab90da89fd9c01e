import { useMemo } from 'react';
import { useMay } from '../../app/hooks.ts';
import { useKeyNamesQuery, useRoleNamesQuery } from './audit-api.ts';
import type { Names } from './sentences.ts';

/** What roles and keys are called, as far as the reader may know: an event only holds their id. */
export function useNames(): Names {
  const { data: roles } = useRoleNamesQuery(undefined, { skip: !useMay('users.manage') });
  const { data: keys } = useKeyNamesQuery(undefined, { skip: !useMay('keys.manage') });
  return useMemo(() => new Map([...(roles ?? []), ...(keys ?? [])].map(({ id, name }) => [id, name])), [roles, keys]);
}
