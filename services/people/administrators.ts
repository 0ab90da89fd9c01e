import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import { administrator } from '@frankly/contracts/permissions';
import { activeHolders } from '@frankly/projections/people/people-list';
import type { Platform } from '../platform.ts';
import { personNow } from './person-now.ts';

/** One at a time in this process, so that waiting for another one takes one connection, however many wait. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Does what takes an administrator away while nobody else does the same, here or in another process, and only when another
 * one stays. @throws DomainError last_administrator
 */
export function keepingAnAdministrator<T>(
  platform: Platform,
  { companyId, userId }: { companyId: CompanyId; userId: string },
  work: () => Promise<T>,
): Promise<T> {
  const mine = turn.then(async () => {
    const client = await platform.pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`administrators ${companyId}`]);
      if (!(await anotherStays(platform, companyId, userId))) throw new DomainError('last_administrator');
      return await work();
    } finally {
      await client.query('rollback').finally(() => client.release());
    }
  });
  turn = mine.catch(() => undefined);
  return mine;
}

/** The read model says who to look at, their own streams whether they still are. */
async function anotherStays(platform: Platform, companyId: CompanyId, leaving: string): Promise<boolean> {
  for (const userId of await activeHolders(platform.read, companyId, administrator)) {
    if (userId === leaving) continue;
    const { status, roleId } = await personNow(platform, companyId, userId);
    if (status === 'active' && roleId === administrator) return true;
  }
  return false;
}
