import { DomainError, invalid } from '@frankly/contracts/errors';
import { batchLimit, type NewResponse } from '@frankly/contracts/responses';
import { parseNewResponse } from './intake.ts';

/** One line of a batch, counted from 1 as it was sent: an answer, or why it is none. */
export type BatchLine = { line: number; answer: NewResponse } | { line: number; error: DomainError };

/** Reads a JSON array, or text with one JSON object per line; blank lines are skipped. @throws DomainError */
export function parseBatch(body: unknown): BatchLine[] {
  if (typeof body === 'string') {
    const lines = body
      .replace(/^\uFEFF/, '')
      .split('\n')
      .map((text, index) => ({ text, line: index + 1 }))
      .filter(({ text }) => text.trim() !== '');
    refuseTooMany(lines.length);
    return lines.map(({ text, line }) => readJson(text, line));
  }
  if (!Array.isArray(body)) throw invalid({ path: '', message: 'Send an array of answers, or one answer per line.' });
  refuseTooMany(body.length);
  return body.map((input, index) => readAnswer(input, index + 1));
}

function refuseTooMany(lines: number): void {
  if (lines > batchLimit) throw new DomainError('too_many_lines');
}

function readJson(text: string, line: number): BatchLine {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    return { line, error: invalid({ path: '', message: 'This line is not valid JSON.' }) };
  }
  return readAnswer(input, line);
}

function readAnswer(input: unknown, line: number): BatchLine {
  const parsed = parseNewResponse(input);
  return 'answer' in parsed ? { line, answer: parsed.answer } : { line, error: invalid(...parsed.fields) };
}
