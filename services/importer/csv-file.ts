import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DomainError, type ProblemCode } from '@frankly/contracts/errors';
import { countLineEnds } from './line-ends.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
const chunkBytes = 256 * 1024;

/** A text file that was read once from end to end: what it is, before anything of it is used. */
export interface CsvFile {
  path: string;
  bytes: number;
  /** SHA-256 of the whole file, 64 hex digits. */
  sha256: string;
  /** A label of `TextDecoder`. */
  encoding: string;
  /** Length of the byte order mark. */
  markBytes: number;
  delimiter: string;
  hasNul: boolean;
}

/** What a person says when the file itself does not tell. */
export interface CsvDialect {
  encoding?: string;
  delimiter?: string;
}

export const fileProblem = (code: ProblemCode, path: string, message: string): DomainError =>
  new DomainError(code, [{ path, message }]);

/** @throws DomainError invalid_file, invalid_file_type, or invalid_csv_file for text in another encoding */
export async function examineCsvFile(path: string, dialect: CsvDialect = {}): Promise<CsvFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw fileProblem(
      'invalid_file',
      path,
      error.code === 'ENOENT' ? 'There is no such file.' : `It cannot be read: ${error.message}.`,
    );
  });
  if (!found.isFile()) throw fileProblem('invalid_file', path, 'This is not a file.');
  if (found.size === 0) throw fileProblem('invalid_file', path, 'The file is empty.');

  const hash = createHash('sha256');
  let start: Buffer | undefined;
  let check: ((chunk: Buffer, last: boolean) => void) | undefined;
  let hasNul = false;
  for await (const chunk of chunksOf(path, 0)) {
    hash.update(chunk);
    hasNul ||= chunk.includes(0);
    if (!start) {
      start = chunk;
      refuseOtherFileTypes(path, start);
      check = checkerOf(encodingOf(start, dialect));
    }
    check?.(chunk, false);
  }
  if (!start || !check) throw fileProblem('invalid_file', path, 'The file is empty.');
  check(Buffer.alloc(0), true);

  const { encoding, markBytes } = encodingOf(start, dialect);
  const delimiter = dialect.delimiter ?? delimiterOf(new TextDecoder(encoding).decode(start));
  return { path, bytes: found.size, sha256: hash.digest('hex'), encoding, markBytes, delimiter, hasNul };
}

/** The text of the file as UTF-8, without its byte order mark, a part at a time. */
export async function* utf8Chunks(
  { path, encoding, markBytes }: CsvFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  for await (const chunk of chunksOf(path, markBytes)) {
    onRead(chunk.length);
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
  if (decoder) yield Buffer.from(decoder.decode());
}

const chunksOf = (path: string, start: number) =>
  createReadStream(path, { start, highWaterMark: chunkBytes }) as AsyncIterable<Buffer>;

const otherFileTypes: readonly (readonly [signature: string, name: string])[] = [
  ['504b0304', 'an Excel workbook or a zip archive'],
  ['d0cf11e0', 'an old Excel workbook'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a gzip archive'],
  ['89504e47', 'a picture'],
];

function refuseOtherFileTypes(path: string, start: Buffer): void {
  const hex = start.subarray(0, 4).toString('hex');
  const other = otherFileTypes.find(([signature]) => hex.startsWith(signature));
  if (other) throw fileProblem('invalid_file_type', path, `This is ${other[1]}. Save it as CSV and import that.`);
}

const marks = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
] as const;

function encodingOf(start: Buffer, { encoding }: CsvDialect): { encoding: string; markBytes: number } {
  const mark = marks.find(([bytes]) => start.toString('hex', 0, bytes.length / 2) === bytes);
  if (encoding !== undefined) {
    const label = knownEncoding(encoding);
    return { encoding: label, markBytes: mark?.[1] === label ? mark[0].length / 2 : 0 };
  }
  return mark ? { encoding: mark[1], markBytes: mark[0].length / 2 } : { encoding: encodingByZeros(start), markBytes: 0 };
}

function knownEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw fileProblem('invalid_input', 'encoding', `"${label}" is no known encoding. Try utf-8, utf-16le or latin1.`);
  }
}

/** Western text in UTF-16 has a zero in nearly every pair of bytes, always on the same side. */
function encodingByZeros(start: Buffer): string {
  const pairs = Math.min(start.length >> 1, 512);
  const zeros = [0, 0];
  for (let index = 0; index < pairs * 2; index++) if (start[index] === 0) zeros[index % 2]!++;
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd > pairs * 0.4) return 'utf-16le';
  return odd === 0 && even > pairs * 0.4 ? 'utf-16be' : 'utf-8';
}

const anotherEncoding = (place: string, what: string): DomainError =>
  fileProblem(
    'invalid_csv_file',
    place,
    `another encoding: ${what}. Save the file as UTF-8, or name its encoding: --encoding latin1`,
  );

function checkerOf({ encoding }: { encoding: string }): (chunk: Buffer, last: boolean) => void {
  if (encoding === 'utf-8') return utf8Checker();
  const decoder = new TextDecoder(encoding, { fatal: true });
  let offset = 0;
  return (chunk, last) => {
    try {
      decoder.decode(chunk, { stream: !last });
    } catch {
      throw anotherEncoding(`bytes ${offset} to ${offset + chunk.length}`, `this is not ${encoding}`);
    }
    offset += chunk.length;
  };
}

function utf8Checker(): (chunk: Buffer, last: boolean) => void {
  let carried = Buffer.alloc(0);
  let offset = 0;
  let line = 1;
  return (chunk, last) => {
    const bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    const whole = bytes.subarray(0, last ? bytes.length : bytes.length - unfinishedBytes(bytes));
    if (!isUtf8(whole)) {
      const at = firstInvalidByte(whole);
      const place = `line ${line + countLineEnds(whole, 0, at)}, byte ${offset + at}`;
      throw anotherEncoding(place, `0x${whole[at]?.toString(16).toUpperCase().padStart(2, '0')} is not valid UTF-8`);
    }
    carried = Buffer.from(bytes.subarray(whole.length));
    offset += whole.length;
    line += countLineEnds(whole, 0, whole.length);
  };
}

/** Bytes at the end that begin a character which the next chunk finishes. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >> 6 === 0b10) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

/** Decoding puts U+FFFD where a byte is wrong; one that the bytes really spell is skipped. */
function firstInvalidByte(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let byte = 0;
  let from = 0;
  for (let found = text.indexOf('\ufffd'); found >= 0; found = text.indexOf('\ufffd', from)) {
    byte += Buffer.byteLength(text.slice(from, found));
    if (bytes.toString('hex', byte, byte + 3) !== 'efbfbd') return byte;
    byte += 3;
    from = found + 1;
  }
  return byte;
}

/** The candidate that the first line with text has most of, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text.slice(text.search(/[^\r\n]/))) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return delimiters.reduce((best, candidate) => ((counts.get(candidate) ?? 0) > (counts.get(best) ?? 0) ? candidate : best));
}
