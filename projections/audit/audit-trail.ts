import type { CompanyId } from '@frankly/contracts/identity';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { entries } from './audit-entries.ts';

/** Where a page ended: milliseconds since 1970, and the position among entries of the same moment. */
export interface Place {
  at: number;
  position: string;
}

export interface TrailQuery {
  companyId: CompanyId;
  /** Whom it is about, or who did it: a person's id, or an actor such as `key:…`. */
  person?: string | undefined;
  kind?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
  after?: Place | undefined;
  /** Only what is about these people, or was done by them and is about nobody; null for everything. */
  people: readonly string[] | null;
  limit: number;
}

export interface TrailEntry extends Place {
  id: string;
  kind: string;
  actor: string;
  /** Of the person or key that did it; null when it was neither, or is not known any more. */
  actorName: string | null;
  userId: string | null;
  userName: string | null;
  details: Record<string, string>;
}

/** Newest first. The place of the last entry is the next page, so entries that arrive meanwhile move nothing. */
export async function auditTrail(db: ReadDb, query: TrailQuery): Promise<TrailEntry[]> {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { companyId, person, kind, from, before, after, people, limit } = query;

  const conditions = [`e.company_id = ${bind(companyId, 'uuid')}`];
  if (kind !== undefined) conditions.push(`e.kind = ${bind(kind, 'text')}`);
  if (from) conditions.push(`e.at >= ${bind(from, 'timestamptz')}`);
  if (before) conditions.push(`e.at < ${bind(before, 'timestamptz')}`);
  if (after) {
    conditions.push(`(e.at, e.position) < (${bind(new Date(after.at), 'timestamptz')}, ${bind(after.position, 'bigint')})`);
  }
  if (people) {
    const seen = bind([...people], 'text[]');
    const actors = bind(people.map(actorOf), 'text[]');
    conditions.push(`(e.user_id = any(${seen}) or (e.user_id is null and e.actor = any(${actors})))`);
  }
  const most = bind(limit, 'int');
  const newest = (condition?: string) =>
    `select e.* from ${db.table(entries.name)} e where ${[...conditions, ...(condition ? [condition] : [])].join(' and ')}
     order by e.at desc, e.position desc limit ${most}`;

  // Two walks of an index that each stop early, in place of one that reads all there is of the company.
  const page =
    person === undefined
      ? newest()
      : `(${newest(`e.user_id = ${bind(person, 'text')}`)}) union
         (${newest(`e.actor = any(${bind([person, actorOf(person)], 'text[]')})`)})`;

  return db.query<TrailEntry>(
    `select e.id, (extract(epoch from e.at) * 1000)::float8 as at, e.position::text, e.kind, e.actor, e.user_id as "userId",
       u.name as "userName", coalesce(a.name, k.name) as "actorName",
       (e.details::jsonb || coalesce(e.personal::jsonb, '{}'))::json as details
     from (${page}) e
     left join ${db.table('users')} u on u.company_id = e.company_id and u.user_id = e.user_id
     left join ${db.table('users')} a on a.company_id = e.company_id and e.actor like 'user:%' and a.user_id = substr(e.actor, 6)
     left join ${db.table('api_keys')} k on k.company_id = e.company_id and e.actor like 'key:%' and k.key_id = substr(e.actor, 5)
     order by e.at desc, e.position desc limit ${most}`,
    values,
  );
}

const actorOf = (userId: string): string => `user:${userId}`;
