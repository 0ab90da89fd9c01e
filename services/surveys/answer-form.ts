import { scaleProblem, scales } from '@frankly/contracts/question-types';
import { longestPageComment, surveyPageWords as words } from '@frankly/contracts/surveys';
import type { PublishedSurvey } from '@frankly/projections/surveys/published-surveys';
import { type Problems, tokenField, trapField, versionField } from './survey-page.tsx';

/** The names and values of a link or a posted form, as they came. */
export type Fields = Readonly<Record<string, unknown>>;

const channelField = 'c';
const servedByField = 'by';

const printable = /^[^\p{Cc}]+$/u;

/** What a link may say beyond the score. Anything else in it is nobody's fault and left out. */
export function carriedBy(survey: PublishedSurvey, fields: Fields): Record<string, string> {
  const allowed = [
    { name: channelField, longest: 200 },
    { name: servedByField, longest: 200 },
    ...(survey.linkAttributes ?? []).map((name) => ({ name, longest: 300 })),
  ];
  return Object.fromEntries(
    allowed.flatMap(({ name, longest }) => {
      const value = textOf(fields, name).trim();
      return value.length <= longest && printable.test(value) ? [[name, value]] : [];
    }),
  );
}

/** The score of a link, when it is one of the scores of this survey. */
export const linkedScore = (survey: PublishedSurvey, fields: Fields): number | null => scoreOf(survey, textOf(fields, 'score'));

export interface PageAnswer {
  /** Null when the form had none; then it counts as a form of its own. */
  token: string | null;
  score: number | null;
  comment: string;
  carried: Record<string, string>;
  /** Filled by a bot: nothing of it is to be kept. */
  trapped: boolean;
  problems: Problems;
}

/** Reads what was posted. Never throws: what is wrong is in `problems`, beside what was typed. */
export function readAnswer(survey: PublishedSurvey, fields: Fields): PageAnswer {
  const token = textOf(fields, tokenField);
  const posted = textOf(fields, 'score');
  const score = scoreOf(survey, posted);
  const comment = cleanText(textOf(fields, 'comment'));
  const problems: Problems = {};
  const version = textOf(fields, versionField);
  if (version !== '' && version !== String(survey.version)) problems.score = words.changed;
  else if (posted === '') problems.score = words.pickFirst;
  else if (score === null) problems.score = words.pickWithin(scales[survey.questionType].lowest, survey.scale);
  if (comment.length > longestPageComment) problems.comment = words.shorten;
  return {
    token: /^[\w-]{22}$/.test(token) ? token : null,
    score: problems.score ? null : score,
    comment,
    carried: carriedBy(survey, fields),
    trapped: textOf(fields, trapField) !== '',
    problems,
  };
}

/** What the carried values mean for the answer, together with what the survey gives to all its answers. */
export function answerContext(survey: PublishedSurvey, carried: Readonly<Record<string, string>>) {
  const { [channelField]: channel = survey.channel, [servedByField]: servedBy, ...linked } = carried;
  const attributes = { ...linked, ...survey.attributes };
  return {
    ...(channel ? { channel } : {}),
    ...(servedBy ? { servedBy } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}

/** A name that came twice is an array, which no form of ours sends: it counts as not there. */
function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function scoreOf(survey: PublishedSurvey, text: string): number | null {
  const score = /^\d{1,2}$/.test(text) ? Number(text) : null;
  return score !== null && scaleProblem(survey.questionType, score, survey.scale) === null ? score : null;
}

/** Browsers post line ends as CR LF; a NUL can be stored nowhere. */
const cleanText = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
