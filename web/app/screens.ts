import { IconChartDots3, IconChartLine, IconLayoutDashboard, IconMessages, IconTrophy, type Icon } from '@tabler/icons-react';
import { messages } from './messages.ts';

export interface Screen {
  path: string;
  label: string;
  icon: Icon;
  group: string;
}

/** Every screen there is. Navigation, tab bar and palette are made from this list, so none of them has a dead end. */
export const screens: readonly Screen[] = [
  { path: '/feedback/summary', label: messages.feedback, icon: IconLayoutDashboard, group: messages.listen },
  { path: '/feedback/responses', label: messages.responses, icon: IconMessages, group: messages.listen },
  { path: '/feedback/trend', label: messages.trend, icon: IconChartLine, group: messages.compare },
  { path: '/feedback/leaderboards', label: messages.leaderboards, icon: IconTrophy, group: messages.compare },
  { path: '/feedback/crosstab', label: messages.crosstab, icon: IconChartDots3, group: messages.compare },
];
