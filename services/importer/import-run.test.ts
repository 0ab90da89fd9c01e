import { expect, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { type ImportEvent, importRun } from './import-run.ts';

const run = { importId: 'abc', questionType: 'nps' as const, scoreColumn: 'NPS' };
const start = { ...run, source: 'answers.csv', fileName: 'answers.csv', bytes: 12 };
const counts = { read: 3, recorded: 3, repeated: 0, blank: 0, refused: 0 };
const started: ImportEvent = { type: 'ImportStarted', data: start };
const finished: ImportEvent = { type: 'ImportFinished', data: { ...run, ...counts } };

test('the first import of a question is written down, beginning and end', () => {
  given(importRun)
    .when({ type: 'StartImport', ...start })
    .then(started);
  given(importRun, started)
    .when({ type: 'FinishImport', ...run, ...counts })
    .then(finished);
});

test('the same import again writes nothing, unless it added answers', () => {
  given(importRun, started, finished)
    .when({ type: 'StartImport', ...start })
    .then();
  given(importRun, started, finished)
    .when({ type: 'FinishImport', ...run, ...counts, recorded: 0, repeated: 3 })
    .then();
  given(importRun, started, finished)
    .when({ type: 'FinishImport', ...run, ...counts, recorded: 1 })
    .then({
      type: 'ImportFinished',
      data: { ...run, ...counts, recorded: 1 },
    });
});

test('another question of the same file is another import, under the first name', () => {
  const other = { ...start, questionType: 'csat' as const, scoreColumn: 'CSAT', source: 'renamed.csv' };
  given(importRun, started)
    .when({ type: 'StartImport', ...other })
    .then({ type: 'ImportStarted', data: other });
  const state = [started, { type: 'ImportStarted' as const, data: other }].reduce(importRun.evolve, importRun.initial);
  expect(state.source).toBe('answers.csv');
});
