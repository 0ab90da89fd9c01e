import { rowProblems } from '@frankly/contracts/importer';
import { type CsvDialect, type CsvFile, examineCsvFile, fileProblem } from './csv-file.ts';
import { type CsvRecord, isRefused, type RefusedRecord, readRecords } from './csv-records.ts';

export interface CsvSource {
  file: CsvFile;
  /** The header, trimmed. */
  columns: string[];
  /** The rows below the header, some at a time; each good row has as many fields as there are columns. */
  rows: AsyncIterable<(CsvRecord | RefusedRecord)[]>;
  /** How much of the file was read, from 0 to 1. */
  share(): number;
  /** Lets go of the file, read or not. */
  close(): Promise<void>;
}

/** Reads any CSV file in flat memory. @throws DomainError when the file as a whole, or its header, is wrong */
export async function openCsv(path: string, dialect: CsvDialect = {}): Promise<CsvSource> {
  const file = await examineCsvFile(path, dialect);
  let bytesRead = file.markBytes;
  const batches = readRecords(file, (bytes) => {
    bytesRead += bytes;
  });
  const close = async () => void (await batches.return(undefined));
  try {
    const found = await readHeader(batches);
    if (!found) throw fileProblem('invalid_file', path, 'The file is empty: it has no header.');
    const columns = columnsOf(found.header);
    return { file, columns, rows: rowsOf(file, columns, found.rest, batches), share: () => bytesRead / file.bytes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Batch = (CsvRecord | RefusedRecord)[];

/** The first record that is not a blank line, and what came along with it. */
async function readHeader(batches: AsyncGenerator<Batch>): Promise<{ header: Batch[number]; rest: Batch } | null> {
  for (let next = await batches.next(); !next.done; next = await batches.next()) {
    const index = next.value.findIndex((record) => !isBlankLine(record));
    const header = next.value[index];
    if (header) return { header, rest: next.value.slice(index + 1) };
  }
  return null;
}

const isBlankLine = ({ fields }: CsvRecord): boolean => fields.length === 1 && fields[0] === '';

function columnsOf(header: CsvRecord | RefusedRecord): string[] {
  const place = `line ${header.line}`;
  if (isRefused(header)) throw fileProblem('invalid_csv_file', `${place}, column ${header.column}`, header.reason);
  const columns = header.fields.map((name) => name.trim());
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined) throw fileProblem('invalid_csv_file', place, `The header has the column "${twice}" twice.`);
  if (columns.some((name) => name.includes('\0')))
    throw fileProblem('invalid_csv_file', place, `${rowProblems.nulByte} in the header`);
  if (columns.every((name) => name === '')) throw fileProblem('invalid_csv_file', place, 'The header names no column.');
  return columns;
}

async function* rowsOf(file: CsvFile, columns: string[], first: Batch, later: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  const check = (batch: Batch): Batch =>
    batch.flatMap((record) => (columns.length > 1 && isBlankLine(record) ? [] : [checked(record, columns, file.hasNul)]));
  yield check(first);
  for await (const batch of later) yield check(batch);
}

function checked(record: CsvRecord | RefusedRecord, columns: string[], mayHoldNul: boolean): CsvRecord | RefusedRecord {
  if (isRefused(record)) return { ...record, column: columns[Number(record.column) - 1] ?? record.column };
  const { fields } = record;
  if (fields.length !== columns.length) {
    const reason = `${rowProblems.wrongColumnCount}: ${fields.length} instead of ${columns.length}`;
    return { ...record, column: Math.min(fields.length, columns.length) + (fields.length > columns.length ? 1 : 0), reason };
  }
  const nul = mayHoldNul ? fields.findIndex((field) => field.includes('\0')) : -1;
  return nul < 0 ? record : { ...record, column: columns[nul] ?? nul + 1, reason: `${rowProblems.nulByte} in the text` };
}
