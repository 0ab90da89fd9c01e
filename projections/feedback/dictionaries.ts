import type { CompanyId } from '@frankly/contracts/identity';
import type { ClientBase } from 'pg';
import type { Tables } from '../engine/projection.ts';
import { attributes, companyDays, dictionary } from './tables.ts';

/** What the fact fold has to know of one company: its days, its attributes, and the code of every value so far. */
export class CompanyDictionary {
  timeZone: string | null = null;
  /** Attribute -> slot. */
  readonly slots = new Map<string, number>();
  readonly #codes = new Map<string, Map<string, number>>();
  readonly companyId: CompanyId;
  readonly uuid: Buffer;

  constructor(companyId: CompanyId) {
    this.companyId = companyId;
    this.uuid = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  }

  /** The code of a value, if it has one. */
  find(attribute: string, value: string): number | undefined {
    return this.#of(attribute).get(value);
  }

  /** Gives a new value the next number, from 1. */
  add(attribute: string, value: string): number {
    const codes = this.#of(attribute);
    const code = codes.size + 1;
    codes.set(value, code);
    return code;
  }

  remember(attribute: string, value: string, code: number): void {
    this.#of(attribute).set(value, code);
  }

  #of(attribute: string): Map<string, number> {
    let codes = this.#codes.get(attribute);
    if (!codes) this.#codes.set(attribute, (codes = new Map()));
    return codes;
  }
}

interface Added {
  companyId: CompanyId[];
  attribute: string[];
  code: number[];
  value: string[];
  number: (number | null)[];
}

const noneAdded = (): Added => ({ companyId: [], attribute: [], code: [], value: [], number: [] });

/** The dictionaries of all companies of one run: loaded when first needed, new rows written at the end of each page. */
export class Dictionaries {
  readonly #tables: Tables;
  readonly #companies = new Map<CompanyId, CompanyDictionary>();
  #added = noneAdded();
  #attributes: { companyId: CompanyId; name: string; label: string; slot: number }[] = [];
  #timeZones: { companyId: CompanyId; timeZone: string }[] = [];

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  of(companyId: CompanyId): CompanyDictionary {
    const known = this.#companies.get(companyId);
    if (!known) throw new Error(`the dictionary of company ${companyId} was not loaded`);
    return known;
  }

  code(company: CompanyDictionary, attribute: string, value: string): number {
    const known = company.find(attribute, value);
    if (known !== undefined) return known;
    const code = company.add(attribute, value);
    this.#added.companyId.push(company.companyId);
    this.#added.attribute.push(attribute);
    this.#added.code.push(code);
    this.#added.value.push(value);
    this.#added.number.push(numberIn(value));
    return code;
  }

  register(companyId: CompanyId, timeZone: string): void {
    this.of(companyId).timeZone = timeZone;
    this.#timeZones.push({ companyId, timeZone });
  }

  define(companyId: CompanyId, name: string, label: string, slot: number): void {
    this.of(companyId).slots.set(name, slot);
    this.#attributes.push({ companyId, name, label, slot });
  }

  async load(db: ClientBase, companyIds: Iterable<CompanyId>): Promise<void> {
    const missing = [...new Set(companyIds)].filter((id) => !this.#companies.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#companies.set(id, new CompanyDictionary(id));
    const [days, slots, codes] = [this.#tables[companyDays.name], this.#tables[attributes.name], this.#tables[dictionary.name]];
    const zones = await db.query<{ company_id: CompanyId; time_zone: string }>(
      `select * from ${days} where company_id = any ($1::uuid[])`,
      [missing],
    );
    for (const row of zones.rows) this.of(row.company_id).timeZone = row.time_zone;
    const defined = await db.query<{ company_id: CompanyId; attribute: string; slot: number }>(
      `select * from ${slots} where company_id = any ($1::uuid[])`,
      [missing],
    );
    for (const row of defined.rows) this.of(row.company_id).slots.set(row.attribute, row.slot);
    const values = await db.query<{ company_id: CompanyId; attribute: string; code: number; value: string }>(
      `select company_id, attribute, code, value from ${codes} where company_id = any ($1::uuid[])`,
      [missing],
    );
    for (const row of values.rows) this.of(row.company_id).remember(row.attribute, row.value, row.code);
  }

  async write(db: ClientBase): Promise<void> {
    for (const { companyId, timeZone } of this.#timeZones) {
      await db.query(`insert into ${this.#tables[companyDays.name]} (company_id, time_zone) values ($1, $2)`, [
        companyId,
        timeZone,
      ]);
    }
    for (const { companyId, name, label, slot } of this.#attributes) {
      await db.query(
        `insert into ${this.#tables[attributes.name]} (company_id, attribute, label, slot) values ($1, $2, $3, $4)`,
        [companyId, name, label, slot],
      );
    }
    if (this.#added.code.length > 0) {
      const { companyId, attribute, code, value, number } = this.#added;
      await db.query(
        `insert into ${this.#tables[dictionary.name]} (company_id, attribute, code, value, number)
         select * from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::float8[])`,
        [companyId, attribute, code, value, number],
      );
    }
    this.#timeZones = [];
    this.#attributes = [];
    this.#added = noneAdded();
  }
}

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The value as a number when it reads as one. */
export function numberIn(value: string): number | null {
  const text = value.trim();
  if (!plainNumber.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
