/** Values of the team's attributes, e.g. { region_c: "North", store_c: "Haarlem" }. */
export type Team = Readonly<Record<string, string>>;

/**
 * Which answers somebody may see. `team` holds those whose attributes match; `own` those that this person served, and of the
 * team beside them the totals only.
 */
export type DataScope = { kind: 'all' } | { kind: 'team'; team: Team } | { kind: 'own'; servedBy: string | null; team: Team };

/** Nobody without a team is in everybody's team. */
const inTeam = (team: Team, attributes: Readonly<Record<string, unknown>>): boolean => {
  const places = Object.entries(team);
  return places.length > 0 && places.every(([name, value]) => String(attributes[name] ?? '') === value);
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
      return scope.servedBy !== null && answer.servedBy === scope.servedBy;
  }
}

/** Whether somebody of `team` belongs below somebody with this scope. */
export const mayManage = (scope: DataScope, team: Team): boolean =>
  scope.kind === 'all' || (scope.kind === 'team' && inTeam(scope.team, team));
