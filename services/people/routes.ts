import {
  changePerson,
  changeRole,
  defineHierarchy,
  defineRole,
  disablePerson,
  enablePerson,
  getHierarchy,
  invitePerson,
  invitePersonAgain,
  listPeople,
  listRoles,
  type PersonRow,
  resetPersonMfa,
} from '@frankly/contracts/people';
import { rolesOf } from '@frankly/projections/identity/roles';
import { peopleOf } from '@frankly/projections/people/people-list';
import type { FastifyPluginAsync } from 'fastify';
import { handle } from '../handle.ts';
import type { Caller } from '../http/authentication.ts';
import type { Bind } from '../http/binder.ts';
import type { Platform } from '../platform.ts';
import type { Manager } from './authority.ts';
import { hierarchyOf, teamHierarchy } from './hierarchy.ts';
import * as people from './people.ts';
import * as roles from './roles.ts';
import { settled } from '../settled.ts';

const managing = ({ caller, correlationId }: { caller: Caller; correlationId: string }): Manager => ({
  companyId: caller.companyId,
  actor: caller.actor,
  permissions: caller.permissions,
  scope: caller.scope,
  userId: caller.person!.userId,
  correlationId,
});

export const peopleRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'People');

    on(listPeople, async ({ query, caller: { companyId, scope } }) => {
      const [{ people: found, total }, known] = await Promise.all([
        peopleOf(platform.read, companyId, scope, query),
        rolesOf(platform.read, companyId),
      ]);
      const nameOf = new Map(known.map(({ id, name }) => [id, name]));
      return {
        total,
        people: found.map(
          ({ lastSignIn, role, ...person }): PersonRow => ({
            ...person,
            role: nameOf.get(person.roleId) ?? role,
            team: { ...person.team },
            lastSignIn: lastSignIn?.toISOString() ?? null,
          }),
        ),
      };
    });
    on(invitePerson, (call) => people.invite(platform, managing(call), call.body));
    on(changePerson, (call) => people.change(platform, managing(call), call.params.id, call.body));
    on(disablePerson, (call) => people.disable(platform, managing(call), call.params.id));
    on(enablePerson, (call) => people.enable(platform, managing(call), call.params.id));
    on(resetPersonMfa, (call) => people.resetMfa(platform, managing(call), call.params.id));
    on(invitePersonAgain, (call) => people.inviteAgain(platform, managing(call), call.params.id));

    on(listRoles, async ({ caller }) => ({ roles: await roles.listRolesFor(platform, caller) }));
    on(defineRole, (call) => roles.define(platform, managing(call), call.body));
    on(changeRole, (call) => roles.change(platform, managing(call), call.params.id, call.body));

    on(getHierarchy, async ({ caller: { companyId } }) => {
      const { attributes, levels } = await hierarchyOf(platform, companyId);
      const labelled = (attribute: string) => ({ attribute, label: attributes.get(attribute) ?? attribute });
      return { levels: levels.map(labelled), attributes: [...attributes.keys()].map(labelled) };
    });
    on(defineHierarchy, async (call) => {
      const { companyId } = call.caller;
      const { position } = await handle(platform, teamHierarchy, { companyId, levels: call.body.levels }, managing(call));
      return settled(platform, ['companies'], position);
    });
  };
