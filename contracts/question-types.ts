import * as z from 'zod';

export const questionTypes = ['nps', 'csat', 'ces', 'fivestar'] as const;
export const QuestionType = z.enum(questionTypes, { error: 'Question type is one of nps, csat, ces, fivestar.' });
export type QuestionType = z.infer<typeof QuestionType>;

interface Scale {
  lowest: number;
  /** The highest score when the answer names no scale. */
  usual: number;
  /** The highest scores that an answer may name as its scale. */
  allowed: readonly number[];
}

/** NPS runs 0 to 10, everything else from 1 up to its scale. */
export const scales: Record<QuestionType, Scale> = {
  nps: { lowest: 0, usual: 10, allowed: [10] },
  csat: { lowest: 1, usual: 5, allowed: [3, 4, 5, 6, 7] },
  ces: { lowest: 1, usual: 7, allowed: [5, 7] },
  fivestar: { lowest: 1, usual: 5, allowed: [5] },
};

const labels: Record<QuestionType, string> = { nps: 'An NPS', csat: 'A CSAT', ces: 'A CES', fivestar: 'A five-star' };

/** Why a score or scale does not fit its question, in words, or null when it fits. */
export function scaleProblem(
  type: QuestionType,
  score: number,
  scale = scales[type].usual,
): { path: 'score' | 'scale'; message: string } | null {
  const { lowest, allowed } = scales[type];
  if (!allowed.includes(scale))
    return { path: 'scale', message: `${labels[type]} question has a scale of ${allowed.join(', ')}.` };
  if (!Number.isInteger(score) || score < lowest || score > scale) {
    return { path: 'score', message: `${labels[type]} score is a whole number from ${lowest} to ${scale}.` };
  }
  return null;
}
