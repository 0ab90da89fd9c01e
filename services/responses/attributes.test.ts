import { attributeLimit, type CompanyId } from '@frankly/contracts/identity';
import { expect, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { companyAttributes } from './attributes.ts';

const companyId = '00000000-0000-4000-8000-000000000001' as CompanyId;
const registered = {
  type: 'CompanyRegistered',
  data: { companyId, slug: 'acme', name: 'Acme', timeZone: 'Europe/Amsterdam' },
} as const;
const defined = (name: string, label: string, slot: number) => ({
  type: 'AttributeDefined' as const,
  data: { name, label, slot },
});

test('a new attribute takes the next slot and a readable label', () =>
  given(companyAttributes, registered, defined('region_c', 'Region', 1))
    .when({ companyId, names: ['region_c', 'store_size_c'] })
    .then(defined('store_size_c', 'Store size', 2)));

test('an attribute named twice is defined once', () =>
  given(companyAttributes, registered)
    .when({ companyId, names: ['region_c', 'region_c'] })
    .then(defined('region_c', 'Region', 1)));

test('known attributes append nothing', () =>
  given(companyAttributes, registered, defined('region_c', 'Region', 1))
    .when({ companyId, names: ['region_c'] })
    .then());

test('an attribute beyond the limit is refused by name', () => {
  const full = Array.from({ length: attributeLimit }, (_, index) => defined(`a${index}_c`, `A${index}`, index + 1));
  const refusal = given(companyAttributes, registered, ...full)
    .when({ companyId, names: ['a1_c', 'late_c'] })
    .refuses('too_many_attributes');
  expect(refusal.fields?.map(({ path }) => path)).toEqual(['attributes.late_c']);
});

test('an unknown company has no attributes', () =>
  given(companyAttributes)
    .when({ companyId, names: ['region_c'] })
    .refuses('company_unknown'));
