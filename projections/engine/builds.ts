import { type Position, START } from '@frankly/contracts/position';
import type { ClientBase, Pool } from 'pg';
import type { Projection, Tables } from './projection.ts';

/** One filling of a projection's tables: the live one that answers, or the next one on its way. */
export interface Build {
  version: number;
  /** Changes with every swap: who holds another one holds tables that are gone. */
  generation: string;
  position: Position;
}

export type Role = 'live' | 'next';

interface BuildRow {
  version: number;
  generation: string;
  position: string;
}

const toBuild = ({ version, generation, position }: BuildRow): Build => ({
  version,
  generation,
  position: position.padStart(START.length, '0') as Position,
});

/** Names of a build's tables; `suffix` sets apart a second build of the same version. */
export const tablesOf = (projection: Projection, version: number, suffix = ''): Tables =>
  Object.fromEntries(projection.tables.map(({ name }) => [name, `${name}_${version}${suffix}`]));

export async function readBuild(db: Pool | ClientBase, projection: string, role: Role): Promise<Build | null> {
  const { rows } = await db.query<BuildRow>(
    'select version, generation, position from projection_builds where projection = $1 and role = $2',
    [projection, role],
  );
  return rows[0] ? toBuild(rows[0]) : null;
}

/** The live build, its row locked: nobody folds into it until the transaction ends. */
export async function lockLiveBuild(db: ClientBase, projection: string): Promise<Build | null> {
  const { rows } = await db.query<BuildRow>(
    `select version, generation, position from projection_builds where projection = $1 and role = 'live' for update`,
    [projection],
  );
  return rows[0] ? toBuild(rows[0]) : null;
}

export async function insertBuild(
  db: ClientBase,
  projection: string,
  role: Role,
  version: number,
  position = START,
): Promise<Build> {
  const { rows } = await db.query<BuildRow>(
    `insert into projection_builds (projection, role, version, generation, position)
     values ($1, $2, $3, nextval('projection_generation'), $4::bigint) returning version, generation, position`,
    [projection, role, version, position],
  );
  return toBuild(rows[0]!);
}

/** Compare-and-set of the checkpoint. False when somebody else moved it or swapped the tables: then nothing may be written. */
export async function moveBuild(
  db: ClientBase,
  projection: string,
  role: Role,
  build: Build,
  position: Position,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'move-build',
    text: `update projection_builds set position = $5::bigint, updated_at = now()
           where projection = $1 and role = $2 and generation = $3 and position = $4::bigint`,
    values: [projection, role, build.generation, build.position, position],
  });
  return rowCount === 1;
}

export async function createTables(db: ClientBase, projection: Projection, tables: Tables): Promise<void> {
  for (const { name, columns, key } of projection.tables) {
    await db.query(`drop table if exists ${tables[name]}`);
    await db.query(`create table ${tables[name]} (${columns}, primary key (${key.join(', ')}))`);
  }
}

export async function createIndexes(db: ClientBase, projection: Projection, tables: Tables): Promise<void> {
  for (const { name, indexes = [] } of projection.tables) {
    for (const columns of indexes) await db.query(`create index on ${tables[name]} ${indexed(columns)}`);
  }
}

/** `a, b` or, when more has to be said, a whole clause such as `using btree (a) include (b)`. */
const indexed = (columns: string): string => (columns.startsWith('using ') ? columns : `(${columns})`);

export async function dropTables(db: Pool | ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names) await db.query(`drop table if exists ${name}`);
}

/** Makes the live tables of a projection that has none yet; whoever comes second finds them made. */
export async function ensureLive(pool: Pool, projection: Projection): Promise<Build> {
  const found = await readBuild(pool, projection.name, 'live');
  if (found) return found;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext($1))`, [`frankly/ensure/${projection.name}`]);
    let build = await lockLiveBuild(client, projection.name);
    if (!build) {
      const tables = tablesOf(projection, projection.version);
      await createTables(client, projection, tables);
      await createIndexes(client, projection, tables);
      build = await insertBuild(client, projection.name, 'live', projection.version);
    }
    await client.query('commit');
    return build;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
