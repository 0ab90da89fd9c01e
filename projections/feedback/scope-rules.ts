import type { DataScope } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import type { FeedbackQuery, Measure } from '@frankly/contracts/feedback';
import type { Rule } from '@frankly/contracts/filters';

const is = (column: string, value: string): Rule => ({ column, operator: 'in', value: [value] });

/** The rules that keep figures within what somebody may see, or null when that is nothing at all. */
export function scopeRules(scope: DataScope, of?: FeedbackQuery['of']): Rule[] | null {
  const served = scope.servedBy ? [is('staff', scope.servedBy)] : null;
  switch (scope.kind) {
    case 'all':
      return of === 'own' ? served : [];
    case 'team':
      return of === 'own' ? served && joined(scope.team, served) : joined(scope.team);
    case 'own':
      return of === 'team' ? joined(scope.team) : served;
  }
}

function joined(team: Extract<DataScope, { kind: 'team' }>['team'], more: readonly Rule[] = []): Rule[] | null {
  const places = Object.entries(team);
  return places.length === 0 ? null : [...places.map(([level, value]) => is(level, value)), ...more];
}

const totals: readonly Measure[] = ['summary', 'stats', 'trend'];

/** Of a team that one is only a part of there are totals: one that could be filtered would be a colleague's answer. */
export function refuseBeyondTotals(scope: DataScope, query: FeedbackQuery): void {
  if (scope.kind !== 'own' || query.of !== 'team') return;
  const { measure, rules, search, groupBy, row, column } = query;
  if (!totals.includes(measure) || rules.length > 0 || search || groupBy || row || column) throw new DomainError('not_allowed');
}
