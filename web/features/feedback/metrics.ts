import type { Bucket } from '@frankly/contracts/feedback';
import type { QuestionType } from '@frankly/contracts/question-types';

/** How the score of one question type looks and how good it is. */
export interface Metric {
  name: string;
  short: string;
  lowest: number;
  highest: number;
  /** What each bucket is called for this question. */
  buckets: Record<Bucket, string>;
  format: (score: number) => string;
  formatChange: (points: number) => string;
  /** From this score on it is good; below the other it is bad. */
  goodFrom: number;
  badBelow: number;
  /** The score in the middle between good and bad, and how far from it a cell is fully coloured. */
  heat: { middle: number; reach: number };
  /** What the whiskers of +/- are in. */
  unit: string;
}

const minus = '\u2212';
const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `${minus}${-value}` : '0');
const tenths = (value: number): number => Math.round(Math.abs(value) * 10) / 10;
/** Half away from zero, as the server rounds. */
const whole = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

const percent = (score: number): string => `${whole(score)}%`;
const share = { lowest: 0, highest: 100, format: percent, goodFrom: 75, badBelow: 50, unit: 'points' } as const;
const points = (value: number): string => `${tenths(value)} pts`;

export const metrics: Record<QuestionType, Metric> = {
  nps: {
    name: 'Net Promoter Score',
    short: 'NPS',
    lowest: -100,
    highest: 100,
    buckets: { promoter: 'Promoters', passive: 'Passives', detractor: 'Detractors' },
    format: (score) => signed(whole(score)),
    formatChange: (value) => String(tenths(value)),
    goodFrom: 50,
    badBelow: 0,
    heat: { middle: 0, reach: 80 },
    unit: 'points',
  },
  csat: {
    ...share,
    name: 'Customer satisfaction',
    short: 'CSAT',
    buckets: { promoter: 'Satisfied', passive: 'Neutral', detractor: 'Unsatisfied' },
    formatChange: points,
    heat: { middle: 60, reach: 40 },
  },
  ces: {
    ...share,
    name: 'Customer effort',
    short: 'Effort (CES)',
    buckets: { promoter: 'Agreed', passive: 'Neutral', detractor: 'Disagreed' },
    formatChange: points,
    heat: { middle: 60, reach: 40 },
  },
  fivestar: {
    name: 'Five-star rating',
    short: 'Stars',
    lowest: 1,
    highest: 5,
    buckets: { promoter: '4–5 stars', passive: '3 stars', detractor: '1–2 stars' },
    format: (score) => (Math.round(score * 10) / 10).toFixed(1),
    formatChange: (value) => tenths(value).toFixed(1),
    goodFrom: 4,
    badBelow: 3,
    heat: { middle: 3.2, reach: 1.8 },
    unit: 'stars',
  },
};

export const isQuestionType = (text: string | null): text is QuestionType => text !== null && text in metrics;

/** NPS is called `nps` in replies, everything else `score`. */
export const scoreOf = (figures: { nps?: number | null; score?: number | null }): number | null =>
  figures.nps ?? figures.score ?? null;

export const formatScore = (metric: Metric, score: number | null): string => (score === null ? '–' : metric.format(score));
export const formatCount = (count: number): string => count.toLocaleString('en');

/** Green, indigo or red, by where the score stands. */
export function colorOf(metric: Metric, score: number | null): string {
  if (score === null) return 'var(--neutral)';
  if (score >= metric.goodFrom) return 'var(--good)';
  return score < metric.badBelow ? 'var(--bad)' : 'var(--accent)';
}

/** -1 (worst) to 1 (best), for the colour of a cell. */
export const heatOf = ({ heat }: Metric, score: number): number => Math.max(-1, Math.min(1, (score - heat.middle) / heat.reach));

/** Best first: the order in which buckets stand in every bar. */
export const bucketOrder: readonly Bucket[] = ['promoter', 'passive', 'detractor'];
export const bucketColors: Record<Bucket, string> = {
  promoter: 'var(--good)',
  passive: 'var(--neutral)',
  detractor: 'var(--bad)',
};

/** Below this many answers a figure is greyed: at 15 the +/- is still about 30 points. */
export const fewAnswers = 15;
