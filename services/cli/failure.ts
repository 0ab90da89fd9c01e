import { DomainError, problems } from '@frankly/contracts/errors';
import { CommanderError } from 'commander';

const wrongUsage = 2;

/** Nothing is wrong with a command that was interrupted, or with two hashes that differ: only its exit code says so. */
export class Exit extends Error {
  override name = 'Exit';
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** One line: what is wrong and its stable code, then what to change. */
export function explain(error: unknown, asJson: boolean): string {
  if (error instanceof Exit) return '';
  const problem = error instanceof DomainError ? error.toProblem() : { error: codeOf(error), message: wordsOf(error) };
  if (asJson) return `${JSON.stringify(problem)}\n`;
  const fields = 'fields' in problem ? (problem.fields ?? []) : [];
  const what = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' ');
  // What to change says more than that something has to be changed.
  if (problem.error === 'invalid_input' && what !== '') return `${what} (${problem.error})\n`;
  return `${[`${problem.message} (${problem.error})`, what].filter(Boolean).join(' ')}\n`;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Exit) return error.code;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  const options =
    error instanceof DomainError && error.code === 'invalid_input' && error.fields?.some(({ path }) => path.startsWith('--'));
  return options ? wrongUsage : 1;
}

function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'SettingsError') return 'settings';
  return isConnectionRefused(error) ? 'unavailable' : 'internal';
}

function wordsOf(error: unknown): string {
  if (isConnectionRefused(error)) return 'The database cannot be reached. Is DATABASE_URL right, and is it running?';
  return error instanceof Error && error.message ? error.message : problems.internal[1];
}

const isConnectionRefused = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET'].includes(String((error as { code?: string } | null)?.code));
