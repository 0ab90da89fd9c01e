import { describe, expect, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { type ResponseCommand, type ResponseEvent, response } from './response.ts';

const answer = {
  responseId: 'r1',
  questionType: 'nps',
  scale: 10,
  score: 9,
  answeredAt: '2026-11-20T09:00:00.000Z',
  source: 'api',
} as const;
const record: ResponseCommand = { type: 'RecordAnswer', responseId: 'r1', answer };
const recorded: ResponseEvent = { type: 'AnswerRecorded', data: answer };
const voided: ResponseEvent = { type: 'AnswerVoided', data: { responseId: 'r1', reason: 'test answer' } };
const correct = (change: { score?: number; comment?: string; sealFor?: string }): ResponseCommand => ({
  type: 'CorrectAnswer',
  responseId: 'r1',
  reason: 'misheard',
  ...change,
});
const voidIt: ResponseCommand = { type: 'VoidAnswer', responseId: 'r1', reason: 'test answer' };

describe('recording', () => {
  test('an answer is recorded once', () => given(response).when(record).then(recorded));
  test('repeating it appends nothing', () => given(response, recorded).when(record).then());
  test('another answer with its id is refused', () =>
    given(response, recorded)
      .when({ type: 'RecordAnswer', responseId: 'r1', answer: { ...answer, score: 3 } })
      .refuses('answer_differs'));
});

describe('correcting', () => {
  test('a new score is an event that says why', () =>
    given(response, recorded)
      .when(correct({ score: 4 }))
      .then({ type: 'AnswerCorrected', data: { responseId: 'r1', score: 4, reason: 'misheard' } }));
  test('a comment belongs to the answer itself when it has no contact', () =>
    given(response, recorded)
      .when(correct({ comment: 'late' }))
      .then({
        type: 'AnswerCorrected',
        data: { responseId: 'r1', subjectId: 'answer-r1', comment: 'late', reason: 'misheard' },
      }));
  test('a comment belongs to the contact when there is one', () =>
    given(response, { type: 'AnswerRecorded', data: { ...answer, subjectId: 'contact-1' } })
      .when(correct({ comment: 'late' }))
      .then({
        type: 'AnswerCorrected',
        data: { responseId: 'r1', subjectId: 'contact-1', comment: 'late', reason: 'misheard' },
      }));
  test('the score and comment that hold already append nothing', () =>
    given(response, { type: 'AnswerRecorded', data: { ...answer, subjectId: 'answer-r1', comment: 'late' } })
      .when(correct({ score: 9, comment: 'late' }))
      .then());
  test('a comment can be taken away, once', () => {
    const takenAway = {
      type: 'AnswerCorrected',
      data: { responseId: 'r1', subjectId: 'answer-r1', comment: null, reason: 'misheard' },
    } as const;
    const spoken = { ...recorded, data: { ...recorded.data, comment: 'late', subjectId: 'answer-r1' } };
    given(response, spoken)
      .when(correct({ comment: '' }))
      .then(takenAway);
    given(response, spoken, takenAway)
      .when(correct({ comment: '' }))
      .then();
  });
  test('going back to the first score is a correction too', () =>
    given(response, recorded, { type: 'AnswerCorrected', data: { responseId: 'r1', score: 4, reason: 'misheard' } })
      .when(correct({ score: 9 }))
      .then({ type: 'AnswerCorrected', data: { responseId: 'r1', score: 9, reason: 'misheard' } }));
  test('a score outside the scale is refused', () => {
    const refusal = given(response, recorded)
      .when(correct({ score: 11 }))
      .refuses('invalid_input');
    expect(refusal.fields).toEqual([{ path: 'score', message: 'An NPS score is a whole number from 0 to 10.' }]);
  });
  test('a correction of nothing is refused', () => given(response, recorded).when(correct({})).refuses('invalid_input'));
  test('an unknown answer is refused', () =>
    given(response)
      .when(correct({ score: 4 }))
      .refuses('answer_unknown'));
  test('a voided answer is refused', () =>
    given(response, recorded, voided)
      .when(correct({ score: 4 }))
      .refuses('answer_voided'));
});

describe('voiding', () => {
  test('an answer is voided with the reason', () => given(response, recorded).when(voidIt).then(voided));
  test('repeating it appends nothing', () => given(response, recorded, voided).when(voidIt).then());
  test('an unknown answer is refused', () => given(response).when(voidIt).refuses('answer_unknown'));
});
