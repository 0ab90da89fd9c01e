import type { CompanyId } from '@frankly/contracts/identity';
import type { Platform } from '../platform.ts';

const contextOf = (companyId: CompanyId, name: string): string => `company secret ${companyId}/${name}`;

/** Keeps a secret of the company, sealed. Answers the one in force: with `first`, one that is there already stays. */
export async function keepSecret(
  { pool, vault }: Platform,
  companyId: CompanyId,
  name: string,
  secret: string,
  { first = false }: { first?: boolean } = {},
): Promise<string> {
  const context = contextOf(companyId, name);
  const { rows } = await pool.query<{ sealed: string }>(
    `insert into company_secrets as s (company_id, name, sealed) values ($1, $2, $3)
     on conflict (company_id, name) do update set sealed = ${first ? 's.sealed' : 'excluded.sealed'} returning sealed`,
    [companyId, name, vault.seal(secret, context)],
  );
  return vault.open(rows[0]!.sealed, context);
}

export async function secretOf({ pool, vault }: Platform, companyId: CompanyId, name: string): Promise<string | null> {
  const { rows } = await pool.query<{ sealed: string }>(
    'select sealed from company_secrets where company_id = $1 and name = $2',
    [companyId, name],
  );
  return rows[0] ? vault.open(rows[0].sealed, contextOf(companyId, name)) : null;
}

export async function dropSecret({ pool }: Platform, companyId: CompanyId, name: string): Promise<void> {
  await pool.query('delete from company_secrets where company_id = $1 and name = $2', [companyId, name]);
}
