import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DomainError } from '@frankly/contracts/errors';
import { isRefused } from '@frankly/services/importer/csv-records';
import { openCsv } from '@frankly/services/importer/csv-source';
import { describe, expect, test } from 'vitest';

const folder = join(process.env['FRANKLY_SHARED'] ?? '../shared', 'data/importer');
const missing = !existsSync(folder);
const files = (collection: string, inside = '') =>
  missing ? [] : readdirSync(join(folder, collection, inside)).map((name) => join(folder, collection, inside, name));

if (missing) console.warn(`The CSV corpus is not there (${folder}): its tests are skipped. Set FRANKLY_SHARED to its place.`);

type Outcome = { columns: string[]; rows: string[][]; refused: string[] } | { error: DomainError };

async function outcome(path: string): Promise<Outcome> {
  try {
    const { columns, rows } = await openCsv(path);
    const good: string[][] = [];
    const refused: string[] = [];
    for await (const batch of rows) {
      for (const row of batch) {
        if (isRefused(row)) refused.push(`${row.line}:${row.column} ${row.reason.split(':')[0]}`);
        else good.push(row.fields);
      }
    }
    return { columns, rows: good, refused };
  } catch (error) {
    if (error instanceof DomainError) return { error };
    throw error;
  }
}

/** The answers are lists of rows, header included, or lists of objects. */
function rowsOfAnswer(answer: unknown, columns: string[]): string[][] {
  if (!Array.isArray(answer)) throw new Error('an answer is a list');
  return Array.isArray(answer[0])
    ? answer.slice(1)
    : answer.map((row: Record<string, string>) => columns.map((name) => row[name] ?? ''));
}

/** The files with a problem, and how it is named; all others are read whole. */
const problems: Record<string, readonly string[]> = {
  'all-empty.csv': ['invalid_file'],
  'empty.csv of csvkit': ['invalid_file'],
  'bad-header-no-header.csv': ['invalid_file'],
  'bad-header-less-fields.csv': ['2:2 Wrong number of columns'],
  'bad-header-more-fields.csv': ['2:4 Wrong number of columns'],
  'bad-missing-quote.csv': ['2:bar Quote left open'],
  'bad-quotes-with-unescaped-quote.csv': ['2:bar Stray quote'],
  'bad-unescaped-quote.csv': ['2:bar Stray quote'],
  'location_coordinates.csv': ['2:Location Coordinates Stray quote'],
  'bad.csv': ['2:4 Wrong number of columns', '3:2 Wrong number of columns'],
  'bad_skip_lines.csv': ['5:4 Wrong number of columns', '6:2 Wrong number of columns'],
  'null_byte.csv': ['2:a NUL byte in the text'],
  'test_empty_columns.csv': ['3:4 Wrong number of columns'],
  'test_extra_header.csv': ['2:3 Wrong number of columns'],
  'test_latin1.csv': ['invalid_csv_file'],
  'malformed.tsv': ['3:9 Wrong number of columns', '6:7 Wrong number of columns', '9:lat Quote left open'],
};

describe.skipIf(missing)('the public CSV corpus', () => {
  const collections = [
    ['csv-spectrum', 'csvs'],
    ['csv-test-data', 'csv'],
    ['csvkit', ''],
    ['papaparse', ''],
  ] as const;
  const paths = collections.flatMap(([collection, inside]) =>
    files(collection, inside).map((path) => [collection, path] as const),
  );

  test.for(paths)('%s: %s gives its answer, or its problem is named', async ([collection, path]) => {
    const found = await outcome(path);
    const name = basename(path);
    const named = 'error' in found ? [found.error.code] : found.refused;
    expect(named).toEqual(problems[`${name} of ${collection}`] ?? problems[name] ?? []);

    const answer = join(folder, collection, 'json', name.replace('.csv', '.json'));
    if ('error' in found || named.length > 0 || !existsSync(answer)) return;
    expect(found.rows).toEqual(rowsOfAnswer(JSON.parse(readFileSync(answer, 'utf8')), found.columns));
  });
});
