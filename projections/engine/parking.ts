import type { CompanyId } from '@frankly/contracts/identity';
import type { StoredEvent } from '@frankly/infra/event-store/port';
import type { ClientBase, Pool } from 'pg';

export interface ParkedStream {
  projection: string;
  companyId: CompanyId;
  stream: string;
  reason: string;
}

/** Streams that a live projection stopped folding, because an event of theirs could not be folded. */
export class Parking {
  readonly #projection: string;
  readonly #streams = new Set<string>();

  constructor(projection: string) {
    this.#projection = projection;
  }

  async load(db: Pool): Promise<void> {
    const parked = (await parkedStreams(db)).filter((one) => one.projection === this.#projection);
    this.#streams.clear();
    for (const { companyId, stream } of parked) this.#streams.add(`${companyId}/${stream}`);
  }

  get count(): number {
    return this.#streams.size;
  }

  holds({ companyId, stream }: StoredEvent): boolean {
    return this.#streams.has(`${companyId}/${stream}`);
  }

  async park(db: ClientBase, events: readonly StoredEvent[], reason: string): Promise<void> {
    for (const event of events) {
      await db.query(
        `insert into projection_parked (projection, company_id, stream, position, reason) values ($1, $2, $3, $4::bigint, $5)
         on conflict (projection, company_id, stream, position) do update set reason = excluded.reason`,
        [this.#projection, event.companyId, event.stream, event.position, reason],
      );
      this.#streams.add(`${event.companyId}/${event.stream}`);
    }
  }
}

/** One row per parked stream, with the reason of the event that stopped it. */
export async function parkedStreams(db: Pool): Promise<ParkedStream[]> {
  const { rows } = await db.query<{ projection: string; company_id: CompanyId; stream: string; reason: string }>(
    `select distinct on (projection, company_id, stream) projection, company_id, stream, reason
     from projection_parked order by projection, company_id, stream, position`,
  );
  return rows.map(({ company_id, ...row }) => ({ ...row, companyId: company_id }));
}
