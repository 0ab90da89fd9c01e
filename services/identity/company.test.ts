import { describe, expect, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { company } from './company.ts';
import { companyIdOf } from './register-company.ts';

describe('a company', () => {
  const acme = { companyId: '00000000-0000-4000-8000-000000000001', slug: 'acme', name: 'Acme', timeZone: 'Europe/Amsterdam' };
  test('is registered', () => given(company).when(acme).then({ type: 'CompanyRegistered', data: acme }));
  test('is registered once', () =>
    given(company, { type: 'CompanyRegistered', data: acme })
      .when({ ...acme, name: 'Acme again' })
      .refuses('company_exists'));
  test('has an id that follows from its slug and the secret of the installation', () => {
    const here = { idSecret: Buffer.from('one') };
    expect(companyIdOf(here, 'acme')).toBe(companyIdOf(here, 'acme'));
    expect(companyIdOf(here, 'acme')).not.toBe(companyIdOf(here, 'acme-2'));
    expect(companyIdOf({ idSecret: Buffer.from('two') }, 'acme')).not.toBe(companyIdOf(here, 'acme'));
  });
});
