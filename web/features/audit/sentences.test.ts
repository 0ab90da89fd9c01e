import { apiKeyEvents } from '@frankly/contracts/api-keys';
import type { AuditEntry } from '@frankly/contracts/audit';
import { companyEvents, userEvents } from '@frankly/contracts/identity';
import { roleEvents } from '@frankly/contracts/people';
import { securityEvents } from '@frankly/contracts/security';
import { expect, test } from 'vitest';
import { toCsv } from '../../ui/charts/csv.ts';
import { auditCsv } from './audit-csv.ts';
import { kindWords } from './messages.ts';
import { factsOf, sentenceOf, sentences } from './sentences.ts';

const kinds = Object.keys({ ...companyEvents, ...securityEvents, ...userEvents, ...roleEvents, ...apiKeyEvents });
const maya = { id: 'u1', name: 'Maya Brandt' };
const alex = { id: 'user:u2', name: 'Alex Morgan' };
const herself = { id: 'user:u1', name: 'Maya Brandt' };
const names = new Map([['r1', 'Regional coach']]);

const entry = (
  kind: string,
  details: Record<string, string> = {},
  actor = alex,
  person: AuditEntry['person'] = maya,
): AuditEntry => ({
  id: '1',
  at: '2026-11-21T12:00:00.000Z',
  kind,
  actor,
  person,
  details,
});
const said = (...of: Parameters<typeof entry>) => sentenceOf(entry(...of), names);

test('every event that the audit trail knows has a sentence and a name', () => {
  expect(Object.keys(sentences).toSorted()).toEqual(kinds.toSorted());
  expect(kinds.filter((kind) => kindWords(kind) === kind || kindWords(kind) === '')).toEqual([]);
});

test.each(kinds)('%s is told even when it has no details', (kind) => {
  for (const person of [maya, null]) {
    const words = said(kind, {}, alex, person);
    expect(words).not.toMatch(/undefined|null|\[object/);
    expect(words.length).toBeGreaterThan(10);
  }
});

test.each([
  [
    'SignedIn',
    { method: 'password', device: 'Firefox on Windows' },
    herself,
    'Maya Brandt signed in with a password on Firefox on Windows',
  ],
  ['SignedIn', { method: 'google', device: 'Another device' }, herself, 'Maya Brandt signed in with Google on another device'],
  [
    'SignInRefused',
    { reason: 'throttled' },
    { id: 'system', name: 'Frankly' },
    'Maya Brandt was not let in: there were too many attempts',
  ],
  ['MfaReset', {}, herself, 'Maya Brandt switched the second step off'],
  ['MfaReset', {}, alex, 'Alex Morgan reset the second step of Maya Brandt'],
  ['UserJoinedTeam', { store_c: 'Haarlem' }, alex, 'Alex Morgan put Maya Brandt in store Haarlem'],
  ['UserJoinedTeam', {}, alex, 'Alex Morgan took Maya Brandt out of every team'],
  ['UserRoleChanged', { role: 'Manager', roleId: 'x' }, alex, 'Alex Morgan changed the role of Maya Brandt to “Manager”'],
  ['PermissionsChanged', { roleId: 'r1' }, alex, 'Alex Morgan changed what the role “Regional coach” may do'],
  [
    'CompanySettingsChanged',
    { enforceMfa: 'yes', sessionHours: '8' },
    alex,
    'Alex Morgan changed how people sign in: second step for everybody on; sessions end after 8 hours',
  ],
])('%s with %j by %j', (kind, details, actor, words) => {
  expect(said(kind, details as Record<string, string>, actor)).toBe(words);
});

test('a kind that is not known yet is told by its name and details', () => {
  expect(said('BadgeHandedOut', { badge_c: 'gold' })).toBe('Alex Morgan: Badge handed out (Maya Brandt): badge gold');
  expect(said('constructor')).toBe('Alex Morgan: Constructor (Maya Brandt)');
});

test('what would make a sentence long stands below it, in words', () => {
  expect(factsOf(entry('PermissionsChanged', { permissions: 'responses.view, audit.view' }))).toEqual([
    'See answers and figures',
    'Read the audit trail',
  ]);
});

test('a name cannot become a formula in the spreadsheet', () => {
  const csv = toCsv(auditCsv([entry('UserDisabled', {}, { id: 'user:u2', name: '=HYPERLINK("http://evil")' })], names));
  expect(csv.split('\r\n')[1]).not.toMatch(/(^|,)"?[=+@-]/);
});
