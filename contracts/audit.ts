import * as z from 'zod';
import { route } from './kit.ts';

/** One thing that happened, as the audit page shows it. `details` never hold a secret. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string().meta({ description: 'The event, e.g. SignedIn.' }),
  actor: z.object({ id: z.string(), name: z.string() }).meta({ description: 'Who did it: `user:<id>`, `key:<id>`, `system`, …' }),
  person: z.object({ id: z.string(), name: z.string() }).nullable().meta({ description: 'Whom it is about.' }),
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const getAudit = route('GET', '/api/v1/audit', {
  access: 'session',
  needs: 'audit.view',
  summary: 'What happened to accounts, roles, keys and security settings; newest first, 50 a page.',
  query: z.object({
    person: z.string().max(100).optional().meta({ description: 'Whom it is about or who did it.' }),
    kind: z.string().max(100).optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    page: z.string().max(200).optional().meta({ description: 'The `nextPage` of the reply before.' }),
  }),
  reply: z.object({
    entries: z.array(AuditEntry),
    kinds: z.array(z.string()).meta({ description: 'Every kind there is to choose from.' }),
    nextPage: z.string().nullable(),
  }),
});
