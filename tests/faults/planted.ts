import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Chance } from '@frankly/services/demo/chance';
import { RunningProduct, type ServerProcess } from '../kit/running-product.ts';
import { asked, caughtUp } from './catching-up.ts';
import { foundCompanies } from './companies.ts';
import { checkFigures } from './figures.ts';
import type { Finding } from './finding.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { inspect, inspectWithin } from './oracle.ts';
import type { Report } from './report.ts';

const plant = (name: string): string => new URL(`plants/${name}.ts`, import.meta.url).href;
const loadMs = 3_000;

/** Wrong tables, each made inside a transaction that is rolled back, and the check that has to see it. */
const wrongTables: { bug: string; sql: string; check: string }[] = [
  {
    bug: 'an acknowledged answer is gone from the log',
    sql: `delete from events where ctid = (select ctid from events where type = 'AnswerRecorded' order by position offset 20 limit 1)`,
    check: 'what was acknowledged is in the log',
  },
  {
    bug: 'an answer that nobody sent is in the log',
    sql: `insert into events select position + 1000000, company_id, 'response-forged', 1, gen_random_uuid(), type, version,
            jsonb_set(data::jsonb, '{responseId}', '"forged"')::json, actor, correlation_id, causation_id, recorded_at
          from events where type = 'AnswerRecorded' and stream like 'response-single-%' limit 1`,
    check: 'what is in the log was sent',
  },
  {
    bug: 'an answer is recorded with another score',
    sql: `update events set data = jsonb_set(data::jsonb, '{score}', '99')::json
          where position = (select min(position) from events where type = 'AnswerRecorded')`,
    check: 'an answer says what was sent',
  },
  {
    bug: 'a revision is skipped',
    sql: `update events set revision = revision + 1 where position = (select max(position) from events)`,
    check: 'revisions run 1, 2, 3 in each stream',
  },
  {
    bug: 'a fact is lost',
    sql: `delete from feedback_facts_1 where ctid = (select max(ctid) from feedback_facts_1)`,
    check: 'feedback_facts has what the log says',
  },
  {
    bug: 'a fact is another company’s',
    sql: `update feedback_facts_1 f set company_id = (select company_id from companies_1 c where c.company_id <> f.company_id)
          where ctid = (select max(ctid) from feedback_facts_1)`,
    check: 'feedback_facts has nothing that the log does not say',
  },
  {
    bug: 'a score is in the wrong bucket',
    sql: `update feedback_facts_1 set bucket = (bucket + 1) % 3 where ctid = (select max(ctid) from feedback_facts_1)`,
    check: 'feedback_facts has what the log says',
  },
  {
    bug: 'an answer is on the day of another time zone',
    sql: `update feedback_facts_1 set day = day - 1 where ctid = (select max(ctid) from feedback_facts_1)`,
    check: 'feedback_facts has what the log says',
  },
  {
    bug: 'a code stands for another value',
    sql: `update feedback_dictionary_1 set value = value || '!' where attribute = 'staff' and code = 1
            and company_id = (select company_id from companies_1 where slug = 'acme')`,
    check: 'feedback_facts has what the log says',
  },
  {
    bug: 'a comment is shown with another answer',
    sql: `update response_details_1 set comment = 'somebody else''s' where ctid = (select max(ctid) from response_details_1)`,
    check: 'comments and names are those that were sent',
  },
  {
    bug: 'a voided answer still has its details',
    sql: `insert into response_details_1 select company_id, position, data ->> 'responseId' from events e where type = 'AnswerRecorded'
            and exists (select from events v where v.company_id = e.company_id and v.stream = e.stream and v.type = 'AnswerVoided') limit 1`,
    check: 'response_details has nothing that the log does not say',
  },
  {
    bug: 'a company is not listed',
    sql: `delete from companies_1 where slug = 'acme'`,
    check: 'companies has what the log says',
  },
];

/** The append function, without looking whether an event id or a revision is there already. */
const loseDedup = `
  alter table events drop constraint events_company_id_event_id_key;
  do $plant$
  declare
    sound text := pg_get_functiondef('append_events'::regproc);
    planted text := replace(replace(sound, 's.stored is not null then', 'false then'), 'a.expected in (-1, h.head)', 'true');
  begin
    if planted = sound then raise exception 'nothing was planted'; end if;
    execute planted;
  end $plant$`;

/** A checker that never failed proves nothing: plants one bug after the other, and shows that the oracle sees each of them. */
export async function provePlantedBugsAreCaught(report: Report, chance: Chance): Promise<void> {
  const product = await RunningProduct.create();
  try {
    const companies = await foundCompanies(product);
    const ledger = new Ledger();
    const load = new Load(ledger, companies, chance);
    const loadFor = async (server: ServerProcess, ms: number) => {
      load.urls = [server.url];
      await caughtUp(product.databaseUrl);
      load.start({ clients: 8, pauseMs: 10 });
      await delay(ms);
      await load.stop();
      await caughtUp(product.databaseUrl);
    };
    const look = async (server: ServerProcess): Promise<readonly Finding[]> => {
      const { findings, logged } = await inspect(product.databaseUrl, ledger);
      return [...findings, ...(await checkFigures(server.url, companies, ledger, logged))];
    };
    const stop = async (server: ServerProcess) => {
      server.signal('SIGTERM');
      await server.ended();
    };

    let server = await product.start();
    await loadFor(server, loadMs);
    report.clean('without a planted bug', await look(server));

    for (const { bug, sql, check } of wrongTables)
      report.caught(bug, await inspectAfter(product.databaseUrl, ledger, sql), check);

    await stop(server);
    server = await product.start({ preload: plant('missing-company-filter') });
    report.caught('a missing company filter', await look(server), 'the summary of nps is that of the ledger');

    for (const [preload, bug] of [
      ['killed-before-rows', false],
      ['checkpoint-first', true],
    ] as const) {
      await stop(server);
      const dying = await product.start({ preload: plant(preload) });
      load.urls = [dying.url];
      load.start({ clients: 8, pauseMs: 10 });
      await dying.ended();
      server = await product.start();
      load.urls = [server.url];
      await load.stop();
      await caughtUp(product.databaseUrl);
      if (bug) {
        report.caught('checkpoint before write, killed in between', await look(server), 'feedback_facts has what the log says');
        await product.must(['rebuild']); // each read model has that bug
        report.clean('what that bug lost, after a rebuild', await look(server));
      } else report.clean('killed at the same place without that bug', await look(server));
    }

    await asked(product.databaseUrl, loseDedup);
    await loadFor(server, loadMs);
    report.caught('lost dedup', await look(server), 'an answer is recorded once');
  } finally {
    await product.dispose();
  }
}

async function inspectAfter(databaseUrl: string, ledger: Ledger, sql: string): Promise<readonly Finding[]> {
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    await db.query('begin transaction isolation level repeatable read');
    const { rowCount } = await db.query(sql);
    if (rowCount !== 1) throw new Error(`planted in ${rowCount} rows: ${sql}`);
    return (await inspectWithin(db, ledger)).findings;
  } finally {
    await db.end();
  }
}
