import * as z from 'zod';
import { Filter, operators } from './filters.ts';
import { route } from './kit.ts';
import { Position } from './position.ts';
import { QuestionType } from './question-types.ts';

export const measures = ['summary', 'stats', 'trend', 'leaderboard', 'crosstab', 'responses'] as const;
export const Measure = z.enum(measures, { error: `A measure is one of ${measures.join(', ')}.` });
export type Measure = z.infer<typeof Measure>;

export const buckets = ['detractor', 'passive', 'promoter'] as const;
/** NPS words serve every metric: a satisfied CSAT answer is a promoter, a neutral one passive. */
export const Bucket = z.enum(buckets);
export type Bucket = z.infer<typeof Bucket>;

export const FeedbackQuery = z.strictObject({
  ...Filter.shape,
  measure: Measure,
  of: z.enum(['own', 'team']).optional().meta({
    description:
      'Answers that you served, or those of your team. Frontline staff see `own` when not said, and of `team` the summary, stats and trend as a whole.',
  }),
  groupBy: z.string().optional().meta({ description: 'Column of a leaderboard.' }),
  row: z.string().optional(),
  column: z.string().optional(),
  period: z.enum(['day', 'week', 'month']).optional(),
  search: z.string().max(200).optional(),
  page: z.string().max(200).optional().meta({ description: 'The `nextPage` of the reply before.' }),
  pageSize: z.int().min(1).max(200).optional(),
  /** Decimals of scores in the reply. Counts are always exact. */
  digits: z.int().min(0).max(6).optional(),
  /** Wait up to two seconds for this position; the reply is `stale` when it has not come by then. */
  atLeast: Position.optional(),
});
export type FeedbackQuery = z.infer<typeof FeedbackQuery>;
export type FeedbackQueryInput = z.input<typeof FeedbackQuery>;

const Score = z.number().nullable().meta({ description: 'Null when nobody answered, never 0.' });

/** `nps` for NPS questions, `score` for the others (percent satisfied or agreed, or mean stars). */
const scored = { nps: Score.optional(), score: Score.optional() };
const counted = { total: z.int(), promoter: z.int(), passive: z.int(), detractor: z.int() };

export const Summary = z.object({
  ...scored,
  ...counted,
  mean: Score,
  change: Score,
  significant: z.boolean(),
  margin: Score.meta({ description: 'Half-width of the 95 % interval, in the unit of the score.' }),
  previous: z.object({ ...scored, total: z.int(), from: z.iso.date(), to: z.iso.date() }),
  from: z.iso.date(),
  to: z.iso.date(),
});
export type Summary = z.infer<typeof Summary>;

export const Stats = z.object({
  ...counted,
  sent: z.int().nullable(),
  opened: z.int().nullable(),
  responded: z.int(),
  responseRate: z.number().nullable(),
  reminded: z.int().nullable(),
  comments: z.int(),
});
export type Stats = z.infer<typeof Stats>;

export const Trend = z.object({
  period: z.enum(['day', 'week', 'month']),
  labels: z.array(z.iso.date()).meta({ description: 'First day of each period.' }),
  nps: z.array(Score).optional(),
  score: z.array(Score).optional(),
  mean: z.array(Score),
  totalResponded: z.array(z.int()),
  promoter: z.array(z.int()),
  passive: z.array(z.int()),
  detractor: z.array(z.int()),
});
export type Trend = z.infer<typeof Trend>;

