import type { Rule } from '@frankly/contracts/filters';
import type { QuestionType } from '@frankly/contracts/question-types';
import type { PlainAnswer } from '../../tests/kit/fact-tables.ts';
import { bucketOf, type Tally } from '../scoring/scoring.ts';
import { answers } from './feedback-companies.fixture.ts';

export const valueOf = (answer: PlainAnswer, column: string): string | null => {
  switch (column) {
    case 'staff':
    case 'channel':
    case 'segment':
      return answer[column];
    case 'score':
      return String(answer.score);
    case 'bucket':
      return bucketOf(answer.questionType, answer.score, answer.scale);
    case 'has_comment':
      return String(answer.comment !== null);
    default:
      return Object.hasOwn(answer.attributes, column) ? answer.attributes[column]! : null;
  }
};

function holds({ column, operator, value }: Rule, answer: PlainAnswer): boolean {
  const its = valueOf(answer, column);
  switch (operator) {
    case 'in':
      return its !== null && value.map(String).includes(its);
    case 'not_in':
      return its === null || !value.map(String).includes(its);
    case 'is_empty':
      return its === null;
    case 'is_not_empty':
      return its !== null;
    case 'gte':
      return its !== null && Number(its) >= Number(value[0]);
    case 'lte':
      return its !== null && Number(its) <= Number(value[0]);
  }
}

export const matching = (type: QuestionType, rules: readonly Rule[], from: number, to: number): PlainAnswer[] =>
  answers.filter(
    (answer) =>
      answer.questionType === type && answer.day >= from && answer.day <= to && rules.every((rule) => holds(rule, answer)),
  );

export const inBucket = (list: readonly PlainAnswer[], bucket: string) =>
  list.filter((one) => valueOf(one, 'bucket') === bucket).length;
export const meanOf = (list: readonly PlainAnswer[]) =>
  list.length === 0 ? null : list.reduce((sum, { score }) => sum + score, 0) / list.length;
export const tallyOf = (list: readonly PlainAnswer[]): Tally => ({
  total: list.length,
  promoter: inBucket(list, 'promoter'),
  passive: inBucket(list, 'passive'),
  detractor: inBucket(list, 'detractor'),
  sum: list.reduce((sum, { score }) => sum + score, 0),
  squares: list.reduce((sum, { score }) => sum + score ** 2, 0),
});
export function scoreOf(type: QuestionType, list: readonly PlainAnswer[]): number | null {
  if (list.length === 0) return null;
  if (type === 'fivestar') return meanOf(list);
  return (100 * (inBucket(list, 'promoter') - (type === 'nps' ? inBucket(list, 'detractor') : 0))) / list.length;
}
export const counts = (list: readonly PlainAnswer[]) => ({
  promoter: inBucket(list, 'promoter'),
  passive: inBucket(list, 'passive'),
  detractor: inBucket(list, 'detractor'),
});
export const named = (type: QuestionType, value: unknown) => (type === 'nps' ? { nps: value } : { score: value });
export const groupsOf = (list: readonly PlainAnswer[], column: string) => {
  const groups = new Map<string | null, PlainAnswer[]>();
  for (const answer of list) {
    const value = valueOf(answer, column);
    groups.set(value, [...(groups.get(value) ?? []), answer]);
  }
  return groups;
};
