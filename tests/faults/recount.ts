import type { RawEvent } from './raw-log.ts';

/** What the read models should say, by the oracle's own reading of the raw events. */
export interface CountedAnswer {
  company: string;
  /** The position that recorded it. */
  ordinal: string;
  responseId: string;
  stream: string;
  questionType: string;
  score: number;
  scale: number;
  bucket: string;
  /** As the calendar of the company says, e.g. 2026-03-29. */
  day: string;
  answeredAt: number;
  hasComment: boolean;
  corrected: boolean;
  values: Record<string, string>;
  subjectId: string | null;
}

export interface Recount {
  answers: Map<string, CountedAnswer>;
  companies: Map<string, { slug: string; name: string; timeZone: string }>;
  attributes: Map<string, string>;
  users: Map<string, string>;
  apiKeys: Map<string, { name: string; prefix: string; revoked: boolean }>;
  surveys: Map<string, { version: number; questionType: string; scale: number }>;
}

/** Score 0 or 1 first: d detractor, p passive, P promoter. */
const bucketsByScore: Record<string, string> = {
  nps: 'dddddddppPP',
  csat: '.ddpPP',
  ces: '.dddpPPP',
  fivestar: '.ddpPP',
};
const bucketNames: Record<string, string> = { d: 'detractor', p: 'passive', P: 'promoter' };

export const bucketOf = (questionType: string, score: number): string =>
  bucketNames[bucketsByScore[questionType]?.[score] ?? ''] ?? 'no bucket';

const calendars = new Map<string, Intl.DateTimeFormat>();

export function dayIn(timeZone: string, instant: number): string {
  let calendar = calendars.get(timeZone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    calendars.set(timeZone, calendar);
  }
  return calendar.format(instant);
}

/** Counts the log from its beginning; `upTo` leaves out what came later. */
export function recount(log: readonly RawEvent[], upTo?: bigint): Recount {
  const counted: Recount = {
    answers: new Map(),
    companies: new Map(),
    attributes: new Map(),
    users: new Map(),
    apiKeys: new Map(),
    surveys: new Map(),
  };
  const origins = new Map<string, string>();
  for (const event of log) {
    if (upTo !== undefined && event.position > upTo) break;
    count(counted, origins, event);
  }
  return counted;
}

function count(counted: Recount, origins: Map<string, string>, { type, company, stream, position, data }: RawEvent): void {
  const text = (field: string): string => String(data[field]);
  const name = `${company}/${stream}`;
  if (!origins.has(name)) origins.set(name, `${company}/${position}`);
  const answer = counted.answers.get(origins.get(name)!);
  switch (type) {
    case 'CompanyRegistered':
      counted.companies.set(company, { slug: text('slug'), name: text('name'), timeZone: text('timeZone') });
      break;
    case 'AttributeDefined':
      counted.attributes.set(`${company}/${text('name')}`, text('slot'));
      break;
    case 'UserRegistered':
      counted.users.set(`${company}/${text('userId')}`, text('roleType'));
      break;
    case 'ApiKeyCreated':
      counted.apiKeys.set(`${company}/${text('keyId')}`, { name: text('name'), prefix: text('prefix'), revoked: false });
      break;
    case 'ApiKeyRevoked':
      counted.apiKeys.get(`${company}/${text('keyId')}`)!.revoked = true;
      break;
    case 'SurveyPublished':
      counted.surveys.set(`${company}/${text('surveyId')}`, {
        version: Number(data['version']),
        questionType: text('questionType'),
        scale: Number(data['scale']),
      });
      break;
    case 'AnswerRecorded':
      counted.answers.set(`${company}/${position}`, answerOf(counted, company, stream, position, data));
      break;
    case 'AnswerCorrected':
      if (!answer) break;
      answer.corrected = true;
      if (data['comment'] !== undefined) answer.hasComment = true;
      if (data['score'] !== undefined) answer.score = Number(data['score']);
      answer.bucket = bucketOf(answer.questionType, answer.score);
      break;
    case 'AnswerVoided':
      counted.answers.delete(origins.get(name)!);
      break;
  }
}

function answerOf(
  { companies }: Recount,
  company: string,
  stream: string,
  position: bigint,
  data: Record<string, unknown>,
): CountedAnswer {
  const contact = data['contact'] as Record<string, string> | undefined;
  const coded = {
    staff: data['servedBy'],
    channel: data['channel'],
    segment: contact?.['segment'],
    ...(data['attributes'] as Record<string, unknown> | undefined),
  };
  const answeredAt = Date.parse(String(data['answeredAt']));
  const questionType = String(data['questionType']);
  return {
    company,
    ordinal: String(position),
    responseId: String(data['responseId']),
    stream,
    questionType,
    score: Number(data['score']),
    scale: Number(data['scale']),
    bucket: bucketOf(questionType, Number(data['score'])),
    day: dayIn(companies.get(company)?.timeZone ?? 'UTC', answeredAt),
    answeredAt,
    hasComment: data['comment'] !== undefined,
    corrected: false,
    values: Object.fromEntries(
      Object.entries(coded).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    subjectId: (data['subjectId'] as string | undefined) ?? null,
  };
}
