import * as z from 'zod';
import { events } from './kit.ts';
import { QuestionType } from './question-types.ts';
import { AttributeName } from './responses.ts';

/** Part of the public address `/s/{survey}`, so it is unique among all companies. */
export const SurveyId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{2,60}$/, 'A survey address has 3 to 61 lowercase letters, digits and dashes.');

/** All that a person sees of a survey, and what every answer to it carries. */
export const SurveyContent = z.object({
  questionType: QuestionType,
  scale: z.int(),
  name: z.string().max(200),
  /** Who asks, as the page shows it on top. */
  brand: z.string().min(1).max(100),
  question: z.string().min(1).max(300),
  lowLabel: z.string().max(60),
  highLabel: z.string().max(60),
  commentPrompt: z.string().max(200),
  thanks: z.string().max(300),
  channel: z.string().max(200).optional(),
  attributes: z.record(AttributeName, z.string().max(300)).optional(),
  /** Attributes that a link to the page may set, e.g. `/s/visit?store_c=Utrecht`. */
  linkAttributes: z.array(AttributeName).max(20).optional(),
});
export type SurveyContent = z.infer<typeof SurveyContent>;

export const surveyEvents = events({
  /** A frozen version: answers name it, so that old ones keep their question. */
  SurveyPublished: z.object({ surveyId: SurveyId, version: z.int().min(1), ...SurveyContent.shape }),
});

/** Longest comment of the page: in any script it fits the 64 kB that a form may weigh. */
export const longestPageComment = 5_000;

/** Words of the public page that no survey sets. */
export const surveyPageWords = {
  send: 'Send',
  confirm: 'Confirm and send',
  chosen: (score: string) => `You chose ${score}. Change it if you like, then confirm.`,
  pickFirst: 'Please choose a score first.',
  pickWithin: (lowest: number, highest: number) => `Please choose a score from ${lowest} to ${highest}.`,
  changed: 'The question changed while you were answering. Please answer it once more.',
  shorten: `Please keep your comment under ${longestPageComment.toLocaleString('en')} characters.`,
  errorTitle: 'Please check your answer',
  optional: 'optional',
  leaveEmpty: 'Leave this field empty',
  reaches: (brand: string) => `Your answer goes straight to ${brand}.`,
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  done: 'Thank you',
  unknownTitle: 'This survey is not here',
  unknown: 'The link may be incomplete, or the survey has ended. Please check the address, or ask whoever sent it to you.',
  failedTitle: 'That did not work',
  failed: 'Your answer was not saved. Please go back and send it again in a moment.',
  notShown: 'This page cannot be shown right now. Please try again in a moment.',
  tooLarge: 'Your answer is too long to be saved. Please go back and shorten it.',
} as const;
