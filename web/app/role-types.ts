import type { RoleType } from '@frankly/contracts/role-types';
import { messages } from './messages.ts';

/** From the narrowest sight of the answers to the widest. */
export const roleTypes = Object.keys(messages.roles) as readonly RoleType[];
