import type { Tally } from '../scoring/scoring.ts';
import type { DayRange } from './company-calendar.ts';
import { type Selection, Values } from './selection.ts';
import { bucketCodes } from './tables.ts';

interface TallyRow {
  total: number;
  promoter: number;
  detractor: number;
  sum: number;
  squares: number;
  comments: number;
}

/**
 * One tally for each group of answers. `float8` because the driver reads it as a number; no count is too large for it.
 * Squares matter to five-star means alone.
 */
export async function talliesBy<Group extends object>(
  selection: Selection,
  days: DayRange,
  groups: readonly string[],
  options: { comments?: boolean; limit?: number } = {},
): Promise<(Group & { tally: Tally; comments: number })[]> {
  const values = new Values();
  const squared = selection.query.questionType === 'fivestar' ? 'sum(f.score * f.score)' : '0';
  const rows = await selection.read.query<Group & TallyRow>(
    `select ${groups.join(', ')}, count(*)::float8 as total,
       (count(*) filter (where f.bucket = ${bucketCodes.promoter}))::float8 as promoter,
       (count(*) filter (where f.bucket = ${bucketCodes.detractor}))::float8 as detractor,
       sum(f.score)::float8 as sum, ${squared}::float8 as squares,
       ${options.comments ? '(count(*) filter (where f.has_comment))' : '0'}::float8 as comments
     ${selection.from(days, values)} group by ${groups.map((_, index) => index + 1).join(', ')} ${options.limit === undefined ? '' : `limit ${options.limit}`}`,
    values.list,
  );
  return rows.map(({ total, promoter, detractor, sum, squares, comments, ...group }) => ({
    ...(group as unknown as Group),
    tally: { total, promoter, passive: total - promoter - detractor, detractor, sum, squares },
    comments,
  }));
}
