import type { changePerson, PersonRow } from '@frankly/contracts/people';
import type * as z from 'zod';

/** Role and team of somebody as a form holds them: what is not set is empty text. */
export interface Place {
  roleId: string;
  team: Readonly<Record<string, string>>;
  servedBy: string;
}

/** A team without the levels that were left empty. */
export const filledTeam = (team: Place['team']): Record<string, string> =>
  Object.fromEntries(Object.entries(team).flatMap(([level, value]) => (value.trim() ? [[level, value.trim()]] : [])));

export const placeOf = ({ roleId, team, servedBy }: PersonRow): Place => ({ roleId, team, servedBy: servedBy ?? '' });

const sameTeam = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([level, value]) => other[level] === value);

/** Only what is different from before; nothing when nothing is. */
export function placeChanges(before: PersonRow, { roleId, team, servedBy }: Place): z.input<typeof changePerson.body> {
  const now = filledTeam(team);
  const served = servedBy.trim() || null;
  return {
    ...(roleId === before.roleId ? {} : { roleId }),
    ...(sameTeam(now, before.team) ? {} : { team: now }),
    ...(served === before.servedBy ? {} : { servedBy: served }),
  };
}
