import type { PersonRow } from '@frankly/contracts/people';
import { expect, test } from 'vitest';
import { placeChanges, placeOf } from './place.ts';

const before = {
  roleId: 'frontline_staff',
  team: { region_c: 'North', store_c: 'Haarlem' },
  servedBy: 'Ana',
} as unknown as PersonRow;
const place = placeOf(before);

test('a form that was not touched changes nothing', () => {
  expect(placeChanges(before, place)).toEqual({});
});

test('only what is different is sent', () => {
  expect(placeChanges(before, { ...place, roleId: 'frontline_manager' })).toEqual({ roleId: 'frontline_manager' });
  expect(placeChanges(before, { ...place, servedBy: ' ' })).toEqual({ servedBy: null });
});

test('an emptied level leaves the team, the others stay', () => {
  expect(placeChanges(before, { ...place, team: { region_c: 'North', store_c: ' ' } })).toEqual({ team: { region_c: 'North' } });
});
