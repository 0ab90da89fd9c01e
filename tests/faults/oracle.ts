import pg from 'pg';
import { type Finding, Findings } from './finding.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { checkLog, type LoggedAnswer, readLog } from './raw-log.ts';
import { checkReadModels, readModelTables } from './read-models.ts';

export interface Inspection {
  findings: readonly Finding[];
  logged: ReadonlyMap<LedgerEntry, LoggedAnswer>;
  events: number;
}

/**
 * The judge. It knows the client's ledger and the tables, and shares no code with the product. It may look at any moment,
 * also under load: whatever was acknowledged before it looks has to be there, and each read model is judged at its checkpoint.
 */
export async function inspect(databaseUrl: string, ledger: Ledger): Promise<Inspection> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    const tables = await readModelTables(db);
    await db.query('begin transaction isolation level repeatable read');
    // Before the first look, which fixes the snapshot: no rebuild swaps these tables meanwhile.
    await db.query(`lock table ${tables.join(', ')} in access share mode`);
    return await inspectWithin(db, ledger);
  } finally {
    await db.end();
  }
}

/** The same inside a transaction of the caller's. */
export async function inspectWithin(db: pg.Client, ledger: Ledger): Promise<Inspection> {
  const findings = new Findings();
  const promised = ledger.promised();
  const log = await readLog(db);
  const logged = checkLog(log, promised, ledger, findings);
  await checkReadModels(db, log, logged, findings);
  for (const surprise of ledger.surprises) findings.add('every reply is one that a client can live with', surprise);
  return { findings: findings.all, logged, events: log.length };
}
