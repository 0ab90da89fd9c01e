import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createLog } from '@frankly/infra/logging/log';
import { noMailer } from '@frankly/infra/mail/no-mailer';
import { smtpMailer } from '@frankly/infra/mail/smtp';
import { jobHandlers } from '@frankly/services/job-handlers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { follower, historyOf, invite } from '../kit/one-time-links.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

/** A mail server on loopback that keeps what it is given. */
class MailServer {
  readonly mails: { to: string[]; mail: Email; at: number }[] = [];
  refusing = false;
  readonly #waiting: (() => void)[] = [];
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _, done) =>
      done(this.refusing ? Object.assign(new Error(`no room for ${address} now`), { responseCode: 451 }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        this.mails.push({ to: envelope.rcptTo.map(({ address }) => address), mail, at: performance.now() });
        done();
        for (const resolve of this.#waiting.splice(0)) resolve();
      });
    },
  });

  async start(): Promise<string> {
    const listening = this.#server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }
  /** Resolves when a mail has come to this address, now or then. */
  async mailTo(address: string): Promise<(typeof this.mails)[number]> {
    for (;;) {
      const found = this.mails.find(({ to }) => to.includes(address));
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
  stop = () => new Promise<void>((resolve) => this.#server.close(resolve));
}

const from = 'Frankly <no-reply@frankly.example>';
const logged: string[] = [];
let server: MailServer;
let t: TestApp;
let acme: TestCompany;
let web: ReturnType<typeof follower>;
let mailer: ReturnType<typeof smtpMailer>;
let handlers: ReturnType<typeof jobHandlers>;

beforeAll(async () => {
  server = new MailServer();
  mailer = smtpMailer(await server.start(), from);
  const log = createLog({ level: 'trace', to: { write: (line: string) => void logged.push(line) } });
  t = await testApp({ site: { url: 'https://frankly.example' }, mailer, log });
  handlers = jobHandlers({ platform: t.platform, mailer, siteUrl: 'https://frankly.example' });
  acme = await t.company('acme');
  web = follower(t);
});
afterAll(async () => {
  await t.close();
  await mailer.close();
  await server.stop();
});
afterEach(() => {
  server.refusing = false;
  t.clock.advance(61 * 60_000);
});

const jobs = async () =>
  (
    await t.platform.pool.query<{ payload: unknown; attempts: number; last_error: string | null }>(
      'select payload, attempts, last_error from graphile_worker._private_jobs',
    )
  ).rows;
const dueNow = () => t.platform.pool.query('update graphile_worker._private_jobs set run_at = now()');

describe('a mail', () => {
  test('arrives with the same words as HTML and as plain text, and its link works', async () => {
    await web.post('/ajax/password', { email: acme.email });
    await t.jobsDone();
    const { to, mail } = await server.mailTo(acme.email);
    expect([to, mail.from, mail.subject]).toEqual([
      [acme.email],
      { name: 'Frankly', address: 'no-reply@frankly.example' },
      'Choose a new Frankly password',
    ]);
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const [inText] = /https:\S+/.exec(mail.text!)!;
    const inHtml = /href="([^"]+)"/.exec(mail.html!)![1];
    expect(inHtml).toBe(inText);
    for (const words of ['Hello Jane,', 'works once, for 30 minutes', 'Your password stays as it is']) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    }
    const token = new URL(inText).searchParams.get('token')!;
    expect((await web.follow(token, { password: acme.password })).statusCode).toBe(200);
    await t.jobsDone();
  });

  test('shows names as they are, whatever is in them', async () => {
    await invite(t, acme.companyId, 'o-neil@acme.example', 'Zoë “O’Neil” <img src=x onerror=alert`1`> & Co');
    const { mail } = await server.mailTo('o-neil@acme.example');
    expect(mail.html).toContain('Zoë “O’Neil” &lt;img src=x onerror=alert`1`&gt; &amp; Co');
    expect(mail.html).not.toContain('<img');
    expect(mail.text).toContain('Zoë “O’Neil” <img src=x onerror=alert`1`> & Co');
  });

  test.each(['Win at https://evil.example', 'evil.example/win', 'call me\r\nBcc: all@acme.example'])(
    'does not pass on what a stranger wrote as a name: %j',
    async (name) => {
      const email = `stranger-${name.length}@acme.example`;
      await invite(t, acme.companyId, email, name);
      const { to, mail } = await server.mailTo(email);
      expect([to, mail.bcc]).toEqual([[email], undefined]);
      expect(mail.text).toContain('\nHello,\n');
      expect(mail.html! + mail.text!).not.toContain('evil.example');
    },
  );
});

describe('nobody reads a token or an address', () => {
  test('in jobs, tables, events or the log', async () => {
    await web.post('/ajax/password', { email: acme.email });
    const waiting = JSON.stringify(await jobs());
    expect(waiting).toContain('"attempts":0');
    expect(waiting).not.toContain(acme.email);
    const before = server.mails.length;
    await t.jobsDone();
    const token = /token=([\w-]{43})/.exec(server.mails[before]!.mail.text!)![1]!;
    expect((await web.open(token)).statusCode).toBe(200);
    const everything = [...logged];
    for (const table of ['events', 'one_time_links', 'graphile_worker._private_jobs', 'logins', 'accounts']) {
      const { rows } = await t.platform.pool.query<{ row: string }>(`select t::text as row from ${table} t`);
      everything.push(...rows.map(({ row }) => row));
    }
    expect([logged.length > 0, everything.length > logged.length + 10]).toEqual([true, true]);
    expect(everything.filter((text) => text.includes(token) || text.includes(acme.email))).toEqual([]);
  });

  test('when the mail server refuses, and repeats the address', async () => {
    server.refusing = true;
    await web.post('/ajax/password', { email: acme.email });
    await t.jobsDone();
    const [job] = await jobs();
    expect(job).toMatchObject({ attempts: 1, last_error: expect.stringContaining('EENVELOPE 451') });
    expect(JSON.stringify(job) + logged.join('')).not.toContain(acme.email);
    // It goes when the server takes it again.
    server.refusing = false;
    const before = server.mails.length;
    await dueNow();
    await t.jobsDone();
    expect(server.mails.length).toBe(before + 1);
    expect(await jobs()).toEqual([]);
  });
});

