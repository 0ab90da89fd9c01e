import { canonical, type Finding, Findings } from './finding.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { LoggedAnswer } from './raw-log.ts';
import { bucketOf } from './recount.ts';

export interface AskedCompany {
  slug: string;
  key: string;
}

/** An answer as it stands after all its changes, by the ledger. */
interface Standing {
  questionType: string;
  score: number;
  channel: string | null;
  region: string | null;
}

const always = { unit: 'custom', value: '01-01-2020_31-12-2035' };
const questionTypes = ['nps', 'csat', 'ces', 'fivestar'];

/**
 * Asks the API for the figures of each company and compares them with a count of the ledger. Call it at rest. What nobody
 * acknowledged counts when the log has it.
 */
export async function checkFigures(
  url: string,
  companies: readonly AskedCompany[],
  ledger: Ledger,
  logged: ReadonlyMap<LedgerEntry, LoggedAnswer>,
): Promise<readonly Finding[]> {
  const findings = new Findings();
  for (const { slug, key } of companies) {
    const own = ledger.entries().flatMap((entry) => (entry.company === slug ? (standing(entry, logged.get(entry)) ?? []) : []));
    const ask = async (query: object): Promise<Record<string, unknown>> => {
      const reply = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ time: always, digits: 6, ...query }),
      });
      const text = await reply.text();
      if (reply.ok) return (JSON.parse(text) as { data: Record<string, unknown> }).data;
      findings.add('every figure is answered', `${slug} ${JSON.stringify(query)}: ${reply.status} ${text.slice(0, 200)}`);
      return {};
    };
    const same = (check: string, found: unknown, expected: unknown) =>
      findings.expect(
        canonical(found) === canonical(expected),
        check,
        () => `${slug}: ${canonical(found)}, not ${canonical(expected)}`,
      );

    for (const questionType of questionTypes) {
      const asked = own.filter((answer) => answer.questionType === questionType);
      const summary = await ask({ measure: 'summary', questionType });
      same(`the summary of ${questionType} is that of the ledger`, countsIn(summary), figureOf(questionType, asked));

      for (const name of ['channel', 'region'] as const) {
        const groups = [...new Set(asked.map((answer) => answer[name]))];
        const groupBy = name === 'region' ? 'region_c' : name;
        const { rows = [] } = await ask({ measure: 'leaderboard', questionType, groupBy });
        same(
          `the leaderboard of ${questionType} by ${name} is that of the ledger`,
          Object.fromEntries((rows as Record<string, unknown>[]).map((row) => [String(row['group']), countsIn(row)])),
          Object.fromEntries(
            groups.map((group) => [
              String(group),
              figureOf(
                questionType,
                asked.filter((answer) => answer[name] === group),
              ),
            ]),
          ),
        );
      }

      const rules = [
        { column: 'channel', operator: 'not_in', value: [`${slug} store`] },
        { column: 'region_c', operator: 'in', value: [1, 2, 3].map((number) => `${slug} region ${number}`) },
      ];
      same(
        `the summary of ${questionType} under rules is that of the ledger`,
        countsIn(await ask({ measure: 'summary', questionType, rules })),
        figureOf(
          questionType,
          asked.filter(({ channel, region }) => channel !== `${slug} store` && / region [123]$/.test(region ?? '')),
        ),
      );
      const list = JSON.stringify(await ask({ measure: 'responses', questionType, pageSize: 200 }));
      for (const other of companies)
        findings.expect(
          other.slug === slug || !list.includes(`"${other.slug} `),
          'nothing of another company is answered',
          () => `${slug} is shown something of ${other.slug}`,
        );
    }
  }
  return findings.all;
}

/** Null when it is not there, or was taken out. */
function standing({ answer, acknowledged, changes }: LedgerEntry, logged: LoggedAnswer | undefined): Standing | null {
  if (!acknowledged && !logged) return null;
  // What was given up may have come through all the same; only the log can tell.
  const reasons = new Set(logged?.events.map(({ data }) => data['reason']));
  const scores = new Set(logged?.events.map(({ data }) => data['score']));
  const counting = changes.filter(
    (change) => change.acknowledged || (change.reason === null ? scores.has(change.score) : reasons.has(change.reason)),
  );
  if (counting.some(({ kind }) => kind === 'void')) return null;
  return {
    questionType: answer.questionType,
    score: counting.reduce((score, change) => change.score ?? score, answer.score),
    channel: answer.channel ?? null,
    region: answer.attributes['region_c'] ?? null,
  };
}

const roundedTo6 = (value: number): number => Math.round(value * 1e6) / 1e6;

function figureOf(questionType: string, answers: readonly Standing[]) {
  const among = (bucket: string) => answers.filter(({ score }) => bucketOf(questionType, score) === bucket).length;
  const [promoter, passive, detractor] = [among('promoter'), among('passive'), among('detractor')];
  const total = answers.length;
  const sum = answers.reduce((all, { score }) => all + score, 0);
  const score =
    questionType === 'nps'
      ? (100 * (promoter - detractor)) / total
      : questionType === 'fivestar'
        ? sum / total
        : (100 * promoter) / total;
  return { total, promoter, passive, detractor, score: total === 0 ? null : roundedTo6(score) };
}

/** The same of a summary, or of a row of a leaderboard. */
const countsIn = ({ total, responded, promoter, passive, detractor, nps, score }: Record<string, unknown>) => ({
  total: total ?? responded,
  promoter,
  passive,
  detractor,
  score: (nps === undefined ? score : nps) ?? null,
});
