import { randomBytes } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import type { Pool } from 'pg';
import { type SubjectKeys, subjectKeyName } from './port.ts';
import { seal, unseal } from './sealing.ts';

interface KeyRow {
  company_id: CompanyId;
  subject_id: string;
  wrapped: Buffer | null;
}

/** Subject keys in PostgreSQL, each wrapped by the master key (32 bytes). */
export class PostgresSubjectKeys implements SubjectKeys {
  readonly #pool: Pool;
  readonly #masterKey: Buffer;

  constructor(pool: Pool, masterKey: Buffer) {
    this.#pool = pool;
    this.#masterKey = masterKey;
  }

  async obtain(companyId: CompanyId, subjectIds: readonly string[]): Promise<Map<string, Buffer | null>> {
    // In one order for all, so that two callers that make the same keys never wait for each other.
    const ids = [...new Set(subjectIds)].toSorted();
    if (ids.length === 0) return new Map();
    // Not flushed by itself: the events that it seals are appended after it, and their flush carries it along.
    const { rows } = await this.#pool.query<KeyRow>({
      name: 'obtain-subject-keys',
      text: `with unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
               wanted as materialized (select * from unnest($2::text[], $3::bytea[]) w(subject_id, wrapped)),
               made as (
                 insert into subject_keys (company_id, subject_id, wrapped) select $1, w.* from wanted w, unhurried
                 on conflict do nothing returning company_id, subject_id, wrapped)
             select * from made
             union all
             select k.* from wanted w cross join lateral (
               select k.company_id, k.subject_id, k.wrapped from subject_keys k
               where k.company_id = $1 and k.subject_id = w.subject_id offset 0 -- by the index, however small the table was once
             ) k`,
      values: [companyId, ids, ids.map((id) => this.#wrap(companyId, id))],
    });
    const keys = this.#unwrapped(rows);
    // Whoever came first made the key that counts, also when it came a moment after our look at the table.
    const raced = ids.filter((id) => !keys.has(subjectKeyName(companyId, id))).map((subjectId) => ({ companyId, subjectId }));
    for (const [name, key] of await this.#load(raced)) keys.set(name, key);
    return keys;
  }

  async find(subjects: readonly { companyId: CompanyId; subjectId: string }[]): Promise<Map<string, Buffer | null>> {
    const known = await this.#load(subjects);
    for (const { companyId, subjectId } of subjects) {
      const name = subjectKeyName(companyId, subjectId);
      if (!known.has(name)) known.set(name, null);
    }
    return known;
  }

  async forget(companyId: CompanyId, subjectId: string): Promise<void> {
    await this.#pool.query(
      `insert into subject_keys (company_id, subject_id, wrapped, forgotten_at) values ($1, $2, null, now())
       on conflict (company_id, subject_id) do update set wrapped = null, forgotten_at = coalesce(subject_keys.forgotten_at, now())`,
      [companyId, subjectId],
    );
  }

  async #load(subjects: readonly { companyId: CompanyId; subjectId: string }[]): Promise<Map<string, Buffer | null>> {
    if (subjects.length === 0) return new Map();
    const { rows } = await this.#pool.query<KeyRow>({
      name: 'subject-keys',
      text: `select k.* from unnest($1::uuid[], $2::text[]) s(company_id, subject_id) cross join lateral (
               select k.company_id, k.subject_id, k.wrapped from subject_keys k
               where k.company_id = s.company_id and k.subject_id = s.subject_id offset 0
             ) k`,
      values: [subjects.map((one) => one.companyId), subjects.map((one) => one.subjectId)],
    });
    return this.#unwrapped(rows);
  }

  #unwrapped(rows: readonly KeyRow[]): Map<string, Buffer | null> {
    return new Map(
      rows.map(({ company_id, subject_id, wrapped }) => {
        const name = subjectKeyName(company_id, subject_id);
        return [name, wrapped && Buffer.from(unseal(this.#masterKey, wrapped.toString('utf8'), name), 'base64')];
      }),
    );
  }

  #wrap(companyId: CompanyId, subjectId: string): Buffer {
    return Buffer.from(seal(this.#masterKey, randomBytes(32).toString('base64'), subjectKeyName(companyId, subjectId)));
  }
}
