import type { CompanyId } from '@frankly/contracts/identity';
import type { Happened } from '../kit/projection-laws.ts';

const shop = '0b6f5a52-6c1e-4a55-9a2f-0f4f1f7f0001' as CompanyId;
const clinic = '0b6f5a52-6c1e-4a55-9a2f-0f4f1f7f0002' as CompanyId;

const answer = (companyId: CompanyId, id: string, score: number, more: object = {}): Happened => ({
  companyId,
  stream: `response-${id}`,
  type: 'AnswerRecorded',
  data: {
    responseId: id,
    questionType: 'nps',
    scale: 10,
    score,
    answeredAt: `2026-10-${String(10 + (score % 20)).padStart(2, '0')}T22:30:00.000Z`,
    source: 'api',
    ...more,
  },
});
const corrected = (companyId: CompanyId, id: string, change: object): Happened => ({
  companyId,
  stream: `response-${id}`,
  type: 'AnswerCorrected',
  data: { responseId: id, reason: 'a slip of the finger', ...change },
});
const voided = (companyId: CompanyId, id: string): Happened => ({
  companyId,
  stream: `response-${id}`,
  type: 'AnswerVoided',
  data: { responseId: id, reason: 'a test' },
});
const company = (companyId: CompanyId, slug: string, timeZone: string): Happened => ({
  companyId,
  stream: `company-${companyId}`,
  type: 'CompanyRegistered',
  data: { companyId, slug, name: slug, timeZone },
});
const attribute = (companyId: CompanyId, name: string, slot: number): Happened => ({
  companyId,
  stream: `company-${companyId}`,
  type: 'AttributeDefined',
  data: { name, label: name, slot },
});
const person = (companyId: CompanyId, userId: string): Happened[] => [
  {
    companyId,
    stream: `user-${userId}`,
    type: 'UserRegistered',
    data: { subjectId: userId, userId, email: `${userId}@shop.example`, name: userId, roleType: 'head_office', role: 'Analyst' },
  },
  { companyId, stream: `user-${userId}`, type: 'SignedIn', data: { userId } },
];

/** Two companies' lives, with every event there is, in an order that makes projections work for their rows. */
export const history: readonly Happened[] = [
  company(shop, 'shop', 'Europe/Amsterdam'),
  ...person(shop, 'ann'),
  company(clinic, 'clinic', 'America/Los_Angeles'),
  ...person(clinic, 'eve'),
  attribute(shop, 'region_c', 1),
  answer(shop, 'a', 9, { attributes: { region_c: 'North' }, servedBy: 'Bo', channel: 'web' }),
  answer(clinic, 'a', 2, { comment: 'Waited an hour', subjectId: 'answer-a' }),
  answer(shop, 'b', 3, {
    comment: 'Rude',
    subjectId: 'contact-1',
    contact: { name: 'Cy', segment: 'gold' },
    attributes: { region_c: 'South' },
  }),
  corrected(shop, 'a', { score: 7 }),
  attribute(shop, 'visits_c', 2),
  answer(shop, 'c', 10, { attributes: { region_c: 'North', visits_c: 3 }, servedBy: 'Bo' }),
  voided(shop, 'c'),
  answer(shop, 'd', 5, { subjectId: 'contact-1', comment: 'Again rude', contact: { email: 'cy@home.example' } }),
  corrected(shop, 'd', { comment: 'Sorry, it was fine', score: 8, subjectId: 'contact-1' }),
  answer(shop, 'f', 6, { subjectId: 'answer-f', comment: 'Not meant for you' }),
  corrected(shop, 'f', { comment: null, subjectId: 'answer-f' }),
  { companyId: shop, stream: 'contact-contact-1', type: 'SubjectForgotten', data: { subjectId: 'contact-1', reason: 'asked' } },
  answer(shop, 'e', 4, { questionType: 'csat', scale: 5, attributes: { visits_c: '3' }, servedBy: 'Di' }),
  answer(clinic, 'b', 1, { questionType: 'fivestar', scale: 5, channel: 'web' }),
  voided(shop, 'b'),
  { companyId: shop, stream: 'api-key-k1', type: 'ApiKeyCreated', data: { keyId: 'k1', name: 'Till', prefix: 'fk_abc' } },
  { companyId: shop, stream: 'api-key-k2', type: 'ApiKeyCreated', data: { keyId: 'k2', name: 'Site', prefix: 'fk_def' } },
  { companyId: shop, stream: 'api-key-k1', type: 'ApiKeyRevoked', data: { keyId: 'k1' } },
  ...[1, 2].map((version) => ({
    companyId: shop,
    stream: 'survey-visit',
    type: 'SurveyPublished',
    data: {
      surveyId: 'visit-x1',
      version,
      questionType: 'nps',
      scale: 10,
      name: 'Visit',
      question: `How likely? (${version})`,
      lowLabel: 'Not',
      highLabel: 'Very',
      commentPrompt: 'Why?',
      thanks: 'Thanks',
      brand: 'Shop',
    },
  })),
  corrected(clinic, 'a', { score: 3 }),
];
