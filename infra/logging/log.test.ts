import { expect, test } from 'vitest';
import { createLog, type LogOptions } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void, options: LogOptions = {}): string {
  const lines: string[] = [];
  write(createLog({ ...options, to: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

test('a line is a JSON object with time, level and message', () => {
  const line = JSON.parse(logged((log) => log.info({ company: 'bank' }, 'answer recorded'))) as object;
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    level: 'info',
    company: 'bank',
    msg: 'answer recorded',
  });
});

test('secrets and personal data are withheld at every depth that we log', () => {
  const text = logged((log) => {
    log.info({ password: 'open sesame', email: 'ann@bank.example' });
    log.info({ body: { comment: 'My doctor said', mobile: '+4712345678', name: 'Ann Olsen' } });
    log.info({ req: { headers: { authorization: 'Bearer frk_1', cookie: 'sid=1', 'set-cookie': 'sid=2' } } });
    log.info({ body: { contact: { email: 'ann@bank.example' } } });
  });
  expect(text).not.toMatch(/sesame|ann@|doctor|4712|Olsen|frk_1|sid=/);
  expect(text).toContain('[withheld]');
});

test('the row that PostgreSQL quotes in an error is left out', () => {
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (email)=(ann@bank.example) already exists.',
  });
  const text = logged((log) => log.error({ err: error }, 'could not save'));
  expect(text).toContain('23505');
  expect(text).not.toContain('ann@');
});

test('a person at a terminal gets a plain line', () => {
  expect(logged((log) => log.warn({ lag: 3 }, 'behind'), { pretty: true })).toMatch(/^\d\d:\d\d:\d\d WARN behind lag=3\n$/);
});
