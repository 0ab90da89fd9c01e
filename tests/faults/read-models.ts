import type pg from 'pg';
import { canonical, type Findings } from './finding.ts';
import type { LedgerEntry } from './ledger.ts';
import type { LoggedAnswer, RawEvent } from './raw-log.ts';
import { type CountedAnswer, recount, type Recount } from './recount.ts';

interface Build {
  projection: string;
  version: number;
  position: string;
}

type Row = Record<string, unknown>;

const expectedModels = ['api_keys', 'companies', 'feedback_facts', 'published_surveys', 'response_details', 'users'];

/** The live tables of the read models, as they are called now. */
export async function readModelTables(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct c.relname as name from pg_class c join projection_builds b on b.role = 'live' and c.relkind = 'r'
       and c.relname ~ ('^(' || b.projection || '|feedback_(dictionary|attributes|companies))_' || b.version || '$')`,
  );
  return rows.map(({ name }) => name);
}

/** Recounts each read model from the events up to its own checkpoint, and compares row by row. */
export async function checkReadModels(
  db: pg.Client,
  log: readonly RawEvent[],
  logged: ReadonlyMap<LedgerEntry, LoggedAnswer>,
  findings: Findings,
): Promise<void> {
  const builds = await db.query<Build>(`select projection, version, position from projection_builds where role = 'live'`);
  const models = new Map(builds.rows.map((build) => [build.projection, build]));
  findings.expect(
    canonical([...models.keys()].toSorted()) === canonical(expectedModels),
    'every read model is known to the oracle',
    () => [...models.keys()].join(),
  );
  const recounts = new Map<string, Recount>();
  const of = (projection: string) => {
    const { position, version } = models.get(projection) ?? { position: '0', version: 0 };
    if (!recounts.has(position)) recounts.set(position, recount(log, BigInt(position)));
    return { expected: recounts.get(position)!, version };
  };
  const rowsOf = async (table: string, projection = table): Promise<Row[]> =>
    (await db.query<Row>(`select * from ${table}_${of(projection).version}`)).rows;
  const parked = await parkedStreams(db);

  const compare = (model: string, found: Map<string, unknown>, expected: Map<string, unknown>) => {
    for (const [key, value] of expected)
      findings.expect(canonical(found.get(key)) === canonical(value), `${model} has what the log says`, () => {
        return `${key}: ${canonical(found.get(key))}, not ${canonical(value)}`;
      });
    for (const key of found.keys())
      findings.expect(expected.has(key), `${model} has nothing that the log does not say`, () => key);
  };

  compare(
    'companies',
    new Map(
      (await rowsOf('companies')).map((row) => [
        String(row['company_id']),
        { slug: row['slug'], name: row['name'], timeZone: row['time_zone'] },
      ]),
    ),
    of('companies').expected.companies,
  );
  compare(
    'users',
    new Map((await rowsOf('users')).map((row) => [`${row['company_id']}/${row['user_id']}`, row['role_type']])),
    of('users').expected.users,
  );
  compare(
    'api_keys',
    new Map(
      (await rowsOf('api_keys')).map((row) => [
        `${row['company_id']}/${row['key_id']}`,
        { name: row['name'], prefix: row['prefix'], revoked: row['revoked'] },
      ]),
    ),
    of('api_keys').expected.apiKeys,
  );
  compare(
    'published_surveys',
    new Map(
      (await rowsOf('published_surveys')).map((row) => [
        `${row['company_id']}/${row['survey_id']}`,
        { version: row['version'], questionType: row['question_type'], scale: row['scale'] },
      ]),
    ),
    of('published_surveys').expected.surveys,
  );

  const facts = of('feedback_facts').expected;
  const attributes = await rowsOf('feedback_attributes', 'feedback_facts');
  compare(
    'feedback_attributes',
    new Map(attributes.map((row) => [`${row['company_id']}/${row['attribute']}`, String(row['slot'])])),
    facts.attributes,
  );
  compare(
    'feedback_facts',
    decoded(await rowsOf('feedback_facts'), await rowsOf('feedback_dictionary', 'feedback_facts'), attributes, findings),
    without(facts.answers, parked.get('feedback_facts'), factOf),
  );

  const details = await rowsOf('response_details');
  const expectedDetails = of('response_details').expected.answers;
  compare(
    'response_details',
    new Map(
      details.map((row) => [
        `${row['company_id']}/${row['ordinal']}`,
        { responseId: row['response_id'], subjectId: row['subject_id'] },
      ]),
    ),
    without(expectedDetails, parked.get('response_details'), ({ responseId, subjectId }) => ({ responseId, subjectId })),
  );
  checkPersonal(details, logged, BigInt(models.get('response_details')?.position ?? 0), findings);
}

/** Streams that a read model says it cannot fold: projection -> company/stream. */
export async function parkedStreams(db: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await db.query<{ projection: string; company_id: string; stream: string }>(
    'select distinct projection, company_id, stream from projection_parked',
  );
  const parked = new Map<string, Set<string>>();
  for (const { projection, company_id, stream } of rows)
    parked.set(projection, (parked.get(projection) ?? new Set<string>()).add(`${company_id}/${stream}`));
  return parked;
}

const without = <T>(
  answers: ReadonlyMap<string, CountedAnswer>,
  parked: ReadonlySet<string> | undefined,
  row: (answer: CountedAnswer) => T,
): Map<string, T> =>
  new Map(
    [...answers].flatMap(([key, answer]) =>
      parked?.has(`${answer.company}/${answer.stream}`) ? [] : [[key, row(answer)] as const],
    ),
  );

const factOf = ({ questionType, score, scale, bucket, day, answeredAt, hasComment, corrected, values }: CountedAnswer) => ({
  questionType,
  score,
  scale,
  bucket,
  day,
  answeredAt,
  hasComment,
  corrected,
  values,
});

const questionTypes = ['nps', 'csat', 'ces', 'fivestar'];
const buckets = ['detractor', 'passive', 'promoter'];

/** The fact rows in words, through the dictionary of their own company. */
function decoded(
  facts: readonly Row[],
  dictionary: readonly Row[],
  attributes: readonly Row[],
  findings: Findings,
): Map<string, unknown> {
  const words = new Map<string, string>();
  const codes = new Set<string>();
  for (const { company_id, attribute, code, value } of dictionary) {
    words.set(`${company_id}/${attribute}/${code}`, String(value));
    const one = `${company_id}/${attribute}=${value}`;
    findings.expect(!codes.has(one), 'a value has one code', () => one);
    codes.add(one);
  }
  const columns = new Map<string, [name: string, column: string][]>();
  for (const { company_id, attribute, slot } of attributes) {
    const ofCompany = columns.get(String(company_id)) ?? [];
    ofCompany.push([String(attribute), `a${slot}`]);
    columns.set(String(company_id), ofCompany);
  }
  return new Map(
    facts.map((row) => {
      const company = String(row['company_id']);
      const coded = [...['staff', 'channel', 'segment'].map((name) => [name, name] as const), ...(columns.get(company) ?? [])];
      const values = coded.flatMap(([name, column]) =>
        row[column] === null ? [] : [[name, words.get(`${company}/${name}/${row[column]}`) ?? `code ${row[column]}`]],
      );
      return [
        `${company}/${row['ordinal']}`,
        {
          questionType: questionTypes[Number(row['question_type'])],
          score: row['score'],
          scale: row['scale'],
          bucket: buckets[Number(row['bucket'])],
          day: new Date(Number(row['day']) * 86_400_000).toISOString().slice(0, 10),
          answeredAt: (row['answered_at'] as Date).getTime(),
          hasComment: row['has_comment'],
          corrected: row['corrected'],
          values: Object.fromEntries(values) as unknown,
        },
      ];
    }),
  );
}

/** Comments and names, opened, are those that the client sent. */
function checkPersonal(
  details: readonly Row[],
  logged: ReadonlyMap<LedgerEntry, LoggedAnswer>,
  position: bigint,
  findings: Findings,
): void {
  const rows = new Map(details.map((row) => [`${row['company_id']}/${row['ordinal']}`, row]));
  for (const [{ company, id, answer, changes }, { events }] of logged) {
    const row = rows.get(`${events[0]!.company}/${events[0]!.position}`);
    if (!row) continue;
    const reasons = new Set(events.filter((event) => event.position <= position).map(({ data }) => data['reason']));
    const comment = changes
      .filter((change) => change.reason !== null && reasons.has(change.reason))
      .reduce((said, change) => change.comment ?? said, answer.comment);
    findings.expect(
      row['comment'] === (comment ?? null) && row['contact'] === (answer.contact?.name ?? null),
      'comments and names are those that were sent',
      () => `${company}/${id}: ${canonical([row['comment'], row['contact']])}`,
    );
  }
}
