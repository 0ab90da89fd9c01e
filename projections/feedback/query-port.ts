import type { DataScope } from '@frankly/contracts/data-scope';
import type { FeedbackData, FeedbackQuery, Measure, Provenance, RuleOption } from '@frankly/contracts/feedback';
import type { CompanyId } from '@frankly/contracts/identity';
import type { QuestionType } from '@frankly/contracts/question-types';
import type { Day } from './company-calendar.ts';

/** A reply in full precision; see `rounded`. Only who waited for a position can say whether it is stale. */
export interface Answered<M extends Measure = Measure> {
  data: FeedbackData[M];
  provenance: Omit<Provenance, 'stale'>;
}

/** The read models behind every figure: what a query has to wait for. */
export const feedbackReadModels = ['feedback_facts', 'response_details'] as const;

/** Every figure of the feedback dashboard, for one company at a time, of the answers that whoever asks may see. */
export interface FeedbackQueries {
  /**
   * @throws DomainError invalid_input for a column, operator, period or page that does not exist; not_allowed for what is
   * asked of a team beyond its totals.
   */
  ask<M extends Measure>(
    companyId: CompanyId,
    scope: DataScope,
    query: FeedbackQuery & { measure: M },
    today: Day,
  ): Promise<Answered<M>>;
  /** The columns that rules and groups may name. */
  options(companyId: CompanyId, questionType?: QuestionType): Promise<RuleOption[]>;
  /** Values that occur in the scope, 50 a page, pages from 1. @throws DomainError invalid_input for an unknown column. */
  optionValues(
    companyId: CompanyId,
    scope: DataScope,
    column: string,
    search: string | undefined,
    page: number,
  ): Promise<OptionValues>;
  /** The company's civil day. @throws DomainError company_unknown */
  today(companyId: CompanyId, now: Date): Promise<Day>;
}

export interface OptionValues {
  values: { value: string; label: string }[];
  more: boolean;
}
