import { createHash } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import type { EventContract } from '@frankly/contracts/kit';
import type { Upcast } from '@frankly/contracts/upcasts/upcast';
import { type SubjectKeys, subjectKeyName } from '../keys/port.ts';
import { seal, unseal } from '../keys/sealing.ts';
import type { DomainEvent } from './port.ts';

type Data = Record<string, unknown>;

export interface Encoded {
  type: string;
  version: number;
  json: string;
}

/** An event that fits its contract, its personal fields not yet sealed. */
export interface Checked {
  companyId: CompanyId;
  type: string;
  contract: EventContract;
  data: Data;
}

/** Event n of a command always has the same id, so a retried command is recognised by the store. */
export function eventId(commandId: string, n: number): string {
  const hex = createHash('sha256').update(`${commandId}/${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Between events as the product knows them and as the log holds them: validated, sealed, of a stored version. */
export class EventCodec {
  readonly #catalogue: Readonly<Record<string, EventContract>>;
  readonly #upcasts: ReadonlyMap<string, Upcast>;
  readonly #keys: SubjectKeys;

  /** @throws when an event's versions are not joined by a gapless chain of upcasts. */
  constructor(catalogue: Readonly<Record<string, EventContract>>, upcasts: readonly Upcast[], keys: SubjectKeys) {
    this.#catalogue = catalogue;
    this.#keys = keys;
    this.#upcasts = new Map(upcasts.map((upcast) => [`${upcast.type}/${upcast.from}`, upcast]));
    for (const [type, { version }] of Object.entries(catalogue)) {
      for (let from = 1; from < version; from += 1) {
        if (!this.#upcasts.has(`${type}/${from}`)) throw new Error(`${type}: no upcast from version ${from} to ${from + 1}`);
      }
    }
    for (const { type, from } of upcasts) {
      const newest = catalogue[type]?.version ?? 0;
      if (from >= newest) throw new Error(`${type}: an upcast from version ${from}, but the newest is ${newest}`);
    }
  }

  /** @throws ZodError when the event does not fit its contract. */
  check(companyId: CompanyId, { type, data }: DomainEvent): Checked {
    const contract = this.#catalogue[type];
    if (!contract) throw new Error(`${type} is not in the event catalogue`);
    return { companyId, type, contract, data: contract.schema.parse(data) as Data };
  }

  /** Seals many events with as few questions for keys as possible; an Error in the place of one that cannot be sealed. */
  async seal(all: readonly Checked[]): Promise<(Encoded | Error)[]> {
    const keys = await this.#keysOf(all);
    return all.map(({ companyId, type, contract, data }) => {
      for (const path of contract.personal) {
        if (!isFilled(data, path)) continue;
        const name = subjectKeyName(companyId, subjectOf(type, data));
        const key = keys.get(name);
        if (!key) return new Error(`${type}: the data subject was forgotten`);
        replaceAt(data, path, seal(key, String(valueAt(data, path)), sealContext(name, type, path)));
      }
      return { type, version: contract.version, json: JSON.stringify(data) };
    });
  }

  async #keysOf(all: readonly Checked[]): Promise<Map<string, Buffer | null>> {
    const subjects = new Map<CompanyId, string[]>();
    for (const { companyId, type, contract, data } of all) {
      if (!contract.personal.some((path) => isFilled(data, path))) continue;
      const ofCompany = subjects.get(companyId) ?? [];
      ofCompany.push(subjectOf(type, data));
      subjects.set(companyId, ofCompany);
    }
    const keys = new Map<string, Buffer | null>();
    for (const [companyId, ids] of subjects) {
      for (const [name, key] of await this.#keys.obtain(companyId, ids)) keys.set(name, key);
    }
    return keys;
  }

  /** The data in its newest version, personal fields still sealed. */
  upcast(type: string, version: number, data: Data): Data {
    const newest = this.#catalogue[type]?.version ?? version;
    let current = data;
    for (let from = version; from < newest; from += 1) current = this.#upcasts.get(`${type}/${from}`)!.up(current);
    return current;
  }

  /** Opens the personal fields of all events, in place; those of forgotten subjects are gone. */
  async open(all: readonly { companyId: CompanyId; type: string; data: Data }[]): Promise<void> {
    const personal = all.filter(({ type, data }) => this.#personal(type).some((path) => isFilled(data, path)));
    if (personal.length === 0) return;
    const subjects = new Map(
      personal.map(({ companyId, type, data }) => {
        const subjectId = subjectOf(type, data);
        return [subjectKeyName(companyId, subjectId), { companyId, subjectId }];
      }),
    );
    const keys = await this.#keys.find([...subjects.values()]);
    for (const { companyId, type, data } of personal) {
      const name = subjectKeyName(companyId, subjectOf(type, data));
      const key = keys.get(name);
      for (const path of this.#personal(type)) {
        if (!isFilled(data, path)) continue;
        replaceAt(data, path, key ? unseal(key, String(valueAt(data, path)), sealContext(name, type, path)) : undefined);
      }
    }
  }

  #personal(type: string): EventContract['personal'] {
    return this.#catalogue[type]?.personal ?? [];
  }
}

const sealContext = (subject: string, type: string, path: readonly string[]): string => `${subject}/${type}/${path.join('.')}`;

function subjectOf(type: string, data: Data): string {
  if (typeof data['subjectId'] !== 'string') throw new Error(`${type} has personal fields but names no subjectId`);
  return data['subjectId'];
}

const isFilled = (data: Data, path: readonly string[]): boolean => (valueAt(data, path) ?? null) !== null;

function valueAt(data: Data, path: readonly string[]): unknown {
  let value: unknown = data;
  for (const key of path) value = (value as Data | undefined)?.[key];
  return value;
}

function replaceAt(data: Data, path: readonly string[], value: string | undefined): void {
  let parent = data;
  for (const key of path.slice(0, -1)) parent = parent[key] as Data;
  const last = path.at(-1)!;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}
