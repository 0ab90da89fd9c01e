import type { Permission } from '@frankly/contracts/permissions';
import {
  IconChartDots3,
  IconChartLine,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLock,
  IconMessages,
  IconShieldLock,
  IconTrophy,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { messages } from './messages.ts';

export interface Screen {
  path: string;
  label: string;
  icon: Icon;
  group: string;
  /** Who may not do this is not shown the screen. */
  needs: Permission;
}

const feedback = { needs: 'responses.view' } as const;

/** Every screen there is. Navigation, tab bar and palette are made from this list, so none of them has a dead end. */
export const screens: readonly Screen[] = [
  { path: '/feedback/summary', label: messages.feedback, icon: IconLayoutDashboard, group: messages.listen, ...feedback },
  { path: '/feedback/responses', label: messages.responses, icon: IconMessages, group: messages.listen, ...feedback },
  { path: '/feedback/trend', label: messages.trend, icon: IconChartLine, group: messages.compare, ...feedback },
  { path: '/feedback/leaderboards', label: messages.leaderboards, icon: IconTrophy, group: messages.compare, ...feedback },
  { path: '/feedback/crosstab', label: messages.crosstab, icon: IconChartDots3, group: messages.compare, ...feedback },
  { path: '/admin/people', label: messages.people, icon: IconUsers, group: messages.admin, needs: 'users.manage' },
  { path: '/admin/roles', label: messages.rolesScreen, icon: IconShieldLock, group: messages.admin, needs: 'users.manage' },
  { path: '/admin/keys', label: messages.keys, icon: IconKey, group: messages.admin, needs: 'keys.manage' },
  { path: '/admin/security', label: messages.security, icon: IconLock, group: messages.admin, needs: 'settings.manage' },
  { path: '/admin/audit', label: messages.audit, icon: IconHistory, group: messages.admin, needs: 'audit.view' },
];

export const screenAt = (pathname: string): Screen | undefined =>
  screens.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
