import type { Rule } from './filters.ts';

/** Adding a rule replaces any on the same column; a rule without values that needs some is dropped. */
export function withRule(rules: readonly Rule[], rule: Rule): Rule[] {
  const others = rules.filter((one) => one.column !== rule.column);
  const needsValues = rule.operator !== 'is_empty' && rule.operator !== 'is_not_empty';
  return needsValues && rule.value.length === 0 ? others : [...others, rule];
}
