import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const at = (place) => path.join(root, place);

/** A failure that one line explains: no stack. */
export class SetupError extends Error {}

export function requireNode(major = 20, minor = 19) {
  const [haveMajor, haveMinor] = process.versions.node.split('.').map(Number);
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return;
  throw new SetupError(`Frankly needs Node ${major}.${minor} or later; this is ${process.versions.node}.`);
}

/** Installs when `node_modules` is missing, unfinished or older than the lockfile. No install script is run: none is needed. */
export function install() {
  const finished = at('node_modules/.package-lock.json'); // npm writes it last
  if (fs.existsSync(finished) && fs.statSync(finished).mtimeMs >= fs.statSync(at('package-lock.json')).mtimeMs) return;
  console.log('Installing dependencies (once)...');
  // Not `npm ci`: that refuses a lockfile without the binaries of every other platform.
  const exactly = [
    '--ignore-scripts',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  run('npm', ['install', ...exactly], 'npm install');
  fs.utimesSync(finished, new Date(), new Date()); // npm leaves it alone when nothing was missing
}

/** Builds the pages when there are none, or when a source is not the one they were built from. */
export function buildWeb() {
  if (!fs.existsSync(at('web/index.html'))) return;
  const stamp = at('web/dist/.sources');
  const sources = fingerprint(['web', 'contracts', 'package-lock.json']);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the web pages...');
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  run(process.execPath, vite, 'the web build');
  fs.writeFileSync(stamp, sources);
}

function fingerprint(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap((place) => filesIn(place)))
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(at(file)))
      .update('\0');
  return hash.digest('hex');
}

function filesIn(place) {
  if (fs.statSync(at(place)).isFile()) return [place];
  return fs
    .readdirSync(at(place))
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .toSorted()
    .flatMap((name) => filesIn(path.join(place, name)));
}

function run(command, args, what) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new SetupError(`${what} failed${error ? `: ${error.message}` : ', see above'}.`);
}

/** Runs a script's steps; a SetupError ends it with its line and exit code 1. */
export async function main(steps) {
  process.chdir(root);
  try {
    requireNode();
    await steps();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
