import { type DestinationStream, type Logger, pino } from 'pino';

/** Never in a log, wherever they stand: at the top, in an object, in a request's body or headers. */
const withheld = (
  'password currentPassword newPassword passwordHash secret token key authorization cookie set-cookie ' +
  'email comment contact name mobile phone'
).split(' ');
const quoted = withheld.map((field) => (/^\w+$/.test(field) ? field : `["${field}"]`));
const under = (parent: string): string[] =>
  quoted.map((field) => (field.startsWith('[') ? parent + field : `${parent}.${field}`));

export interface LogOptions {
  level?: string;
  /** Lines for a person at a terminal instead of JSON. */
  pretty?: boolean;
  /** Standard error when missing: standard output belongs to what a command answers. */
  to?: DestinationStream;
}

/** One JSON object a line, without secrets and personal data. */
export function createLog({
  level = 'info',
  pretty = false,
  to = pino.destination({ dest: 2, sync: true }),
}: LogOptions = {}): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: [...quoted, ...under('*'), ...under('*.*')], censor: '[withheld]' },
    serializers: { err: errorWithoutRows },
  };
  return pino(options, pretty ? { write: (line) => to.write(plainLine(JSON.parse(line) as Record<string, unknown>)) } : to);
}

/** PostgreSQL quotes the offending row in `detail`, and rows hold personal data. */
function errorWithoutRows(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: (error as Error & { code?: unknown }).code };
}

function plainLine({ time, level, msg, err, ...rest }: Record<string, unknown>): string {
  const mark = level === 'info' ? '' : ` ${String(level).toUpperCase()}`;
  const more = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const stack = err ? `\n${(err as { stack?: string }).stack}` : '';
  return `${String(time).slice(11, 19)}${mark} ${msg}${more.join('')}${stack}\n`;
}