export const LeaderboardRow = z.object({
  group: z.string().nullable().meta({ description: 'Null for answers without a value.' }),
  ...scored,
  mean: Score,
  margin: Score,
  responded: z.int(),
  promoter: z.int(),
  passive: z.int(),
  detractor: z.int(),
  rank: z.int().nullable().meta({ description: 'Null below five answers and for answers without a value. Ties share a rank.' }),
  change: Score,
  few: z.boolean().meta({ description: 'Fewer than 15 answers: too few to judge by.' }),
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;
export const Leaderboard = z.object({ groupBy: z.string(), rows: z.array(LeaderboardRow) });
export type Leaderboard = z.infer<typeof Leaderboard>;

export const CrosstabCell = z.object({
  row: z.string().nullable(),
  column: z.string().nullable(),
  score: Score,
  mean: Score,
  total: z.int(),
  few: z.boolean(),
  shareOfRow: z.number().meta({ description: 'Percent of the answers of this row.' }),
  shareOfColumn: z.number().meta({ description: 'Percent of the answers of this column.' }),
  shareOfAll: z.number().meta({ description: 'Percent of all these answers.' }),
});
export type CrosstabCell = z.infer<typeof CrosstabCell>;
export const Crosstab = z.object({
  rows: z.array(z.string().nullable()),
  columns: z.array(z.string().nullable()),
  cells: z.array(CrosstabCell).meta({ description: 'Only cells with answers behind them, row by row.' }),
});
export type Crosstab = z.infer<typeof Crosstab>;

export const ResponseRow = z.object({
  id: z.string(),
  questionType: QuestionType,
  score: z.int(),
  scale: z.int(),
  bucket: Bucket,
  comment: z.string().nullable(),
  contact: z.string().nullable().meta({ description: 'The name to show, else e-mail or mobile.' }),
  answeredAt: z.iso.datetime(),
  staff: z.string().nullable(),
  channel: z.string().nullable(),
  segment: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  corrected: z.boolean(),
});
export type ResponseRow = z.infer<typeof ResponseRow>;
export const Responses = z.object({ rows: z.array(ResponseRow), nextPage: z.string().nullable() });
export type Responses = z.infer<typeof Responses>;

/** What each measure answers. */
export interface FeedbackData {
  summary: Summary;
  stats: Stats;
  trend: Trend;
  leaderboard: Leaderboard;
  crosstab: Crosstab;
  responses: Responses;
}

export const Provenance = z.object({
  projection: z.string().meta({ description: 'The read model and its version.' }),
  rule: z.string().meta({ description: 'The scoring rule and its version.' }),
  position: Position,
  answers: z.int().meta({ description: 'How many answers are behind this reply.' }),
  stale: z.boolean(),
});
export type Provenance = z.infer<typeof Provenance>;

export interface FeedbackReply<M extends Measure = Measure> {
  data: FeedbackData[M];
  provenance: Provenance;
}

export const queryFeedback = route('POST', '/api/v1/query', {
  access: 'session-or-key',
  needs: 'responses.view',
  summary: 'Every figure of the feedback dashboard.',
  body: FeedbackQuery,
  reply: z.object({
    data: z.union([Summary, Stats, Trend, Leaderboard, Crosstab, Responses]),
    provenance: Provenance,
  }),
});

export const columnKinds = ['text', 'number', 'choice', 'flag'] as const;

/** A column that rules, group-by, rows and columns may name. */
export const RuleOption = z.object({
  value: z.string().meta({ description: 'The column.' }),
  label: z.string(),
  kind: z.enum(columnKinds),
  operators: z.array(z.enum(operators)),
  common: z.boolean(),
  /** Fixed choices (bucket, has_comment, score); the others are asked for by `/filter/options/{option}`. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type RuleOption = z.infer<typeof RuleOption>;

export const getFilterOptions = route('GET', '/filter/options', {
  access: 'session-or-key',
  needs: 'responses.view',
  summary: 'The columns that a filter may name.',
  query: z.object({ questionType: QuestionType.optional() }),
  reply: z.object({ options: z.array(RuleOption) }),
});

export const getFilterOptionValues = route('GET', '/filter/options/:option', {
  access: 'session-or-key',
  needs: 'responses.view',
  summary: 'The values of one column, 50 a page.',
  params: z.object({ option: z.string() }),
  query: z.object({
    search: z.string().max(200).optional(),
    pagination: z.string().optional(),
    page: z.coerce.number().int().min(1).default(1),
  }),
  reply: z.object({ values: z.array(z.object({ value: z.string(), label: z.string() })), more: z.boolean() }),
});

/** Server-sent events: `event: advanced`, `data: Advanced`, whenever this company's figures may have changed. */
export const livePath = '/api/v1/live';
export const Advanced = z.object({ position: Position, at: z.iso.datetime() });
export type Advanced = z.infer<typeof Advanced>;
