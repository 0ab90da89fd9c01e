import { DomainError } from '@frankly/contracts/errors';
import { attributeLimit, type CompanyId, type companyEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Decider } from '../decider.ts';
import { type CommandContext, handle } from '../handle.ts';
import type { Platform } from '../platform.ts';

type CompanyEvent = EventsOf<typeof companyEvents>;

export interface DefineAttributes {
  companyId: CompanyId;
  names: readonly string[];
}

interface AttributeState {
  registered: boolean;
  names: readonly string[];
}

/** `region_c` -> `Region`, `store_size_c` -> `Store size`. */
const labelOf = (name: string): string => {
  const words = name.replace(/_c$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The attributes that a company's answers carry. Each takes the next slot and keeps it for ever. */
export const companyAttributes: Decider<DefineAttributes, CompanyEvent, AttributeState> = {
  stream: ({ companyId }) => `company-${companyId}`,
  initial: { registered: false, names: [] },
  decide({ names }, state) {
    if (!state.registered) throw new DomainError('company_unknown');
    const added = [...new Set(names)].filter((name) => !state.names.includes(name));
    const beyond = added.slice(Math.max(0, attributeLimit - state.names.length));
    if (beyond.length > 0) throw tooMany(beyond);
    return added.map((name, index) => ({
      type: 'AttributeDefined',
      data: { name, label: labelOf(name), slot: state.names.length + index + 1 },
    }));
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CompanyRegistered':
        return { ...state, registered: true };
      case 'AttributeDefined':
        return { ...state, names: [...state.names, event.data.name] };
      default:
        return state;
    }
  },
};

const tooMany = (names: readonly string[]): DomainError =>
  new DomainError(
    'too_many_attributes',
    names.map((name) => ({ path: `attributes.${name}`, message: `${name} would be beyond ${attributeLimit} attributes.` })),
  );

/** Makes sure that attributes are defined before an answer names them. Remembers, per company, those that are. */
export function createAttributeBook(platform: Platform) {
  const known = new Map<CompanyId, Set<string>>();
  const turns = new Map<CompanyId, Promise<void>>();

  async function load(companyId: CompanyId): Promise<Set<string>> {
    const history = await platform.store.readStream<CompanyEvent>(companyId, companyAttributes.stream({ companyId, names: [] }));
    const { names } = history.reduce(
      (state, { type, data }) => companyAttributes.evolve(state, { type, data } as CompanyEvent),
      companyAttributes.initial,
    );
    const found = new Set(names);
    known.set(companyId, found);
    return found;
  }

  async function define(names: readonly string[], context: CommandContext): Promise<void> {
    const { companyId } = context;
    const defined = known.get(companyId) ?? (await load(companyId));
    const missing = names.filter((name) => !defined.has(name));
    if (missing.length === 0) return;
    if (defined.size >= attributeLimit) throw tooMany(missing);
    await handle(platform, companyAttributes, { companyId, names: missing }, context);
    for (const name of missing) defined.add(name);
  }

  return {
    /** @throws DomainError too_many_attributes, naming them */
    async ensure(names: readonly string[], context: CommandContext): Promise<void> {
      const { companyId } = context;
      const defined = known.get(companyId);
      if (defined && names.every((name) => defined.has(name))) return;
      // One at a time within the process, so that answers that come together do not conflict with each other.
      const before = turns.get(companyId) ?? Promise.resolve();
      const turn = before.catch(() => undefined).then(() => define(names, context));
      turns.set(companyId, turn);
      await turn;
    },
  };
}
