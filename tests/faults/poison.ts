import type { RunningProduct } from '../kit/running-product.ts';
import { asked, caughtUp } from './catching-up.ts';
import type { Ledger } from './ledger.ts';
import type { LoadCompany } from './load.ts';
import { inspect } from './oracle.ts';
import type { Report } from './report.ts';

const answers = 10_000;
const poison = 10;
const promisedLagMs = 2_000;

interface Parked {
  stream: string;
  reason: string;
}

/** Answers that name an attribute which nobody defined, among many good ones: written past the product, as only a bug could. */
export async function poisonTheLog(product: RunningProduct, company: LoadCompany, ledger: Ledger, report: Report): Promise<void> {
  const { databaseUrl } = product;
  for (let n = 1; n <= answers; n += 1) {
    const bad = n % (answers / poison) === 500;
    const answer = { questionType: 'nps' as const, score: n % 11, answeredAt: '2026-05-01T12:00:00.000Z' };
    const attributes: Record<string, string> = bad
      ? { poison_c: 'never defined' }
      : { region_c: `${company.slug} region ${n % 6}` };
    ledger.enter({
      company: company.slug,
      id: `poison-${n}`,
      door: 'single',
      answer: { ...answer, attributes },
    }).acknowledged = true;
  }
  await appendDirectly(databaseUrl, company, ledger);
  const lag = await caughtUp(databaseUrl);
  const parked = await parkedNow(databaseUrl);
  const named = parked.filter(({ reason }) => reason.includes('attribute poison_c was never defined')).length;
  report.add(
    `${poison} poison events in ${answers}`,
    parked.length === poison && named === poison && lag <= promisedLagMs,
    `${parked.length} streams parked, ${named} with the reason; the others' lag was ${Math.round(lag)} ms`,
  );
  const around = await inspect(databaseUrl, ledger);
  report.clean('the answers around the poison', around.findings);

  const { code, stderr } = await product.run(['rebuild', '--projection', 'feedback_facts']);
  const after = await inspect(databaseUrl, ledger);
  report.add(
    'a rebuild over poison fails loudly and leaves the live table',
    code !== 0 && stderr.includes('poison_c') && after.findings.length === 0,
    `exit code ${code}`,
  );

  await correctTheEvents(databaseUrl, ledger);
  await product.must(['rebuild', '--projection', 'feedback_facts']);
  const { findings } = await inspect(databaseUrl, ledger);
  const left = await parkedNow(databaseUrl);
  report.add(
    'after the fix and a replay',
    left.length === 0 && findings.length === 0,
    `${left.length} streams parked, ${findings.length} findings`,
  );
}

const parkedNow = (databaseUrl: string): Promise<Parked[]> =>
  asked<Parked>(databaseUrl, `select stream, reason from projection_parked where projection = 'feedback_facts'`);

async function appendDirectly(databaseUrl: string, { slug, companyId }: LoadCompany, ledger: Ledger): Promise<void> {
  const entries = ledger.entries().filter(({ company, id }) => company === slug && id.startsWith('poison-'));
  const data = entries.map(({ id, answer }) => JSON.stringify({ responseId: id, scale: 10, source: 'api', ...answer }));
  await asked(
    databaseUrl,
    `with locked as materialized (select pg_advisory_xact_lock(732915402)), inserted as (
       insert into events (position, company_id, stream, revision, event_id, type, version, data, actor, correlation_id,
                           causation_id, recorded_at)
       select (select max(position) from events) + n, $1, 'response-' || (data ->> 'responseId'), 1, gen_random_uuid(),
         'AnswerRecorded', 1, data, 'system', 'poison', 'poison', now()
       from locked, unnest($2::json[]) with ordinality d(data, n) returning position)
     select pg_notify('frankly_events', max(position)::text) from inserted`,
    [companyId, data],
  );
}

/** The fix: what an upcaster would make of these events. The log is otherwise never changed. */
async function correctTheEvents(databaseUrl: string, ledger: Ledger): Promise<void> {
  await asked(
    databaseUrl,
    `update events set data = (data::jsonb #- '{attributes,poison_c}')::json where data -> 'attributes' ->> 'poison_c' is not null`,
  );
  for (const { answer } of ledger.entries()) delete answer.attributes['poison_c'];
}
