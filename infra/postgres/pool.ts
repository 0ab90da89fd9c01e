import pg from 'pg';

/** A server of somebody else's may compile dashboard queries for longer than they take, and may take its disk for a spinning one. */
const suitDashboards = (client: pg.ClientBase) => client.query('set jit = off; set random_page_cost = 1.1');

/** A pool that outlives its connections: one that breaks while idle is replaced at the next query. */
export function openPool(url: string, { max = 10 }: { max?: number } = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'frankly', onConnect: suitDashboards });
  pool.on('error', () => undefined); // without a listener a lost idle connection would end the process
  pool.on('connect', (client) => client.on('error', () => undefined)); // the query under way says it
  return pool;
}
