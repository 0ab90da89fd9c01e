import { DomainError, invalid } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { Decider } from '../decider.ts';
import { type CompanyEvent, companyStream } from '../identity/company.ts';
import type { Platform } from '../platform.ts';

export interface DefineHierarchy {
  companyId: CompanyId;
  levels: readonly string[];
}

export interface TeamLevels {
  registered: boolean;
  /** Attribute -> label, of all there are. */
  attributes: ReadonlyMap<string, string>;
  levels: readonly string[];
}

/** The attributes by which people and answers belong to teams, from the widest level to the narrowest. */
export const teamHierarchy: Decider<DefineHierarchy, CompanyEvent, TeamLevels> = {
  stream: ({ companyId }) => companyStream(companyId),
  initial: { registered: false, attributes: new Map(), levels: [] },
  decide({ levels }, { registered, attributes, levels: before }) {
    if (!registered) throw new DomainError('company_unknown');
    for (const [index, level] of levels.entries()) {
      const path = `levels.${index}`;
      if (!attributes.has(level))
        throw invalid({ path, message: `There is no such attribute. ${named([...attributes.keys()])}` });
      if (levels.indexOf(level) < index) throw invalid({ path, message: `${level} is a level already.` });
    }
    return levels.join() === before.join() ? [] : [{ type: 'TeamHierarchyDefined', data: { levels: [...levels] } }];
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'CompanyRegistered':
        return { ...state, registered: true };
      case 'AttributeDefined':
        return { ...state, attributes: new Map([...state.attributes, [data.name, data.label]]) };
      case 'TeamHierarchyDefined':
        return { ...state, levels: data.levels };
    }
    return state;
  },
};

const named = (names: readonly string[]): string => (names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none yet.');

/** Read from the log itself: an attribute may have come a moment ago. */
export async function hierarchyOf({ store }: Pick<Platform, 'store'>, companyId: CompanyId): Promise<TeamLevels> {
  const history = await store.readStream<CompanyEvent>(companyId, companyStream(companyId));
  return history.reduce(
    (state, { type, data }) => teamHierarchy.evolve(state, { type, data } as CompanyEvent),
    teamHierarchy.initial,
  );
}

/** @throws DomainError invalid_input that names the levels there are. */
export function refuseOtherLevels(team: object, levels: readonly string[]): void {
  const [other] = Object.keys(team).filter((name) => !levels.includes(name));
  if (other === undefined) return;
  const existing = levels.length > 0 ? `There are ${levels.join(', ')}.` : 'Define the levels of your teams first.';
  throw invalid({ path: `team.${other}`, message: `${other} is not a level of your teams. ${existing}` });
}
