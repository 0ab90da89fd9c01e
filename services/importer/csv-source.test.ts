import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainError } from '@frankly/contracts/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CsvDialect } from './csv-file.ts';
import { isRefused } from './csv-records.ts';
import { openCsv } from './csv-source.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frankly-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Rows as arrays, refused ones as `line:column reason`. */
async function read(content: string | Buffer, dialect?: CsvDialect): Promise<{ columns: string[]; rows: (string[] | string)[] }> {
  const path = join(folder, 'file.csv');
  await writeFile(path, content);
  const { columns, rows } = await openCsv(path, dialect);
  const found: (string[] | string)[] = [];
  for await (const batch of rows) {
    for (const row of batch) found.push(isRefused(row) ? `${row.line}:${row.column} ${row.reason}` : row.fields);
  }
  return { columns, rows: found };
}

async function refusal(content: string | Buffer, dialect?: CsvDialect): Promise<{ code: string; path: string; message: string }> {
  const error = await read(content, dialect).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error(`expected a named error, got ${String(error)}`);
  return { code: error.code, path: error.fields?.[0]?.path ?? '', message: error.fields?.[0]?.message ?? '' };
}

const table = {
  columns: ['name', 'score'],
  rows: [
    ['Åsa, "the" best', '9'],
    ['two\nlines', '10'],
  ],
};
const asCsv = (delimiter: string, lineEnd: string) =>
  ['name,score', '"Åsa, ""the"" best",9', '"two\nlines",10'].join(lineEnd).replaceAll(/,(score|9|10)/g, `${delimiter}$1`);
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('every form of the same table gives the same rows', () => {
  for (const [name, delimiter] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
  ] as const) {
    for (const [ending, lineEnd] of [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['CR', '\r'],
    ] as const) {
      test(`${name}, ${ending}, with and without a last line end`, async () => {
        expect(await read(asCsv(delimiter, lineEnd))).toEqual(table);
        expect(await read(asCsv(delimiter, lineEnd) + lineEnd)).toEqual(table);
      });
    }
  }
  const text = asCsv(';', '\r\n');
  const encodings: [string, Buffer][] = [
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with one', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with one', bigEndian(`\ufeff${text}`)],
    ['UTF-16LE without', Buffer.from(text, 'utf16le')],
    ['UTF-16BE without', bigEndian(text)],
  ];
  for (const [name, bytes] of encodings) test(name, async () => expect(await read(bytes)).toEqual(table));

  test('Latin-1, when it is named', async () => {
    expect(await read(Buffer.from(text, 'latin1'), { encoding: 'latin1' })).toEqual(table);
  });
  test('a delimiter that the header does not show, when it is named', async () => {
    expect(await read('a b\n1 2', { delimiter: ' ' })).toEqual({ columns: ['a', 'b'], rows: [['1', '2']] });
  });
});

