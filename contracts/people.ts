import * as z from 'zod';
import { Email, PersonName } from './identity.ts';
import { events, route, text } from './kit.ts';
import { Permission } from './permission-schemas.ts';
import { Position } from './position.ts';
import { RoleType } from './role-types.ts';

const RoleName = text(100).min(1, 'A role needs a name.');

export const roleEvents = events({
  RoleDefined: z.object({ roleId: z.string(), name: z.string(), roleType: RoleType, permissions: z.array(Permission) }),
  RoleRenamed: z.object({ roleId: z.string(), name: z.string() }),
  PermissionsChanged: z.object({ roleId: z.string(), permissions: z.array(Permission) }),
});

/** Attribute -> value, for the levels of the company's hierarchy. */
export const TeamPlace = z.record(
  z.string().regex(/^[a-z][a-z0-9_]*_c$/),
  text(200).min(1, 'Name a team, or leave this level out.'),
);

/** The name by which answers say who served. */
export const ServedBy = text(200).min(1, 'A name, or nothing at all.');

export const PersonRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roleId: z.string(),
  role: z.string(),
  roleType: RoleType,
  team: TeamPlace,
  servedBy: z.string().nullable().meta({ description: 'The name by which answers say who served.' }),
  status: z.enum(['invited', 'active', 'disabled']),
  mfa: z.boolean(),
  lastSignIn: z.iso.datetime().nullable(),
});
export type PersonRow = z.infer<typeof PersonRow>;

const managesPeople = { access: 'session', needs: 'users.manage' } as const;
const personId = z.object({ id: z.string() });
const Changed = z.object({ position: Position });

export const listPeople = route('GET', '/api/v1/people', {
  ...managesPeople,
  summary: 'People by name, 50 a page. A manager sees those of the own teams.',
  query: z.object({ search: z.string().max(200).optional(), page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  reply: z.object({ people: z.array(PersonRow), total: z.int() }),
});

export const invitePerson = route('POST', '/api/v1/people', {
  ...managesPeople,
  summary: 'Invites somebody by e-mail. The link works for seven days.',
  body: z.strictObject({
    email: Email,
    name: PersonName,
    roleId: z.string().max(100),
    team: TeamPlace.default({}),
    servedBy: ServedBy.nullable().default(null),
  }),
  reply: z.object({ id: z.string(), position: Position }),
  status: 201,
});

export const changePerson = route('PUT', '/api/v1/people/:id', {
  ...managesPeople,
  summary: 'Role and team of somebody.',
  params: personId,
  body: z.strictObject({
    roleId: z.string().max(100).optional(),
    team: TeamPlace.optional(),
    servedBy: ServedBy.nullable().optional(),
  }),
  reply: Changed,
});

export const disablePerson = route('POST', '/api/v1/people/:id/disable', {
  ...managesPeople,
  summary: 'Ends every session of somebody, and lets them in no more.',
  params: personId,
  reply: Changed,
});
export const enablePerson = route('POST', '/api/v1/people/:id/enable', {
  ...managesPeople,
  summary: 'Lets somebody in again.',
  params: personId,
  reply: Changed,
});
export const resetPersonMfa = route('POST', '/api/v1/people/:id/reset-mfa', {
  ...managesPeople,
  fresh: true,
  summary: 'For somebody who lost their authenticator: they enrol again.',
  params: personId,
  reply: Changed,
});
export const invitePersonAgain = route('POST', '/api/v1/people/:id/invite', {
  ...managesPeople,
  summary: 'Sends the invitation again; the link before works no more.',
  params: personId,
  reply: Changed,
});

export const RoleRow = z.object({
  id: z.string(),
  name: z.string(),
  roleType: RoleType,
  permissions: z.array(Permission),
  people: z.int(),
  fixed: z.boolean().meta({ description: 'The administrator’s role cannot be changed.' }),
});
export type RoleRow = z.infer<typeof RoleRow>;

export const listRoles = route('GET', '/api/v1/roles', {
  ...managesPeople,
  summary: 'Roles and what they may do.',
  reply: z.object({ roles: z.array(RoleRow) }),
});
const managesRoles = { access: 'session', needs: 'roles.manage', fresh: true } as const;
export const defineRole = route('POST', '/api/v1/roles', {
  ...managesRoles,
  summary: 'A new role.',
  body: z.strictObject({ name: RoleName, roleType: RoleType, permissions: z.array(Permission) }),
  reply: z.object({ id: z.string(), position: Position }),
  status: 201,
});
export const changeRole = route('PUT', '/api/v1/roles/:id', {
  ...managesRoles,
  summary: 'Name and permissions of a role. Counts for everybody who has it, at once.',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ name: RoleName.optional(), permissions: z.array(Permission).optional() }),
  reply: Changed,
});

export const Hierarchy = z.object({
  levels: z
    .array(z.object({ attribute: z.string(), label: z.string() }))
    .meta({ description: 'From the widest to the narrowest.' }),
});
export const getHierarchy = route('GET', '/api/v1/hierarchy', {
  ...managesPeople,
  summary: 'The levels by which people and answers belong to teams, and the attributes there are to choose from.',
  reply: Hierarchy.extend({ attributes: z.array(z.object({ attribute: z.string(), label: z.string() })) }),
});
export const defineHierarchy = route('PUT', '/api/v1/hierarchy', {
  access: 'session',
  needs: 'settings.manage',
  summary: 'Which attributes are the levels of teams, from the widest to the narrowest.',
  body: z.strictObject({ levels: z.array(z.string()).max(8) }),
  reply: Changed,
});
