import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { SetupError } from './setup.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApps = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);

/** Path of a Chromium that runs: the one named, one on the machine, else one that is installed now. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new SetupError(`CHROMIUM_PATH is ${named}, and that does not run.`);
  }
  const { chromium } = await import('playwright-core');
  const onPath = (process.env.PATH ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  const candidates = [...onPath, ...macApps, chromium.executablePath()];
  const find = () => candidates.find((file) => fs.existsSync(file) && runs(file));

  const found = find() ?? (installFromDebian() && find()) ?? (download() && find());
  if (found) return found;
  throw new SetupError('The browser tests need Chromium, and it could not be installed: install it, or set CHROMIUM_PATH.');
}

/** A name is not enough: on Ubuntu `chromium-browser` may be a note that tells you to use snap. */
const runs = (file) => spawnSync(file, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;

function installFromDebian() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium (apt-get)...');
  succeeds('apt-get', 'update', '-q');
  return succeeds('apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium') || undefined;
}

function download() {
  console.log('Installing Chromium (Playwright)...');
  return succeeds(process.execPath, 'node_modules/playwright-core/cli.js', 'install', '--no-shell', 'chromium') || undefined;
}