describe('what cannot be read is named, and nothing else is lost', () => {
  test('a line with another number of columns is refused alone', async () => {
    const { rows } = await read('a,b,c\n1,2,3\n1,2\n1,2,3,4\n4,5,6\n');
    expect(rows).toEqual([
      ['1', '2', '3'],
      '3:2 Wrong number of columns: 2 instead of 3',
      '4:4 Wrong number of columns: 4 instead of 3',
      ['4', '5', '6'],
    ]);
  });

  test('a quote left open refuses everything from its line on', async () => {
    const { rows } = await read('a,b\n1,2\n3,"open\n5,6\n');
    expect(rows).toEqual([['1', '2'], '3:b Quote left open: nothing from here to the end of the file can be read']);
  });

  test('stray quotes refuse their own record, and lines are counted on through quoted line ends', async () => {
    const { rows } = await read('a,b\r\n1,"x\r\ny"\r\n2,5" screen\r\n3,"he said "no" twice"\r\n4,ok\r\n5\r\n');
    expect(rows).toEqual([
      ['1', 'x\r\ny'],
      expect.stringMatching(/^4:b Stray quote/),
      expect.stringMatching(/^5:b Stray quote/),
      ['4', 'ok'],
      '7:1 Wrong number of columns: 1 instead of 2',
    ]);
  });

  test('a NUL byte refuses its line and names its column', async () => {
    expect((await read('a,b\n1,x\0y\n2,z\n')).rows).toEqual(['2:b NUL byte in the text', ['2', 'z']]);
  });

  test('another encoding is refused before any row, with the byte and its line', async () => {
    const problem = await refusal(Buffer.from('a,b\n1,2\n3,né\n', 'latin1'));
    expect(problem).toMatchObject({ code: 'invalid_csv_file', path: 'line 3, byte 11' });
    expect(problem.message).toContain('another encoding: 0xE9 is not valid UTF-8');
  });

  test('a genuine replacement character is not mistaken for another encoding', async () => {
    expect((await read('a\n\ufffd\n')).rows).toEqual([['\ufffd']]);
  });

  test.for([
    ['an empty file', '', 'invalid_file', 'empty'],
    ['only line ends', '\n\n\n', 'invalid_file', 'empty'],
    ['a column twice', 'a,b, a\n1,2,3', 'invalid_csv_file', '"a" twice'],
    ['an open quote in the header', 'a,"b\n1,2', 'invalid_csv_file', 'Quote left open'],
    ['a workbook', 'PK\x03\x04etc', 'invalid_file_type', 'Excel'],
  ] as const)('%s is refused by name', async ([, content, code, words]) => {
    const problem = await refusal(content);
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(words);
  });

  test('a missing file and a folder are named', async () => {
    for (const path of [join(folder, 'missing.csv'), folder]) {
      await expect(openCsv(path)).rejects.toMatchObject({ code: 'invalid_file' });
    }
  });
});

test('blank lines are not rows, unless the table has one column', async () => {
  expect((await read('\n\na,b\n\n1,2\n\n')).rows).toEqual([['1', '2']]);
  expect((await read('a\n1\n\n2\n')).rows).toEqual([['1'], [''], ['2']]);
});

test('lines keep their numbers, and characters stay whole, across the parts in which a long file is read', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [
    `é${index}€😀`,
    `"${index}`,
    index % 7 === 0 ? 'two\r\nlines' : 'x',
  ]);
  const text = rows.map((row, index) => (index % 1_000 === 999 ? `1,2"2,3` : row.map(quoted).join(',')));
  const { rows: found } = await read(`a,b,c\r\n${text.join('\r\n')}\r\n`);
  let line = 2;
  const expected = rows.map((row, index) => {
    const here = line;
    line += index % 1_000 !== 999 && index % 7 === 0 ? 2 : 1;
    return index % 1_000 === 999 ? expect.stringMatching(new RegExp(`^${here}:b Stray quote`)) : row;
  });
  expect(found).toEqual(expected);
});

test('any table that is written properly is read back', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', ',', ';', '\n', '\r', ' ', '\t'), maxLength: 6 });
  const rows = fc.array(fc.tuple(field, field), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n', '\r'), async (cells, lineEnd) => {
      const text = [['one', 'two'], ...cells].map((row) => row.map(quoted).join(';')).join(lineEnd);
      expect((await read(text)).rows).toEqual(cells);
    }),
    { numRuns: 150 },
  );
});

const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;

test('one endless line is refused within flat memory', async () => {
  const path = join(folder, 'endless.csv');
  const file = await open(path, 'w');
  await file.write('a,b\n1,2\n3,');
  const part = Buffer.alloc(1024 * 1024, 'x');
  for (let written = 0; written < 96; written++) await file.write(part);
  await file.close();

  const before = process.memoryUsage.rss();
  const { rows } = await openCsv(path);
  const found: unknown[] = [];
  for await (const batch of rows) found.push(...batch);
  expect(found).toHaveLength(2);
  expect(found[1]).toMatchObject({ line: 3, column: 'b', reason: expect.stringContaining('Record too long: more than 4 MB') });
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(64);
});
