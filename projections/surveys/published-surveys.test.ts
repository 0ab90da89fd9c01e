import type { CompanyId } from '@frankly/contracts/identity';
import { projectionLaws } from '../../tests/kit/projection-laws.ts';
import { publishedSurveys } from './published-surveys.ts';

const companyA = '0198c0de-0000-4000-8000-00000000000a' as CompanyId;
const companyB = '0198c0de-0000-4000-8000-00000000000b' as CompanyId;

const published = (companyId: CompanyId, surveyId: string, version: number, question: string) => ({
  companyId,
  stream: `survey-${surveyId}`,
  type: 'SurveyPublished',
  data: {
    surveyId,
    version,
    questionType: 'csat',
    scale: 5,
    name: 'Visit',
    brand: 'Northwind',
    question,
    lowLabel: 'Low',
    highLabel: 'High',
    commentPrompt: 'Why?',
    thanks: 'Thanks.',
    attributes: { store_c: 'Utrecht' },
  },
});

projectionLaws(publishedSurveys, [
  published(companyA, 'visit', 1, 'How was it?'),
  published(companyA, 'delivery', 1, 'How was the delivery?'),
  published(companyB, 'help', 1, 'Was it easy?'),
  published(companyA, 'visit', 2, 'How was your visit?'),
  published(companyB, 'help', 2, 'How easy was it?'),
  published(companyA, 'visit', 3, 'How was it, really?'),
]);
