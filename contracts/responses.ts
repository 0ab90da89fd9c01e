import * as z from 'zod';
import { FieldProblem } from './errors.ts';
import { events, personal, route, text } from './kit.ts';
import { Position } from './position.ts';
import { QuestionType } from './question-types.ts';

/** Ids appear in addresses and stream names, so they keep to plain characters. */
export const ResponseId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,100}$/, 'An id has 1 to 100 letters, digits, dots, colons, dashes or underscores.');

export const AttributeName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,58}_c$/, 'An attribute name is lowercase letters, digits and underscores, and ends in _c.');
export const AttributeValue = z.union([text(300), z.number()]);
export const Attributes = z.record(AttributeName, AttributeValue);

export const Contact = z.strictObject({
  id: personal(text(200)).optional(),
  email: personal(text(254).regex(/^\S+@\S+\.\S+$/, 'Valid email is required')).optional(),
  mobile: personal(text(40)).optional(),
  name: personal(text(200)).optional(),
  segment: text(200).optional(),
});

/** How an answer reached us; a figure can be traced back to its door. */
export const Source = z.enum(['api', 'page', 'import', 'demo']);
export type Source = z.infer<typeof Source>;

export const responseEvents = events({
  AnswerRecorded: z.object({
    responseId: ResponseId,
    subjectId: z.string().optional().meta({ description: 'Whose personal fields these are; absent when there are none.' }),
    questionType: QuestionType,
    scale: z.int(),
    score: z.int(),
    answeredAt: z.iso.datetime(),
    source: Source,
    channel: z.string().optional(),
    servedBy: z.string().optional(),
    comment: personal(z.string()).optional(),
    contact: Contact.optional(),
    attributes: Attributes.optional(),
    survey: z.object({ id: z.string(), version: z.int() }).optional(),
  }),
  AnswerCorrected: z.object({
    responseId: ResponseId,
    subjectId: z.string().optional(),
    score: z.int().optional(),
    /** Null when it was taken away. */
    comment: personal(z.string()).nullable().optional(),
    reason: z.string(),
  }),
  AnswerVoided: z.object({ responseId: ResponseId, reason: z.string() }),
});

export const contactEvents = events({
  SubjectForgotten: z.object({ subjectId: z.string(), reason: z.string() }),
});

export const NewResponse = z.strictObject({
  id: ResponseId.optional(),
  questionType: QuestionType,
  score: z.number({ error: 'A score is a whole number.' }),
  scale: z.int().optional(),
  comment: text(10_000).optional(),
  answeredAt: z.iso.datetime({ offset: true, error: 'A time looks like 2026-11-20T09:30:00Z.' }).optional(),
  channel: text(200).optional(),
  contact: Contact.optional(),
  servedBy: text(200).optional(),
  attributes: Attributes.optional(),
});
export type NewResponse = z.infer<typeof NewResponse>;

export const Recorded = z.object({ id: z.string(), position: Position });
export type Recorded = z.infer<typeof Recorded>;

export const postResponse = route('POST', '/api/v1/responses', {
  access: 'key',
  needs: 'responses.record',
  summary: 'Record one answer. The same id and body again gives the first reply.',
  body: NewResponse,
  reply: Recorded,
  status: 201,
});

/** One line's outcome, in the order they were sent. */
export const LineVerdict = z.object({
  line: z.int(),
  status: z.int().meta({ description: '201 recorded, 200 recorded before, 409 or 422 refused.' }),
  id: z.string().optional(),
  position: Position.optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  fields: z.array(FieldProblem).optional(),
});
export type LineVerdict = z.infer<typeof LineVerdict>;

export const batchLimit = 5_000;
export const postResponseBatch = route('POST', '/api/v1/responses/batch', {
  access: 'key',
  needs: 'responses.record',
  summary: 'Record up to 5,000 answers, as a JSON array or one JSON object per line. Good lines are kept.',
  reply: z.object({ recorded: z.int(), repeated: z.int(), refused: z.int(), results: z.array(LineVerdict) }),
});

const Reason = text(500).min(1, 'Say why, so that the history can be understood.');
const responsePath = z.object({ id: ResponseId });

export const correctResponse = route('POST', '/api/v1/responses/:id/correct', {
  access: 'session-or-key',
  needs: 'responses.correct',
  summary: 'Replace the score or the comment of an answer; the first one stays in its history.',
  params: responsePath,
  body: z.strictObject({ score: z.number().optional(), comment: text(10_000).optional(), reason: Reason }),
  reply: Recorded,
});

export const voidResponse = route('POST', '/api/v1/responses/:id/void', {
  access: 'session-or-key',
  needs: 'responses.correct',
  summary: 'Take an answer out of every figure; it stays in the history.',
  params: responsePath,
  body: z.strictObject({ reason: Reason }),
  reply: Recorded,
});

export const ResponseHistory = z.object({
  id: z.string(),
  history: z.array(
    z.object({
      position: Position,
      type: z.string(),
      at: z.iso.datetime(),
      actor: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type ResponseHistory = z.infer<typeof ResponseHistory>;

export const getResponseHistory = route('GET', '/api/v1/responses/:id/history', {
  access: 'session-or-key',
  needs: 'responses.view',
  summary: 'Everything that happened to one answer, oldest first.',
  params: responsePath,
  reply: ResponseHistory,
});
