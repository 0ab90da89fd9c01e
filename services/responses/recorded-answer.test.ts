import { expect, test } from 'vitest';
import { answerProblems, recordedAnswer } from './recorded-answer.ts';

const now = new Date('2026-11-20T09:00:00Z');
const answer = { questionType: 'csat', score: 4 } as const;
const contact = { subjectId: 'contact-1', forgotten: false };
const nobody = { subjectId: 'answer-r1', forgotten: false };
const forgotten = { subjectId: 'answer-r1', forgotten: true };

test('what is not said is filled in, and what is blank is left out', () => {
  const blank = { ...answer, comment: '', channel: '', servedBy: '', contact: { name: '' }, attributes: { region_c: '' } };
  expect(recordedAnswer('r1', { answer: blank, source: 'api' }, nobody, now)).toEqual({
    responseId: 'r1',
    questionType: 'csat',
    scale: 5,
    score: 4,
    answeredAt: '2026-11-20T09:00:00.000Z',
    source: 'api',
  });
});

test('a time is stored in UTC, however it was written', () => {
  const dated = { ...answer, answeredAt: '2026-11-20T00:30:00+05:30' };
  expect(recordedAnswer('r1', { answer: dated, source: 'api' }, nobody, now).answeredAt).toBe('2026-11-19T19:00:00.000Z');
});

test('only personal fields have a subject', () => {
  const subjectOf = (more: object) =>
    recordedAnswer('r1', { answer: { ...answer, ...more }, source: 'api' }, contact, now).subjectId;
  expect(subjectOf({ contact: { segment: 'gold' }, servedBy: 'Bo' })).toBeUndefined();
  expect(subjectOf({ comment: 'Fine' })).toBe('contact-1');
  expect(subjectOf({ contact: { name: 'Ann' } })).toBe('contact-1');
});

test('of a forgotten contact its segment and what it says are kept', () => {
  const said = { ...answer, comment: 'Fine', contact: { email: 'ann@x.example', name: 'Ann', segment: 'gold' } };
  expect(recordedAnswer('r1', { answer: said, source: 'import' }, forgotten, now)).toMatchObject({
    subjectId: 'answer-r1',
    comment: 'Fine',
    contact: { segment: 'gold' },
  });
  expect(JSON.stringify(recordedAnswer('r1', { answer: said, source: 'import' }, forgotten, now))).not.toMatch(/ann/i);
});

test('the survey version that asked goes with the answer', () => {
  const surveyRef = { id: 'visit', version: 3 };
  expect(recordedAnswer('r1', { answer, source: 'page', surveyRef }, nobody, now).survey).toEqual(surveyRef);
});

test.each([
  ['2026-11-21T09:00:00Z', []],
  ['2026-11-21T09:00:01Z', ['answeredAt']],
  ['1970-01-01T00:00:00Z', []],
  ['1970-01-01T00:00:00+01:00', ['answeredAt']],
  ['0000-01-01T00:00:00Z', ['answeredAt']],
])('a time of %s has these problems: %j', (answeredAt, paths) => {
  expect(answerProblems({ ...answer, answeredAt }, now).map(({ path }) => path)).toEqual(paths);
});
