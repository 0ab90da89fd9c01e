import type pg from 'pg';
import { canonical, type Findings } from './finding.ts';
import type { Ledger, LedgerEntry, Promised, SentAnswer } from './ledger.ts';

export interface RawEvent {
  position: bigint;
  company: string;
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** The log as its table holds it. */
export async function readLog(db: pg.Client): Promise<RawEvent[]> {
  const { rows } = await db.query<Omit<RawEvent, 'position'> & { position: string }>(
    'select position, company_id as company, stream, revision, event_id as id, type, data from events order by position',
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

/** Slug -> company id and back, by the log alone. */
export function companiesIn(log: readonly RawEvent[]): Map<string, string> {
  return new Map(
    log.flatMap(({ type, company, data }) => (type === 'CompanyRegistered' ? [[company, String(data['slug'])] as const] : [])),
  );
}

/** What the log says about one answer, by the client's own name for it. */
export interface LoggedAnswer {
  entry: LedgerEntry;
  events: RawEvent[];
}

/** Who promised what, who sent what, and what the log holds: acknowledged within log within sent, each of it once. */
export function checkLog(
  log: readonly RawEvent[],
  promised: readonly Promised[],
  ledger: Ledger,
  findings: Findings,
): Map<LedgerEntry, LoggedAnswer> {
  checkOrder(log, findings);
  const slugs = companiesIn(log);
  const streams = new Map<string, RawEvent[]>();
  for (const event of log) {
    if (!event.type.startsWith('Answer')) continue;
    const name = `${event.company}/${event.stream}`;
    const stream = streams.get(name);
    if (stream) stream.push(event);
    else streams.set(name, [event]);
  }
  const logged = new Map<LedgerEntry, LoggedAnswer>();
  const responseIds = new Set<string>();
  for (const [name, events] of streams) {
    const [first, ...later] = events as [RawEvent, ...RawEvent[]];
    const { responseId } = first.data as { responseId: string };
    findings.expect(first.type === 'AnswerRecorded', 'an answer begins with its recording', () => `${name}: ${first.type}`);
    for (const again of later.filter(({ type }) => type === 'AnswerRecorded'))
      findings.add('an answer is recorded once', `${name} at ${first.position} and ${again.position}`);
    findings.expect(first.stream === `response-${responseId}`, 'an answer is in its own stream', () => `${name}: ${responseId}`);
    const unique = `${first.company}/${responseId}`;
    findings.expect(!responseIds.has(unique), 'response ids are unique in their company', () => unique);
    responseIds.add(unique);

    const company = slugs.get(first.company) ?? first.company;
    const entry = ledger.find(company, visitOf(first) ?? responseId);
    if (!entry) {
      findings.add('what is in the log was sent', `${company}/${responseId}`);
      continue;
    }
    findings.expect(!logged.has(entry), 'an answer is recorded once', () => `${company}/${entry.id} in two streams`);
    logged.set(entry, { entry, events });
    checkContent(entry, first, findings);
    checkChanges(entry, later, findings);
  }
  for (const { entry, changes } of promised) {
    const events = logged.get(entry)?.events;
    if (!events) {
      findings.add('what was acknowledged is in the log', `${entry.company}/${entry.id}`);
      continue;
    }
    if (entry.position)
      findings.expect(
        BigInt(entry.position) === events[0]!.position,
        'an answer is where its acknowledgement said',
        () => `${entry.company}/${entry.id}: ${entry.position}, not ${events[0]!.position}`,
      );
    const there = changesIn(entry, events).filter((change) => change !== null);
    for (const change of changes)
      findings.expect(there.includes(change), 'what was acknowledged is in the log', () => `${entry.id}: ${change.reason}`);
  }
  return logged;
}

function checkOrder(log: readonly RawEvent[], findings: Findings): void {
  const ids = new Set<string>();
  const revisions = new Map<string, number>();
  let before = 0n;
  for (const { position, company, stream, revision, id } of log) {
    findings.expect(position > before, 'positions are unique and grow', () => `${position} after ${before}`);
    before = position;
    findings.expect(!ids.has(`${company}/${id}`), 'event ids are unique in their company', () => `${id} at ${position}`);
    ids.add(`${company}/${id}`);
    const name = `${company}/${stream}`;
    const expected = (revisions.get(name) ?? 0) + 1;
    findings.expect(revision === expected, 'revisions run 1, 2, 3 in each stream', () => `${name}: ${revision}, not ${expected}`);
    revisions.set(name, revision);
  }
}

const visitOf = ({ data }: RawEvent): string | undefined =>
  (data['attributes'] as Record<string, string> | undefined)?.['visit_c'];

const scales = { nps: 10, csat: 5, ces: 7, fivestar: 5 };

/** Word for word what was sent; comment and contact are there, and cannot be read. */
function checkContent({ company, id, answer }: LedgerEntry, { position, data }: RawEvent, findings: Findings): void {
  const { comment, contact, answeredAt, ...rest } = answer;
  const expected = {
    ...rest,
    scale: scales[answer.questionType],
    segment: contact?.segment,
    ...(answeredAt ? { answeredAt: Date.parse(answeredAt) } : {}),
  };
  const stored = data as unknown as SentAnswer & { scale: number; contact?: Record<string, string> };
  const found = {
    questionType: stored.questionType,
    score: stored.score,
    scale: stored.scale,
    channel: stored.channel,
    servedBy: stored.servedBy,
    segment: stored.contact?.['segment'],
    attributes: stored.attributes,
    ...(answeredAt ? { answeredAt: Date.parse(stored.answeredAt ?? '') } : {}),
  };
  findings.expect(
    canonical(found) === canonical(expected),
    'an answer says what was sent',
    () => `${company}/${id}: ${canonical(found)}`,
  );
  const hidden = [
    [comment, stored.comment],
    [contact?.email, stored.contact?.['email']],
    [contact?.name, stored.contact?.['name']],
  ];
  for (const [sent, kept] of hidden)
    findings.expect(
      (sent === undefined) === (kept === undefined) && (sent === undefined || sent !== kept),
      'personal fields are kept, and sealed',
      () => `${company}/${id} at ${position}`,
    );
}

/** The change of the ledger that each event is, null when there is none. */
function changesIn(entry: LedgerEntry, events: readonly RawEvent[]) {
  const open = [...entry.changes];
  return events
    .filter(({ type }) => type !== 'AnswerRecorded')
    .map(({ type, data }) => {
      const at = open.findIndex(
        ({ kind, reason, score }) =>
          kind === (type === 'AnswerVoided' ? 'void' : 'correct') &&
          (reason === null || reason === data['reason']) &&
          (kind === 'void' || score === data['score']),
      );
      // Whatever was sent before it and is not there will never come: changes of one answer are sent one after the other.
      return at < 0 ? null : open.splice(0, at + 1).at(-1)!;
    });
}

function checkChanges(entry: LedgerEntry, later: readonly RawEvent[], findings: Findings): void {
  const changes = changesIn(entry, later);
  const name = `${entry.company}/${entry.id}`;
  findings.expect(!changes.includes(null), 'each change was sent, in this order and once', () => name);
}
