import type { DataScope } from '@frankly/contracts/data-scope';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { type User, userColumns } from '../identity/users.ts';

const perPage = 50;

/** The people that somebody may manage, as a condition on the users, who are called `u`; see `mayManage`. */
function below(scope: DataScope, bind: (value: unknown) => string): string {
  if (scope.kind === 'all') return 'true';
  if (scope.kind === 'own' || Object.keys(scope.team).length === 0) return 'false';
  return `u.team::jsonb @> ${bind(JSON.stringify(scope.team))}::jsonb`;
}

/** By name, 50 a page, pages from 1; those whose name or address has the text in it. */
export async function peopleOf(
  db: ReadDb,
  companyId: CompanyId,
  scope: DataScope,
  { search, page }: { search?: string | undefined; page: number },
): Promise<{ people: User[]; total: number }> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`u.company_id = ${bind(companyId)}`, below(scope, bind)];
  // PostgreSQL cannot hold NUL.
  const text = search?.replaceAll('\0', '').trim();
  if (text) {
    const found = bind(text);
    conditions.push(`(strpos(lower(u.name), lower(${found})) > 0 or strpos(lower(u.email), lower(${found})) > 0)`);
  }
  const from = `from ${db.table('users')} u where ${conditions.join(' and ')}`;
  const [[counted], people] = await Promise.all([
    db.query<{ total: number }>(`select count(*)::int as total ${from}`, values),
    db.query<User>(
      `select ${userColumns} ${from} order by lower(u.name), u.user_id limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    ),
  ]);
  return { people, total: counted?.total ?? 0 };
}

/** How many people hold each role, of those that somebody may manage; those who are disabled do not count. */
export async function holdersByRole(db: ReadDb, companyId: CompanyId, scope: DataScope): Promise<Map<string, number>> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const rows = await db.query<{ roleId: string; people: number }>(
    `select u.role_id as "roleId", count(*)::int as people from ${db.table('users')} u
     where u.company_id = ${bind(companyId)} and ${below(scope, bind)} and u.status <> 'disabled' group by u.role_id`,
    values,
  );
  return new Map(rows.map(({ roleId, people }) => [roleId, people]));
}

/** Ids of those who hold a role and can sign in. */
export async function activeHolders(db: ReadDb, companyId: CompanyId, roleId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select user_id as id from ${db.table('users')} where company_id = $1 and role_id = $2 and status = 'active' order by user_id`,
    [companyId, roleId],
  );
  return rows.map(({ id }) => id);
}
