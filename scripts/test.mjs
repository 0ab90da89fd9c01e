import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { install, main, root, SetupError } from './setup.mjs';

const longest = 8 * 60_000;
const program = (file, ...args) => [process.execPath, path.join(root, 'node_modules', file), ...args];

/** Each counts as one test. They need one core each, so two run at a time. */
const checks = {
  types: [program('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit')],
  lint: [program('oxlint/bin/oxlint', '--deny-warnings'), program('@biomejs/biome/bin/biome', 'format', '.')],
  layers: [[process.execPath, 'scripts/layers.mjs']],
  dead: [program('knip/bin/knip.js', '--no-progress')],
  build: [[process.execPath, 'scripts/build.mjs']],
};

/** Projects of `vitest.config.ts`. Each uses both cores, so they run one after the other. */
const suites = ['unit', 'web', 'stories', 'engines', 'browser'];

const total = { passed: 0, failed: 0 };
const skipped = [];

function report(name, { passed, failed, since }) {
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${failed ? 'FAILED' : 'ok    '}  ${name.padEnd(8)} ${seconds.padStart(6)} s`);
}

/** What the command said and whether it succeeded. `echo` shows it while it runs. */
function run([command, ...args], { env = {}, echo = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longest,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (echo) process.stdout.write(text);
      });
    }
    child.once('error', (error) => resolve({ ok: false, said: error.message }));
    child.once('close', (code, signal) => resolve({ ok: code === 0, said: signal ? `${said}\nended by ${signal}` : said }));
  });
}

async function check(name) {
  const since = performance.now();
  const results = await Promise.all(checks[name].map((command) => run(command)));
  const failed = results.some(({ ok }) => !ok);
  if (failed) for (const { ok, said } of results) if (!ok) console.log(said.trim());
  report(name, { passed: failed ? 0 : 1, failed: failed ? 1 : 0, since });
}

async function runChecks() {
  const waiting = Object.keys(checks);
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await check(name);
  };
  await Promise.all([lane(), lane()]);
}

async function runSuite(name) {
  const since = performance.now();
  const results = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'frankly-results-')), 'results.json');
  try {
    const env = name === 'browser' ? { CHROMIUM_PATH: await findChromium() } : {};
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
    const { ok } = await run(program('vitest/vitest.mjs', 'run', '--project', name, ...reporters), { env, echo: true });
    const {
      numPassedTests: passed = 0,
      numFailedTests = 0,
      testResults = [],
    } = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : {};
    for (const { assertionResults } of testResults) {
      for (const { fullName, status } of assertionResults)
        if (status !== 'passed' && status !== 'failed') skipped.push(`${name}: ${fullName}`);
    }
    // A suite that broke outside its tests, or found none, has failed too.
    report(name, { passed, failed: ok ? numFailedTests : Math.max(numFailedTests, 1), since });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.log(error.message);
    report(name, { passed: 0, failed: 1, since });
  } finally {
    fs.rmSync(path.dirname(results), { recursive: true });
  }
}

await main(async () => {
  const since = performance.now();
  install();
  await runChecks();
  for (const suite of suites) await runSuite(suite);

  for (const name of skipped) console.log(`not run here  ${name}`);
  console.log(`all in ${((performance.now() - since) / 1000).toFixed(0)} s`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed ? 1 : 0;
});