describe('the worker', () => {
  test('sends a mail as soon as it is asked for, and ends cleanly', async () => {
    const stop = t.platform.jobs.start(handlers);
    // The first tells that it is listening.
    await invite(t, acme.companyId, 'first@acme.example');
    await server.mailTo('first@acme.example');
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      const email = `soon-${n}@acme.example`;
      const begun = performance.now();
      await inviteOnly(email);
      waits.push((await server.mailTo(email)).at - begun);
    }
    await stop();
    // It would be two seconds if it only looked now and then.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(1_000);
    await inviteOnly('after@acme.example');
    expect((await jobs()).length).toBe(1);
    await t.jobsDone();
    await server.mailTo('after@acme.example');
  });

  test('finishes what is under way before it ends, and waits until it is written what came of it', async () => {
    let begin = () => undefined as void;
    let finish = () => undefined as void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    await t.platform.jobs.add('slow', {});
    const stop = t.platform.jobs.start({
      slow: async () => {
        begin();
        await finished;
      },
    });
    await begun;
    const lock = await t.platform.pool.connect();
    await lock.query('begin; select from graphile_worker._private_jobs for update');
    let ended = false;
    const stopped = stop().then(() => (ended = true));
    finish();
    for (let waiting = 0; waiting === 0; ) {
      const { rows } = await lock.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0]!.waiting;
    }
    expect(ended).toBe(false);
    await lock.query('commit');
    lock.release();
    await stopped;
    expect(await jobs()).toEqual([]);
  });

  test('goes on when its connections break', async () => {
    const stop = t.platform.jobs.start(handlers);
    await inviteOnly('before-the-break@acme.example');
    await server.mailTo('before-the-break@acme.example');
    const broken = await t.platform.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like 'LISTEN "jobs:insert"%'`,
    );
    expect(broken.rowCount).toBe(1);
    await inviteOnly('after-the-break@acme.example');
    await server.mailTo('after-the-break@acme.example');
    await stop();
  });

  test('gives up a link whose time is over before it could be sent', async () => {
    server.refusing = true;
    await web.post('/ajax/password', { email: acme.email });
    await t.jobsDone();
    server.refusing = false;
    const before = server.mails.length;
    t.clock.advance(31 * 60_000);
    await dueNow();
    await t.jobsDone();
    expect([server.mails.length, await jobs()]).toEqual([before, []]);
  });
});

/** Invites without doing the job. */
async function inviteOnly(email: string): Promise<void> {
  await invite({ ...t, jobsDone: async () => undefined }, acme.companyId, email);
}

describe('without a mail server', () => {
  test('a mail waits, and says why', async () => {
    await expect(noMailer.send({ to: 'a@b.example', subject: '', html: '', text: '' })).rejects.toThrow('SMTP_URL is not set');
  });

  test('one that does not answer makes the mail fail without its address', async () => {
    const silent = createServer((socket) => socket.destroy());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const broken = smtpMailer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, from);
    const sent = broken.send({ to: 'jane@acme.example', subject: 'x', html: 'x', text: 'x' });
    await expect(sent).rejects.toThrow(/^the mail server did not take the mail: \w+( at \w+)?$/);
    await broken.close();
    silent.close();
  });
});

describe('/dev/mail', () => {
  test('shows what was not sent, newest first, and lets links be followed', async () => {
    const demo = await testApp();
    try {
      const empty = await demo.app.inject({ method: 'GET', url: '/dev/mail' });
      expect(empty.body).toContain('No mails yet');
      const shop = await demo.company('shop');
      await invite(demo, shop.companyId, 'first@shop.example', 'Ann');
      await invite(demo, shop.companyId, 'second@shop.example', '<b>Bob</b>');
      const list = await demo.app.inject({ method: 'GET', url: '/dev/mail' });
      expect([list.statusCode, list.headers['content-type'], list.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(list.body.indexOf('second@shop.example')).toBeLessThan(list.body.indexOf('first@shop.example'));
      const address = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body)![1]!;
      for (const url of [address, `${address}?plain`]) {
        const opened = await demo.app.inject({ method: 'GET', url });
        expect(opened.body).toMatch(/href="http:\/\/localhost\/link\?token=[\w-]{43}"/);
        expect(opened.body).toContain('second@shop.example');
        expect(opened.body).not.toContain('<b>Bob</b>');
      }
      expect((await demo.app.inject({ method: 'GET', url: '/dev/mail/none' })).statusCode).toBe(404);
    } finally {
      await demo.close();
    }
  });

  test('is nowhere else', async () => {
    expect((await t.app.inject({ method: 'GET', url: '/dev/mail' })).statusCode).toBe(404);
  });
});

test('asking for a new password is on record with the person', async () => {
  const types = (await historyOf(t, acme.companyId, acme.email)).map(({ type }) => type);
  expect(types).toContain('PasswordResetRequested');
});
