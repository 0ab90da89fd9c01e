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
/** Something that happened to a person. */
const happened = (companyId: CompanyId, userId: string, type: string, data: object = {}): Happened => ({
  companyId,
  stream: `user-${userId}`,
  type,
  data: { userId, ...data },
});
const ofRole = (companyId: CompanyId, roleId: string, type: string, data: object): Happened => ({
  companyId,
  stream: `role-${roleId}`,
  type,
  data: { roleId, ...data },
});
const ofCompany = (companyId: CompanyId, type: string, data: object): Happened => ({
  companyId,
  stream: `company-${companyId}`,
  type,
  data,
});
const invitation = { subjectId: 'bo', email: 'bo@shop.example', name: 'Bo', roleType: 'frontline_staff', role: 'Team member' };

/** People come, change and go. */
const peoplesLives: readonly Happened[] = [
  happened(shop, 'bo', 'UserInvited', invitation),
  happened(shop, 'bo', 'UserJoinedTeam', { team: { region_c: 'North' }, servedBy: 'Bo' }),
  happened(shop, 'bo', 'UserDisabled'),
  happened(shop, 'bo', 'UserEnabled'),
  happened(shop, 'bo', 'UserRegistered', invitation),
  happened(shop, 'bo', 'MfaEnrolled'),
  happened(shop, 'bo', 'RecoveryCodesIssued', { count: 10 }),
  happened(shop, 'bo', 'SignInRefused', {
    reason: 'password',
    subjectId: 'bo',
    address: '192.0.2.7',
    device: 'Firefox on Windows',
  }),
  happened(shop, 'bo', 'RecoveryCodeUsed', { left: 9 }),
  happened(shop, 'bo', 'SignedIn', { subjectId: 'bo', address: '192.0.2.7', device: 'Firefox on Windows', method: 'password' }),
  happened(shop, 'bo', 'DeviceRemembered', { until: '2026-12-01T00:00:00.000Z', device: 'Firefox on Windows' }),
  happened(shop, 'bo', 'SsoLinked', { method: 'okta' }),
  happened(shop, 'bo', 'PasswordResetRequested'),
  happened(shop, 'bo', 'PasswordChanged', { by: 'link' }),
  happened(shop, 'bo', 'SessionsEnded', { count: 2, reason: 'password' }),
  ofRole(shop, 'night', 'RoleDefined', { name: 'Night shift', roleType: 'frontline_staff', permissions: ['responses.view'] }),
  ofRole(shop, 'night', 'PermissionsChanged', { permissions: [] }),
  ofRole(shop, 'night', 'RoleRenamed', { name: 'Nights' }),
  ofRole(clinic, 'head_office', 'PermissionsChanged', { permissions: ['responses.view'] }),
  happened(shop, 'bo', 'UserRoleChanged', { roleId: 'night', roleType: 'frontline_staff', role: 'Night shift' }),
  happened(shop, 'bo', 'UserEmailChanged', { subjectId: 'bo', email: 'bo@home.example' }),
  happened(shop, 'bo', 'MfaReset'),
  happened(shop, 'bo', 'SignedOut'),
  happened(shop, 'ann', 'UserDisabled'),
  happened(shop, 'ann', 'UserEnabled'),
  ofCompany(shop, 'TeamHierarchyDefined', { levels: ['region_c', 'store_c'] }),
  ofCompany(shop, 'CompanySettingsChanged', { changes: { enforceMfa: true } }),
  ofCompany(shop, 'OidcConfigured', { provider: 'okta', settings: { issuer: 'https://shop.okta.example', clientId: 'c1' } }),
  ofCompany(shop, 'SamlConfigured', {
    settings: { name: 'Shop', entityId: 'https://idp.example', signInUrl: 'https://idp.example/sso', certificates: ['MII'] },
  }),
  ofCompany(clinic, 'CompanySettingsChanged', { changes: { selfRegister: true } }),
  ofCompany(shop, 'CompanySettingsChanged', { changes: { sessionHours: 4 } }),
  ofCompany(shop, 'OidcConfigured', { provider: 'google', settings: { issuer: 'https://accounts.google.com', clientId: 'c2' } }),
  ofCompany(shop, 'SsoRemoved', { provider: 'google' }),
  ofCompany(shop, 'DomainAdded', { domain: 'shop.example', token: 't1' }),
  ofCompany(shop, 'DomainAdded', { domain: 'other.example', token: 't2' }),
  ofCompany(shop, 'DomainVerified', { domain: 'shop.example', by: 'dns' }),
  ofCompany(shop, 'DomainRemoved', { domain: 'other.example' }),
];

/** Two companies' lives, with every event there is, in an order that makes projections work for their rows. */
export const history: readonly Happened[] = [
  company(shop, 'shop', 'Europe/Amsterdam'),
  ...person(shop, 'ann'),
  company(clinic, 'clinic', 'America/Los_Angeles'),
  ...person(clinic, 'eve'),
  ...peoplesLives,
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
  {
    companyId: shop,
    stream: 'api-key-k3',
    type: 'ApiKeyCreated',
    data: { keyId: 'k3', name: 'Report', prefix: 'fk_ghi', scopes: ['responses.view'], expiresAt: '2027-01-01T00:00:00.000Z' },
  },
  { companyId: shop, stream: 'user-bo', type: 'SubjectForgotten', data: { subjectId: 'bo', reason: 'left' } },
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
