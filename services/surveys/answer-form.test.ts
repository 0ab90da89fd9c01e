import type { PublishedSurvey } from '@frankly/projections/surveys/published-surveys';
import { expect, test } from 'vitest';
import { answerContext, carriedBy, linkedScore, readAnswer } from './answer-form.ts';

const survey: PublishedSurvey = {
  surveyId: 'visit',
  version: 3,
  questionType: 'nps',
  scale: 10,
  name: 'Visit',
  brand: 'Northwind',
  question: 'How likely are you to recommend us?',
  lowLabel: 'Not at all likely',
  highLabel: 'Extremely likely',
  commentPrompt: 'Why?',
  thanks: 'Thanks.',
  channel: 'link',
  attributes: { country_c: 'NL' },
  linkAttributes: ['store_c'],
};
const token = 'A-_aaaaaaaaaaaaaaaaaaa';

test('a full form is an answer', () => {
  const fields = { token, version: '3', score: '10', comment: ' Kind\r\nand quick ', store_c: 'Utrecht', second_comment: '' };
  expect(readAnswer(survey, fields)).toEqual({
    token,
    score: 10,
    comment: 'Kind\nand quick',
    carried: { store_c: 'Utrecht' },
    trapped: false,
    problems: {},
  });
});

test.each(['11', '-1', '9.5', '1e1', ' 9', 'nine', '٩'])('%s is not a score from 0 to 10', (score) => {
  expect(readAnswer(survey, { score }).problems).toEqual({ score: 'Please choose a score from 0 to 10.' });
  expect(linkedScore(survey, { score })).toBeNull();
});

test.each([{}, { score: '' }, { score: ['9', '8'] }])('without one score the form asks for it: %j', (fields) => {
  expect(readAnswer(survey, fields).problems).toEqual({ score: 'Please choose a score first.' });
});

test('an answer to an older version is asked again', () => {
  expect(readAnswer(survey, { score: '9', version: '2' })).toMatchObject({
    score: null,
    problems: { score: 'The question changed while you were answering. Please answer it once more.' },
  });
});

test('a comment that is too long is named and kept', () => {
  const comment = 'é'.repeat(5_001);
  expect(readAnswer(survey, { score: '9', comment })).toMatchObject({
    score: 9,
    comment,
    problems: { comment: 'Please keep your comment under 5,000 characters.' },
  });
});

test('a token that no form of ours carries is not taken', () => {
  expect(readAnswer(survey, { score: '9', token: 'short' }).token).toBeNull();
});

test('a filled trap is a bot', () => {
  expect(readAnswer(survey, { score: '9', second_comment: 'buy now' }).trapped).toBe(true);
});

test('a link carries only what the survey knows, within bounds', () => {
  const link = { c: 'e-mail', by: ' Ana ', store_c: 'Utrecht', region_c: 'North', utm_source: 'x', score: '9' };
  expect(carriedBy(survey, link)).toEqual({ c: 'e-mail', by: 'Ana', store_c: 'Utrecht' });
  expect(carriedBy(survey, { c: 'x'.repeat(201), by: 'a\u0000b', store_c: ['a', 'b'] })).toEqual({});
});

test('what the survey gives to every answer stands beside what the link says', () => {
  expect(answerContext(survey, { by: 'Ana', store_c: 'Utrecht' })).toEqual({
    channel: 'link',
    servedBy: 'Ana',
    attributes: { store_c: 'Utrecht', country_c: 'NL' },
  });
  expect(answerContext({ ...survey, attributes: undefined }, { c: 'e-mail' })).toEqual({ channel: 'e-mail' });
});
