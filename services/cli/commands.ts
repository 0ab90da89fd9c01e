import type { Command } from 'commander';

/** Every command, by its first word. Only what is asked for is loaded, so that help and answers come at once. */
export const commands: Record<string, () => Promise<{ register(program: Command): void }>> = {
  import: () => import('./import-responses.ts'),
  query: () => import('./query.ts'),
  correct: () => import('./correct.ts'),
  void: () => import('./void.ts'),
  forget: () => import('./forget.ts'),
  status: () => import('./status.ts'),
  rebuild: () => import('./rebuild.ts'),
  verify: () => import('./verify.ts'),
  events: () => import('./events.ts'),
  company: () => import('./company-create.ts'),
  user: () => import('./user-create.ts'),
  key: () => import('./key.ts'),
  domain: () => import('./domain-verify.ts'),
};
