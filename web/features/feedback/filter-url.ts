import type { builtInColumns, Filter, Operator, Rule, TimeRange } from '@frankly/contracts/filters';
import type { QuestionType } from '@frankly/contracts/question-types';
import { customDays } from './dates.ts';
import { isQuestionType } from './metrics.ts';

/**
 * A filter in an address: `?metric=nps&time=30d&region_c=North&region_c=South&score.lte=6&staff.empty`.
 * A parameter that is named after a column is a rule; its values repeat.
 */
const builtIn: Record<(typeof builtInColumns)[number], true> = {
  staff: true,
  channel: true,
  segment: true,
  score: true,
  bucket: true,
  has_comment: true,
};
const suffixes: Record<Operator, string> = {
  in: '',
  not_in: '.not',
  is_empty: '.empty',
  is_not_empty: '.filled',
  gte: '.gte',
  lte: '.lte',
};
const operatorOf = new Map(Object.entries(suffixes).map(([operator, suffix]) => [suffix, operator as Operator]));

const letters = { day: 'd', week: 'w', month: 'm', year: 'y' } as const;
type CountedUnit = keyof typeof letters;
const unitOf = new Map(Object.entries(letters).map(([unit, letter]) => [letter, unit as CountedUnit]));

const isColumn = (name: string): boolean => name in builtIn || /^[a-z][a-z0-9_]*_c$/.test(name);

export function writeTime({ unit, value }: TimeRange): string {
  if (unit === 'today' || unit === 'ytd') return unit;
  if (unit === 'custom') return String(value);
  return `${value ?? 1}${letters[unit]}`;
}

export function readTime(text: string): TimeRange | null {
  if (text === 'today' || text === 'ytd') return { unit: text };
  const counted = /^([1-9]\d{0,3})([dwmy])$/.exec(text);
  if (counted) {
    const unit = unitOf.get(counted[2] as 'd');
    return unit && Number(counted[1]) <= 3_660 ? { unit, value: Number(counted[1]) } : null;
  }
  return customDays(text) ? { unit: 'custom', value: text } : null;
}

export function writeFilter({ questionType, time, rules }: Filter): URLSearchParams {
  const params = new URLSearchParams({ metric: questionType, time: writeTime(time) });
  for (const { column, operator, value } of rules) {
    const name = column + suffixes[operator];
    if (value.length === 0) params.append(name, '');
    for (const one of value) params.append(name, String(one));
  }
  return params;
}

/** The column and operator that a parameter names, or null when it is no rule at all. */
function ruleName(name: string): { column: string; operator: Operator | undefined } | null {
  const dot = name.indexOf('.');
  const column = dot < 0 ? name : name.slice(0, dot);
  return isColumn(column) ? { column, operator: operatorOf.get(dot < 0 ? '' : name.slice(dot)) } : null;
}

function readRule({ column, operator }: { column: string; operator: Operator }, values: readonly string[]): Rule | null {
  if (operator === 'is_empty' || operator === 'is_not_empty') return { column, operator, value: [] };
  if (operator === 'gte' || operator === 'lte') {
    const limit = Number(values[0]);
    return values[0] && Number.isFinite(limit) ? { column, operator, value: [limit] } : null;
  }
  const given = values.filter((value) => value !== '');
  return given.length > 0 ? { column, operator, value: [...new Set(given)] } : null;
}

export interface UsualFilter {
  questionType: QuestionType;
  time: TimeRange;
}

export interface FilterRead {
  filter: Filter;
  /** Parts of the address that could not be understood and were left out. */
  refused: string[];
}

/** Reads the filter of an address. What is missing is as usual; what is wrong is left out and named. */
export function readFilter(params: URLSearchParams, usual: UsualFilter): FilterRead {
  const refused: string[] = [];
  const metric = params.get('metric');
  if (metric !== null && !isQuestionType(metric)) refused.push(`metric=${metric}`);
  const timeText = params.get('time');
  const time = timeText === null ? usual.time : readTime(timeText);
  if (time === null) refused.push(`time=${timeText}`);
  const rules: Rule[] = [];
  for (const name of new Set(params.keys())) {
    const named = ruleName(name);
    if (!named) continue;
    const { column, operator } = named;
    const rule = operator && rules.length < 20 ? readRule({ column, operator }, params.getAll(name)) : null;
    if (rule) rules.push(rule);
    else refused.push(`${name}=${params.getAll(name).join(',')}`);
  }
  const questionType = isQuestionType(metric) ? metric : usual.questionType;
  return { filter: { questionType, time: time ?? usual.time, rules }, refused };
}

/** Whether an address says anything about the filter. */
export const hasFilter = (params: URLSearchParams): boolean =>
  [...params.keys()].some((name) => name === 'metric' || name === 'time' || ruleName(name) !== null);

/** The address of a filter, with the other parameters of the screen kept. */
export function withFilter(params: URLSearchParams, filter: Filter): URLSearchParams {
  const next = writeFilter(filter);
  for (const [name, value] of params) {
    if (name !== 'metric' && name !== 'time' && !ruleName(name)) next.append(name, value);
  }
  return next;
}
