import type { SurveyContent } from '@frankly/contracts/surveys';
import { test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { survey } from './survey.ts';

const content: SurveyContent = {
  questionType: 'csat',
  scale: 5,
  name: 'Delivery',
  brand: 'Northwind',
  question: 'How satisfied are you with your delivery?',
  lowLabel: 'Very dissatisfied',
  highLabel: 'Very satisfied',
  commentPrompt: 'Why?',
  thanks: 'Thanks.',
};
const publish = (changes: Partial<SurveyContent> = {}) => ({
  type: 'PublishSurvey' as const,
  surveyId: 'delivery',
  content: { ...content, ...changes },
});
const published = (version: number, changes: Partial<SurveyContent> = {}) => ({
  type: 'SurveyPublished' as const,
  data: { surveyId: 'delivery', version, ...content, ...changes },
});

test('the first publishing is version 1', () => given(survey).when(publish()).then(published(1)));

test('the same content again appends nothing', () =>
  given(survey, published(1))
    .when(publish({ channel: undefined }))
    .then());

test('other content is the next version', () =>
  given(survey, published(1), published(2, { question: 'How was it?' }))
    .when(publish())
    .then(published(3)));

test('a scale that the question cannot have is refused', () =>
  given(survey)
    .when(publish({ scale: 9 }))
    .refuses('invalid_input'));
