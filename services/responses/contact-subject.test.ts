import type { CompanyId } from '@frankly/contracts/identity';
import { expect, test } from 'vitest';
import { contactSubjects } from './contact-subject.ts';

const secret = Buffer.from('a secret of the test');
const acme = '00000000-0000-4000-8000-000000000001' as CompanyId;
const subjectOf = (contact: Parameters<typeof contactSubjects>[2], company = acme) =>
  contactSubjects(secret, company, contact)[0];
const other = '00000000-0000-4000-8000-000000000002' as CompanyId;

test('one person is one subject, however the address or number is written', () => {
  const subject = subjectOf({ email: 'Jane@Example.org' });
  expect(subject).toMatch(/^contact-[0-9a-f]{32}$/);
  expect(subjectOf({ email: 'jane@example.org ' })).toBe(subject);
  expect(subjectOf({ mobile: '+31 6 1234 5678' })).toBe(subjectOf({ mobile: '+31612345678' }));
});

test('the same address at another company, or as another kind of identifier, is another subject', () => {
  const subject = subjectOf({ email: 'jane@example.org' });
  expect(subjectOf({ email: 'jane@example.org' }, other)).not.toBe(subject);
  expect(subjectOf({ id: 'jane@example.org' })).not.toBe(subject);
});

test('every identifier is a subject, and answers belong to the first', () => {
  const [byId, byEmail] = [subjectOf({ id: 'c-1' })!, subjectOf({ email: 'jane@example.org' })!];
  expect(contactSubjects(secret, acme, { email: 'jane@example.org', id: 'c-1' })).toEqual([byId, byEmail]);
});

test('a contact without id, address and number is nobody', () =>
  expect(contactSubjects(secret, acme, { mobile: ' - ', email: '' })).toEqual([]));
