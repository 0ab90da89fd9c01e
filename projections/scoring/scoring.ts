import type { Bucket } from '@frankly/contracts/feedback';
import { type QuestionType, scales } from '@frankly/contracts/question-types';

/** What a score is: promoters less detractors, the share in the top bucket, or the mean. */
type Formula = 'net' | 'share' | 'mean';
const formulas: Record<QuestionType, Formula> = { nps: 'net', csat: 'share', ces: 'share', fivestar: 'mean' };

/** The scoring rule and its version, e.g. `nps/1`. A changed formula gets the next number. */
export const ruleOf = (type: QuestionType): string => `${type}/1`;

/** Below this a figure is too thin to judge by, and is marked. */
export const fewAnswers = 15;
/** Below this a group has no rank. */
const rankedFrom = 5;
/** Standard errors on each side of a 95 % interval. */
const z = 1.96;

/** How many of the highest scores count as satisfied (csat), agreed (ces) or good (fivestar). */
function topScores(type: QuestionType, scale: number): number {
  if (type === 'csat') return scale === 3 ? 1 : 2;
  return scale === 7 ? 3 : 2;
}

/**
 * NPS: 9-10, 7-8, 0-6. The others mirror their top: as many of the lowest scores are detractors as of the highest are
 * promoters, and what lies between is passive (3 of 5, 4 of 7 for ces, 3-5 of 7 for csat, nothing of 4).
 */
export function bucketOf(type: QuestionType, score: number, scale: number = scales[type].usual): Bucket {
  if (type === 'nps') return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor';
  const top = topScores(type, scale);
  return score > scale - top ? 'promoter' : score <= top ? 'detractor' : 'passive';
}

/** Answers counted: all that any score, interval or rank is made of. */
export interface Tally {
  total: number;
  promoter: number;
  passive: number;
  detractor: number;
  /** Sum of the scores. */
  sum: number;
  /** Sum of the squared scores; only the interval of a mean (fivestar) needs it. */
  squares: number;
}

export const emptyTally: Tally = { total: 0, promoter: 0, passive: 0, detractor: 0, sum: 0, squares: 0 };

export const addTallies = (a: Tally, b: Tally): Tally => ({
  total: a.total + b.total,
  promoter: a.promoter + b.promoter,
  passive: a.passive + b.passive,
  detractor: a.detractor + b.detractor,
  sum: a.sum + b.sum,
  squares: a.squares + b.squares,
});

/** NPS in points, csat and ces in percent, fivestar in stars; unrounded, null when nobody answered. */
export function scoreOf(type: QuestionType, tally: Tally): number | null {
  if (tally.total === 0) return null;
  const formula = formulas[type];
  if (formula === 'mean') return meanOf(tally);
  // One division, so that the quotient is the nearest there is and rounds as its decimals say.
  return (100 * (formula === 'net' ? tally.promoter - tally.detractor : tally.promoter)) / tally.total;
}

export const meanOf = ({ total, sum }: Tally): number | null => (total === 0 ? null : sum / total);

/**
 * Standard error of the score, in its unit. Few or unanimous answers must not look certain, so a few imagined ones are
 * added first: net has 3 (three quarters promoters, three quarters detractors: the adjusted Wald interval), share has 4
 * (half of them at the top: Agresti-Coull), mean has 3 (three quarters at each end of 1 to 5, the rest in the middle).
 */
export function standardErrorOf(type: QuestionType, tally: Tally): number | null {
  if (tally.total === 0) return null;
  switch (formulas[type]) {
    case 'net': {
      const n = tally.total + 3;
      const up = (tally.promoter + 0.75) / n;
      const down = (tally.detractor + 0.75) / n;
      return 100 * Math.sqrt((up + down - (up - down) ** 2) / n);
    }
    case 'share': {
      const n = tally.total + 4;
      const share = (tally.promoter + 2) / n;
      return 100 * Math.sqrt((share * (1 - share)) / n);
    }
    case 'mean': {
      const n = tally.total + 3;
      const mean = (tally.sum + 0.75 * 1 + 1.5 * 3 + 0.75 * 5) / n;
      const meanSquare = (tally.squares + 0.75 * 1 + 1.5 * 9 + 0.75 * 25) / n;
      return Math.sqrt(Math.max(0, meanSquare - mean ** 2) / n);
    }
  }
}

/** Half-width of the 95 % interval, in the unit of the score: what is shown as +/-. */
export function marginOf(type: QuestionType, tally: Tally): number | null {
  const error = standardErrorOf(type, tally);
  return error === null ? null : z * error;
}

export interface Change {
  /** Points, or stars; null when either window is empty. */
  change: number | null;
  /** More than chance explains, at 95 %. */
  significant: boolean;
}

export function changeBetween(type: QuestionType, before: Tally, now: Tally): Change {
  if (before.total === 0 || now.total === 0) return { change: null, significant: false };
  const change = scoreOf(type, now)! - scoreOf(type, before)!;
  const error = Math.hypot(standardErrorOf(type, before)!, standardErrorOf(type, now)!);
  return { change, significant: Math.abs(change) / error > z };
}

/** What leaderboards order by: the score, less what the number of answers leaves open. Null without answers. */
export function rankScoreOf(type: QuestionType, tally: Tally): number | null {
  const score = scoreOf(type, tally);
  if (score === null) return null;
  return score - (type === 'nps' ? 160 / Math.sqrt(tally.total) : marginOf(type, tally)!);
}

/** Rank of each group, 1 the best; ties share a rank and the next one is skipped. Null below five answers. */
export function ranksOf(type: QuestionType, groups: readonly Tally[]): (number | null)[] {
  const rankScores = groups.map((tally) => (tally.total < rankedFrom ? null : rankScoreOf(type, tally)));
  const descending = rankScores.filter((score) => score !== null).toSorted((a, b) => b - a);
  const places = new Map<number, number>();
  descending.forEach((score, index) => {
    if (!places.has(score)) places.set(score, index + 1);
  });
  return rankScores.map((score) => (score === null ? null : places.get(score)!));
}
