// @vitest-environment jsdom
import type { PublishedSurvey } from '@frankly/projections/surveys/published-surveys';
import { expect, test } from 'vitest';
import { type FormState, renderSurveyPage, renderThanksPage, renderUnknownPage } from './survey-page.tsx';

const survey: PublishedSurvey = {
  surveyId: 'visit',
  version: 3,
  questionType: 'nps',
  scale: 10,
  name: 'Visit',
  brand: 'Northwind <b>',
  question: 'How likely are you to recommend us?',
  lowLabel: 'Not at all likely',
  highLabel: 'Extremely likely',
  commentPrompt: 'Why?',
  thanks: 'Thanks & bye.',
};
const blank: FormState = { token: 'A'.repeat(22), score: null, comment: '', carried: {}, confirm: false, problems: {} };
const documentOf = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const shown = (form: Partial<FormState> = {}, changes: Partial<PublishedSurvey> = {}) =>
  documentOf(renderSurveyPage({ ...survey, ...changes }, { ...blank, ...form }));
const scoresIn = (page: Document) => [...page.querySelectorAll<HTMLInputElement>('input[name=score]')];

test.each([
  ['nps', 10, ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['csat', 5, ['1', '2', '3', '4', '5']],
  ['csat', 3, ['1', '2', '3']],
  ['ces', 7, ['1', '2', '3', '4', '5', '6', '7']],
  ['fivestar', 5, ['1', '2', '3', '4', '5']],
] as const)('a %s question of %i asks for one of its scores', (questionType, scale, values) => {
  const page = shown({}, { questionType, scale });
  expect(scoresIn(page).map(({ value }) => value)).toEqual(values);
  expect(page.querySelector('legend')?.textContent).toBe(survey.question);
  expect(page.querySelector('button')?.textContent).toBe('Send');
});

test('a score from the link is chosen and waits for a confirmation', () => {
  const page = shown({ score: 9, confirm: true });
  expect(
    scoresIn(page)
      .filter(({ checked }) => checked)
      .map(({ value }) => value),
  ).toEqual(['9']);
  expect(page.querySelector('button')?.textContent).toBe('Confirm and send');
});

test('a problem is said at its field, and what was typed is kept', () => {
  const page = shown({ comment: '</textarea><i>hi', problems: { score: 'Please choose a score first.' } });
  const alert = page.querySelector('[role=alert]');
  expect(alert?.textContent).toBe('Please choose a score first.');
  expect(page.querySelector('fieldset')?.getAttribute('aria-describedby')).toBe(alert?.id);
  expect(page.querySelector('textarea')?.value).toBe('</textarea><i>hi');
});

test('the form posts its token, its version and what the link carried', () => {
  const hidden = [...shown({ carried: { c: '"mail"', store_c: 'A & B' } }).querySelectorAll<HTMLInputElement>('[type=hidden]')];
  expect(hidden.map(({ name, value }) => [name, value])).toEqual([
    ['token', blank.token],
    ['version', '3'],
    ['c', '"mail"'],
    ['store_c', 'A & B'],
  ]);
});

test('whatever a survey says is text, never markup', () => {
  const page = shown();
  expect(page.querySelector('header')?.textContent).toContain('Northwind <b>');
  expect(page.querySelector('header b')).toBeNull();
});

test('every page weighs less than 15 kB with its style', () => {
  const long = { question: 'Q'.repeat(300), thanks: 'T'.repeat(300), commentPrompt: 'C'.repeat(200) };
  const pages = [
    renderSurveyPage({ ...survey, ...long }, { ...blank, score: 9, confirm: true }),
    renderSurveyPage({ ...survey, ...long, questionType: 'fivestar', scale: 5 }, blank),
    renderThanksPage({ ...survey, ...long }),
    renderUnknownPage(),
  ];
  for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThan(15_000);
});
