import type { FieldProblem } from '@frankly/contracts/errors';
import { scaleProblem, scales } from '@frankly/contracts/question-types';
import type { NewResponse, Source } from '@frankly/contracts/responses';
import type { RecordedAnswer } from './response.ts';

export interface IncomingAnswer {
  answer: NewResponse;
  source: Source;
  /** The published survey version that asked. */
  surveyRef?: { id: string; version: number };
  /** What makes it the same answer when it comes again without an id, such as file and line. */
  identity?: string;
}

const dayMs = 86_400_000;

/** What its shape alone does not tell: a score within its scale, a time that can be. */
export function answerProblems({ questionType, score, scale, answeredAt }: NewResponse, now: Date): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const outside = scaleProblem(questionType, score, scale);
  if (outside) problems.push(outside);
  const time = answeredAt === undefined ? now.getTime() : Date.parse(answeredAt);
  if (time > now.getTime() + dayMs) problems.push({ path: 'answeredAt', message: 'This time is more than a day in the future.' });
  if (!(time >= 0)) problems.push({ path: 'answeredAt', message: 'A time is in 1970 or later.' });
  return problems;
}

/** Whose personal fields an answer has. Of a contact that was forgotten nothing but its segment is kept. */
export interface Whose {
  subjectId: string;
  forgotten: boolean;
}

/** The event's data: blanks are left out. */
export function recordedAnswer(
  responseId: string,
  { answer, source, surveyRef }: IncomingAnswer,
  { subjectId, forgotten }: Whose,
  now: Date,
): RecordedAnswer {
  const { questionType, score, scale = scales[questionType].usual, answeredAt, comment, channel, servedBy } = answer;
  const { segment, ...identity } = answer.contact ?? {};
  const contact = filled({ ...(forgotten ? {} : identity), segment });
  const attributes = filled(answer.attributes ?? {});
  const personal = Boolean(comment) || Object.keys(contact).some((field) => field !== 'segment');
  return {
    responseId,
    ...(personal ? { subjectId } : {}),
    questionType,
    scale,
    score,
    answeredAt: (answeredAt === undefined ? now : new Date(answeredAt)).toISOString(),
    source,
    ...filled({ channel, servedBy, comment }),
    ...(Object.keys(contact).length > 0 ? { contact } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(surveyRef ? { survey: surveyRef } : {}),
  };
}

/** Without what is absent or blank. */
export const filled = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as T;
