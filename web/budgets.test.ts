// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
}

const dist = new URL('./dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(fileURLToPath(new URL('.vite/manifest.json', dist)), 'utf8')) as Record<string, Chunk>;

/** A chunk and everything it needs before it can run. */
function needed(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(name)) return found;
  found.add(name);
  for (const one of chunk.imports ?? []) needed(one, found);
  return found;
}

/** Kilobytes on the wire: scripts and styles, gzipped. Fonts are apart. */
function weight(names: Iterable<string>): number {
  const files = new Set([...names].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]));
  const bytes = [...files]
    .filter(Boolean)
    .map((file) => gzipSync(readFileSync(fileURLToPath(new URL(file, dist))), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
  return Math.round(bytes / 100) / 10;
}

const shell = needed('index.html');
const routes = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
/** The dashboard stands around each of its screens, so a screen's cost is what it adds to both. */
const dashboard = needed('features/feedback/dashboard.tsx');

test('the sign-in page stays within 75 kB, and within 80 with every view that may follow', () => {
  const entry = needed('login.html');
  const later = new Set([...entry].flatMap((name) => (manifest[name]?.dynamicImports ?? []).flatMap((one) => [...needed(one)])));
  const [kilobytes, all] = [weight(entry), weight(new Set([...entry, ...later]))];
  console.log(`sign-in ${kilobytes} kB, with every view ${all} kB`);
  expect(kilobytes).toBeLessThanOrEqual(75);
  expect(all).toBeLessThanOrEqual(80);
});

test('the pages around signing in stay within 75 kB', () => {
  const kilobytes = weight(needed('account.html'));
  console.log(`account pages ${kilobytes} kB`);
  expect(kilobytes).toBeLessThanOrEqual(75);
});

test('the app shell stays within 200 kB', () => {
  const kilobytes = weight(shell);
  console.log(`app shell ${kilobytes} kB`);
  expect(kilobytes).toBeLessThanOrEqual(200);
});

test.each(routes)('%s adds at most 30 kB', (route) => {
  const around = route === 'features/feedback/dashboard.tsx' ? shell : new Set([...shell, ...dashboard]);
  const kilobytes = weight([...needed(route)].filter((name) => !around.has(name)));
  console.log(`${route} adds ${kilobytes} kB`);
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(30);
});

test('every screen of the router is measured', () => {
  const screens = routes.filter((name) => /-screen\.tsx$|dashboard\.tsx$/.test(name));
  expect(screens).toHaveLength(12);
});
