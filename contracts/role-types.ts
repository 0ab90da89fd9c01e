import * as z from 'zod';

export const roleTypes = ['frontline_staff', 'frontline_manager', 'head_office'] as const;
export const RoleType = z.enum(roleTypes);
export type RoleType = z.infer<typeof RoleType>;
