import type { RoleType } from './role-types.ts';

/** All that a role may be granted, in the words of whoever grants it. */
export const permissionWords = {
  'responses.view': 'See answers and figures',
  'responses.record': 'Record answers',
  'responses.correct': 'Correct and void answers',
  'surveys.edit': 'Edit and publish surveys',
  'cases.manage': 'Handle cases',
  'notices.send': 'Send notices',
  'users.manage': 'Invite and manage people',
  'roles.manage': 'Define roles and what they may do',
  'keys.manage': 'Create and revoke API keys',
  'settings.manage': 'Change security settings and single sign-on',
  'audit.view': 'Read the audit trail',
} as const;

export type Permission = keyof typeof permissionWords;
export const permissions = Object.keys(permissionWords) as [Permission, ...Permission[]];

/** What an API key may be limited to. A key without a limit may do all of these. */
export const keyScopes = ['responses.record', 'responses.view', 'responses.correct'] as const satisfies Permission[];
export type KeyScope = (typeof keyScopes)[number];

export interface BuiltInRole {
  id: string;
  name: string;
  roleType: RoleType;
  permissions: readonly Permission[];
}

const managing: readonly Permission[] = ['responses.view', 'responses.correct', 'cases.manage', 'notices.send'];

/** Roles that every company has from its first day. All but the administrator's may be granted more or less. */
export const builtInRoles: readonly BuiltInRole[] = [
  { id: 'frontline_staff', name: 'Team member', roleType: 'frontline_staff', permissions: ['responses.view'] },
  { id: 'frontline_manager', name: 'Manager', roleType: 'frontline_manager', permissions: managing },
  { id: 'head_office', name: 'Head office', roleType: 'head_office', permissions: [...managing, 'surveys.edit'] },
  { id: 'admin', name: 'Administrator', roleType: 'head_office', permissions },
];
export const administrator = 'admin';
