import { DomainError } from '@frankly/contracts/errors';
import type { FeedbackData, Measure } from '@frankly/contracts/feedback';
import type { Progress } from '../engine/progress.ts';
import { ruleOf } from '../scoring/scoring.ts';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { columnNamed, columnsOf, ruleOptions } from './columns.ts';
import { type DayRange, dayOf, daysOf } from './company-calendar.ts';
import { crosstab } from './crosstab.ts';
import { leaderboard } from './leaderboard.ts';
import { type Answered, type FeedbackQueries, feedbackReadModels } from './query-port.ts';
import { valuesOf } from './option-values.ts';
import { responses } from './response-list.ts';
import { select, type Selection, within } from './selection.ts';
import { type Measured, stats, summary, trend } from './summary.ts';
import { companyDays, facts } from './tables.ts';

const measured: { [M in Measure]: (selection: Selection, days: DayRange) => Promise<Measured<FeedbackData[M]>> } = {
  summary,
  stats,
  trend,
  leaderboard,
  crosstab,
  responses,
};

/** SQL over the coded facts. */
export function sqlFeedbackQueries(read: ReadDb, progress: Pick<Progress, 'reached'>): FeedbackQueries {
  return {
    async ask(companyId, scope, query, today) {
      const days = daysOf(query.time, today);
      // Before the facts are read: what they hold is at least this.
      const [position, columns] = await Promise.all([progress.reached(feedbackReadModels), columnsOf(read, companyId)]);
      const { data, answers } = await measured[query.measure](await select(read, companyId, scope, query, columns), days);
      return {
        data,
        provenance: { projection: read.table(facts.name), rule: ruleOf(query.questionType), position, answers },
      } satisfies Answered<typeof query.measure>;
    },
    options: (companyId, questionType = 'nps') => ruleOptions(read, companyId, questionType),
    async optionValues(companyId, scope, name, search, page) {
      const columns = await columnsOf(read, companyId);
      const column = columnNamed(columns, name, 'option');
      return valuesOf(await within(read, companyId, scope, columns), column, search ?? '', page);
    },
    async today(companyId, now) {
      const [company] = await read.query<{ time_zone: string }>(
        `select time_zone from ${read.table(companyDays.name)} where company_id = $1`,
        [companyId],
      );
      if (!company) throw new DomainError('company_unknown');
      return dayOf(now.getTime(), company.time_zone);
    },
  };
}
