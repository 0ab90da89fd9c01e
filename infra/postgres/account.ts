import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as the owner of its data, or as `nobody`. Undefined when we are not root. */
export function databaseAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.existsSync(dataDir) ? fs.statSync(dataDir) : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') };
}

function idOfNobody(which: '-u' | '-g'): number {
  try {
    return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
  } catch {
    return 65534;
  }
}
