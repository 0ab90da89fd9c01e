import type { CompanyId } from '@frankly/contracts/identity';
import type { Pool } from 'pg';

/** Enough for the contacts of a busy hour; beyond it, links are simply written again. */
const remembered = 100_000;

/** Remembers which data subjects are the same contact, because an answer named them together. */
export function createContactLinks(pool: Pool) {
  const known = new Set<string>();

  return {
    /** Each contact's subjects, the one that its answers belong to first. */
    async link(companyId: CompanyId, contacts: readonly (readonly string[])[]): Promise<void> {
      const pairs = contacts
        .flatMap(([subject, ...others]) => others.map((other) => ({ subject: subject!, other })))
        .filter(({ subject, other }) => !known.has(`${companyId}/${subject}/${other}`));
      if (pairs.length === 0) return;
      await pool.query(
        `insert into contact_links (company_id, subject_id, same_as)
         select $1, * from unnest($2::text[], $3::text[]) on conflict do nothing`,
        [companyId, pairs.map(({ subject }) => subject), pairs.map(({ other }) => other)],
      );
      if (known.size > remembered) known.clear();
      for (const { subject, other } of pairs) known.add(`${companyId}/${subject}/${other}`);
    },
  };
}

/** These subjects and those that were named together with one of them; not theirs in turn, for people share addresses. */
export async function linkedSubjects(pool: Pool, companyId: CompanyId, subjects: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `select same_as as subject from contact_links where company_id = $1 and subject_id = any ($2::text[])
     union select subject_id from contact_links where company_id = $1 and same_as = any ($2::text[])`,
    [companyId, subjects],
  );
  return [...new Set([...subjects, ...rows.map(({ subject }) => subject)])];
}
