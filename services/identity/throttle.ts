import { isIPv6 } from 'node:net';
import { DomainError } from '@frankly/contracts/errors';
import { derivedId } from '../derived-id.ts';
import type { Platform } from '../platform.ts';

const minutes = 60_000;

/** How many attempts fit into a bucket, and in which time a full one drains, evenly. */
const buckets = {
  /** Passwords tried at one account, known or not: `of` is the hash of the address. */
  account: { holds: 10, drainsIn: 15 * minutes },
  /** Passwords tried from one internet address, which a whole office may share. */
  address: { holds: 100, drainsIn: 15 * minutes },
  /** Passwords tried in a browser that the person has signed in with before. */
  device: { holds: 10, drainsIn: 15 * minutes },
  code: { holds: 5, drainsIn: 15 * minutes },
  recovery: { holds: 5, drainsIn: 15 * minutes },
  /** Passwords and codes tried by somebody who is signed in, to say again who they are. */
  confirm: { holds: 10, drainsIn: 15 * minutes },
  /** Mails that anybody may have sent to an address. */
  mail: { holds: 5, drainsIn: 60 * minutes },
  /** Links tried from one internet address. */
  link: { holds: 60, drainsIn: 15 * minutes },
  /** Notes of throttling in the history of a person. */
  note: { holds: 1, drainsIn: 15 * minutes },
} as const;

export interface ThrottleKey {
  kind: keyof typeof buckets;
  /** Who or whence; kept as a keyed hash only. */
  of: string;
}

export interface Attempt {
  /** It was no guess after all. */
  refund(): Promise<void>;
}

/** Whoever has one IPv6 address has all of its /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('%')[0]!.toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  // ::ffff:192.0.2.7 is an IPv4 address.
  if (groups.at(-1)!.includes('.')) return groups.at(-1)!;
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** How often, in attempts, drained buckets are thrown away. */
const tidyEvery = 1_000;
let sinceTidied = 0;

/**
 * Reserves one attempt in each bucket, all or none, before anything costly or telling is done. In PostgreSQL, so that it holds
 * across processes and restarts. @throws DomainError too_many_attempts
 */
export async function attempt(
  platform: Pick<Platform, 'pool' | 'clock' | 'idSecret'>,
  keys: readonly ThrottleKey[],
): Promise<Attempt> {
  const { pool, clock, idSecret } = platform;
  const now = clock.now();
  const drops = keys.map(({ kind, of }) => ({ name: derivedId(idSecret, 'attempts', kind, of), ...buckets[kind] }));
  const { rows } = await pool.query<{ bucket: string }>({
    name: 'attempt',
    // In the order of the names, so that two callers never wait for each other.
    text: `insert into attempts as a (bucket, drained_at)
           select name, $4::timestamptz + one from unnest($1::text[], $2::interval[], $3::interval[]) k(name, one, whole) order by name
           on conflict (bucket) do update set drained_at = greatest(a.drained_at, $4) + (excluded.drained_at - $4)
             where greatest(a.drained_at, $4) + (excluded.drained_at - $4)
               <= $4 + (select whole from unnest($1::text[], $3::interval[]) k(name, whole) where name = a.bucket)
           returning bucket`,
    values: [
      drops.map(({ name }) => name),
      drops.map(({ holds, drainsIn }) => `${drainsIn / holds} ms`),
      drops.map(({ drainsIn }) => `${drainsIn} ms`),
      now,
    ],
  });
  const reserved = new Set(rows.map(({ bucket }) => bucket));
  const refund = async () => {
    const mine = drops.filter(({ name }) => reserved.has(name));
    if (mine.length === 0) return;
    await pool.query({
      name: 'refund-attempt',
      text: `with locked as (
               select bucket, one from attempts join unnest($1::text[], $2::interval[]) k(bucket, one) using (bucket)
               order by bucket for update of attempts
             )
             update attempts a set drained_at = a.drained_at - one from locked where a.bucket = locked.bucket`,
      values: [mine.map(({ name }) => name), mine.map(({ holds, drainsIn }) => `${drainsIn / holds} ms`)],
    });
  };
  if (++sinceTidied >= tidyEvery) {
    sinceTidied = 0;
    // Waits for nobody, so that nobody waits for it in a circle.
    await pool.query(
      `delete from attempts where bucket in (select bucket from attempts where drained_at < $1 for update skip locked)`,
      [now],
    );
  }
  if (reserved.size < drops.length) {
    await refund();
    throw new DomainError('too_many_attempts');
  }
  return { refund };
}
