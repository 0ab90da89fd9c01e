/** Values of the team's attributes, e.g. { region_c: "North", store_c: "Haarlem" }. */
export type Team = Readonly<Record<string, string>>;

/**
 * Which answers somebody may see. `team` holds those whose attributes match; `own` those that this person served, and of the
 * team beside them the totals only. `servedBy` is the name by which answers say who served.
 */
export type DataScope =
  | { kind: 'all'; servedBy?: string | null }
  | { kind: 'team'; team: Team; servedBy?: string | null }
  | { kind: 'own'; team: Team; servedBy: string | null };

/** The scope of programs and operators, who are nobody's team. */
export const everything: DataScope = { kind: 'all' };

/** Nobody without a team is in everybody's team, and an answer that does not say where it belongs is in nobody's. */
const inTeam = (team: Team, attributes: Readonly<Record<string, unknown>>): boolean => {
  const places = Object.entries(team);
  return (
    places.length > 0 && places.every(([name, value]) => Object.hasOwn(attributes, name) && String(attributes[name]) === value)
  );
};

/** Whether somebody may see this one answer. */
export function mayOpen(
  scope: DataScope,
  answer: { servedBy?: string | null | undefined; attributes?: Readonly<Record<string, unknown>> | undefined },
): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'team':
      return inTeam(scope.team, answer.attributes ?? {});
    case 'own':
      return Boolean(scope.servedBy) && answer.servedBy === scope.servedBy;
  }
}

/** Whether somebody of `team` belongs below somebody with this scope. */
export const mayManage = (scope: DataScope, team: Team): boolean =>
  scope.kind === 'all' || (scope.kind === 'team' && inTeam(scope.team, team));
