import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from '@frankly/services/settings';

const root = path.resolve(import.meta.dirname, '..');
const document = path.join(root, 'docs/asvs.md');
const rows = readFileSync(document, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id, level, asks, answer] = /^\| ([\d.]+) \| ([12]) \| (.*?) \| (.*) \|$/.exec(line.replace(/ +\|/g, ' |')) ?? [];
    return id && level && asks && answer ? [{ id, level, asks, answer: answer.trim() }] : [];
  });

/** How many requirements of level 1 or 2 each section of ASVS 5.0.0 has; they are the first ones of it. */
const sections = Object.entries({
  V3: [[5, 5]],
  V6: [
    [1, 3],
    [2, 12],
    [3, 4],
    [4, 4],
    [5, 5],
    [6, 3],
    [8, 4],
  ],
  V7: [
    [1, 3],
    [2, 4],
    [3, 2],
    [4, 5],
    [5, 2],
    [6, 2],
  ],
  V8: [
    [1, 2],
    [2, 3],
    [3, 1],
    [4, 1],
  ],
  V9: [
    [1, 3],
    [2, 4],
  ],
  V10: [
    [1, 2],
    [2, 2],
    [3, 4],
    [4, 11],
    [5, 5],
    [6, 2],
    [7, 3],
  ],
} satisfies Record<string, [section: number, count: number][]>);

describe('docs/asvs.md', () => {
  test('has a row for every requirement of levels 1 and 2, once', () => {
    const ids = sections.flatMap(([chapter, counts]) =>
      counts.flatMap(([section, count]) => Array.from({ length: count }, (_, n) => `${chapter.slice(1)}.${section}.${n + 1}`)),
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test('answers each row by a test, by a reason, or by what it says below', () => {
    for (const { id, answer } of rows) {
      const reason = /^(Not applicable|\*\*Not met\*\*|\*\*Partly met\*\*): .{12,}/.test(answer);
      expect([id, reason || /\]\(\.\.?\/|\]\(#/.test(answer)]).toEqual([id, true]);
    }
  });

  test('counts its rows rightly', () => {
    const starting = (words: string) => rows.filter(({ answer }) => answer.startsWith(words)).length;
    const [na, partly, not] = [starting('Not applicable'), starting('**Partly met**'), starting('**Not met**')];
    const counts = `${rows.length} rows: ${rows.length - na - partly - not} met, ${na} not applicable, ${partly} partly met, ${not} not met`;
    expect(readFileSync(document, 'utf8').replace(/\s+/g, ' ')).toContain(counts);
  });

  const links = rows.flatMap(({ id, answer }) =>
    [...answer.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].map(([, title, file]) => [id, title!, file!] as const),
  );
  test.each(links)('%s: "%s" is in %s', (_, title, file) => {
    const found = path.resolve(path.dirname(document), file);
    expect([file, existsSync(found)]).toEqual([file, true]);
    const code = readFileSync(found, 'utf8');
    const quoted = ["'", '`', '"'].map((quote) => `${quote}${title}${quote}`);
    expect([title, quoted.some((one) => code.includes(one))]).toEqual([title, true]);
  });

  test.each(
    rows.flatMap(({ id, answer }) => [...answer.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => [id, anchor!] as const)),
  )('%s: there is a section %s', (_, anchor) => {
    const headings = readFileSync(document, 'utf8').match(/^#+ .*$/gm)!;
    expect(
      headings.map((one) =>
        one
          .replace(/^#+ /, '')
          .toLowerCase()
          .replaceAll(' ', '-')
          .replace(/[^a-z0-9-]/g, ''),
      ),
    ).toContain(anchor);
  });
});

describe('what some rows say', () => {
  test('no page listens to messages of other windows', () => {
    const code = readdirSync(path.join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/^(dist|node_modules)\b|\.test\./.test(file),
    );
    expect(code.length).toBeGreaterThan(50);
    for (const file of code) {
      const text = readFileSync(path.join(root, 'web', file), 'utf8');
      expect([file, /postMessage|onmessage|addEventListener\(\s*['"]message['"]/.test(text)]).toEqual([file, false]);
    }
  });

  test('the demo and its accounts are refused in production', () => {
    expect(() => readSettings({ NODE_ENV: 'production', FRANKLY_DEMO: '1' })).toThrow(SettingsError);
    expect(() => readSettings({ NODE_ENV: 'production', FRANKLY_DEMO: '1' })).toThrow(/its passwords are public/);
  });
});
