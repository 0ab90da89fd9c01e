import { DomainError } from '@frankly/contracts/errors';
import { RevisionConflict } from '@frankly/infra/event-store/port';
import pg from 'pg';
import { expect, test } from 'vitest';
import { refusalOf } from './problems.ts';

const databaseError = (code: string) =>
  Object.assign(new pg.DatabaseError('value "ann@x.example" is too long', 1, 'error'), { code });

test.each([
  ['a refusal of ours', new DomainError('answer_voided'), 409, 'answer_voided', false],
  ['a conflict that reached the edge', new RevisionConflict('response-1', 0, 1), 409, 'revision_conflict', false],
  ['no server to talk to', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, 'unavailable', true],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 503, 'unavailable', true],
  ['no free connection in time', new Error('timeout exceeded when trying to connect'), 503, 'unavailable', true],
  ['a server that shuts down', databaseError('57P01'), 503, 'unavailable', true],
  ['a full disk', databaseError('53100'), 503, 'unavailable', true],
  ['text that cannot be stored', databaseError('22021'), 422, 'invalid_input', false],
  ['a statement of ours that is wrong', databaseError('42601'), 500, 'internal', true],
  ['a bug', new TypeError('x is undefined'), 500, 'internal', true],
  ['something thrown that is no error', 'ann@x.example', 500, 'internal', true],
])('%s', (_, error, status, code, fault) => {
  const refusal = refusalOf(error);
  expect([refusal.status, refusal.problem.error, refusal.fault]).toEqual([status, code, fault]);
  expect(JSON.stringify(refusal.problem)).not.toMatch(/ann@|undefined|connect/);
});
