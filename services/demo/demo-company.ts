import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId, companyEvents } from '@frankly/contracts/identity';
import type { RoleType } from '@frankly/contracts/role-types';
import type { Team } from '@frankly/contracts/data-scope';
import type { EventsOf } from '@frankly/contracts/kit';
import type { SurveyContent } from '@frankly/contracts/surveys';
import { handle } from '../handle.ts';
import { registerUser } from '../identity/accounts.ts';
import { company } from '../identity/company.ts';
import { companyIdOf, registerCompany } from '../identity/register-company.ts';
import { teamHierarchy } from '../people/hierarchy.ts';
import type { Platform } from '../platform.ts';
import { createAttributeBook } from '../responses/attributes.ts';
import { createIntake, type IncomingAnswer } from '../responses/intake.ts';
import { publishSurvey } from '../surveys/publish-survey.ts';
import { survey } from '../surveys/survey.ts';
import { demoAnswers, demoTimeZone } from './demo-answers.ts';

const slug = 'northwind';
const brand = 'Northwind Retail';
const actor = 'import:demo';

/** All demo accounts share it; it is printed at every start. */
export const demoPassword = 'frankly-demo';

export const demoAccounts: readonly {
  email: string;
  name: string;
  roleType: RoleType;
  role: string;
  roleId?: string;
  team?: Team;
  servedBy?: string;
}[] = [
  {
    email: 'alex@northwind.example',
    name: 'Alex Morgan',
    roleType: 'head_office',
    role: 'Head of customer experience',
    roleId: 'admin',
  },
  {
    email: 'maya@northwind.example',
    name: 'Maya Brandt',
    roleType: 'frontline_manager',
    role: 'Store manager',
    team: { region_c: 'Central', store_c: 'Utrecht' },
  },
  {
    email: 'sam@northwind.example',
    name: 'Sam de Vries',
    roleType: 'frontline_staff',
    role: 'Sales assistant',
    team: { region_c: 'Central', store_c: 'Utrecht' },
    servedBy: 'Sam de Vries',
  },
];

/** From the widest level of teams to the narrowest. */
const levels = ['region_c', 'store_c'];

const words = {
  brand,
  commentPrompt: 'What is the main reason for your score?',
  thanks: 'Your answer is with the team already. It helps us do better next time.',
  linkAttributes: ['store_c', 'region_c', 'product_c'],
};

/** By address. The first one comes last in the log: once it is there, the demo is complete. */
export const demoSurveys = {
  'northwind-visit': {
    ...words,
    name: 'Store visit',
    questionType: 'nps',
    scale: 10,
    question: `How likely are you to recommend ${brand} to a friend or colleague?`,
    lowLabel: 'Not at all likely',
    highLabel: 'Extremely likely',
    channel: 'In store',
  },
  'northwind-delivery': {
    ...words,
    name: 'Delivery',
    questionType: 'csat',
    scale: 5,
    question: 'How satisfied are you with your delivery?',
    lowLabel: 'Very dissatisfied',
    highLabel: 'Very satisfied',
    channel: 'Delivery',
  },
  'northwind-help': {
    ...words,
    name: 'Customer service',
    questionType: 'ces',
    scale: 7,
    question: `${brand} made it easy to solve my problem.`,
    lowLabel: 'Strongly disagree',
    highLabel: 'Strongly agree',
    channel: 'Phone',
  },
  'northwind-online': {
    ...words,
    name: 'Online order',
    questionType: 'fivestar',
    scale: 5,
    question: 'How was ordering with us today?',
    lowLabel: 'Poor',
    highLabel: 'Excellent',
    commentPrompt: 'What could we do better?',
    channel: 'Online',
  },
} as const satisfies Record<string, SurveyContent>;

const completing = 'northwind-visit';
const batch = 2_000;

/**
 * A company to look around in: accounts, surveys and 400 days of answers. Does nothing once it is there; goes on where it
 * stopped when it was killed half-way. Leaves a company of the same name alone when somebody else registered it.
 */
export async function ensureDemo(
  platform: Platform,
  { now }: { now: Date },
): Promise<{ companyId: CompanyId; created: boolean }> {
  const companyId = companyIdOf(platform, slug);
  const context = { companyId, actor };
  const published = await platform.store.readStream(
    companyId,
    survey.stream({ type: 'PublishSurvey', surveyId: completing, content: demoSurveys[completing] }),
  );
  if (published.length > 0) return { companyId, created: false };

  const details = { companyId, slug, name: brand, timeZone: demoTimeZone };
  const [begun] = await platform.store.readStream<EventsOf<typeof companyEvents>>(companyId, company.stream(details));
  if (begun && begun.metadata.actor !== actor) return { companyId, created: false };
  if (!begun) await registerCompany(platform, { slug, name: brand, timeZone: demoTimeZone }, actor);

  await createAttributeBook(platform).ensure(['store_c', 'region_c', 'product_c'], context);
  await handle(platform, teamHierarchy, { companyId, levels }, context);
  const accounts = demoAccounts.map((account) =>
    registerUser(platform, companyId, { ...account, password: demoPassword }, actor).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'email_taken')) throw error;
    }),
  );
  // From when it began, so that going on after a kill makes the very same answers.
  await Promise.all([...accounts, recordAnswers(platform, companyId, demoAnswers(begun?.metadata.at ?? now))]);

  for (const [surveyId, content] of Object.entries(demoSurveys).toReversed())
    await publishSurvey(platform, surveyId, content, context);
  return { companyId, created: true };
}

async function recordAnswers(platform: Platform, companyId: CompanyId, answers: Iterable<IncomingAnswer>): Promise<void> {
  const intake = createIntake(platform);
  let waiting: IncomingAnswer[] = [];
  const flush = async () => {
    const refused = (await intake.record(companyId, waiting, actor)).find(({ status }) => status > 201);
    if (refused) throw new Error(`the demo answer ${refused.id} was refused: ${refused.message}`);
    waiting = [];
  };
  for (const answer of answers) {
    waiting.push(answer);
    if (waiting.length === batch) await flush();
  }
  await flush();
}
