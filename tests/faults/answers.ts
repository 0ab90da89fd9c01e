import type { Chance } from '@frankly/services/demo/chance';
import type { LedgerEntry, QuestionType, SentAnswer, SentChange } from './ledger.ts';

const highest: Record<QuestionType, number> = { nps: 10, csat: 5, ces: 7, fivestar: 5 };
const channels = ['store', 'online', 'phone'];
const day = 86_400_000;
/** Around the nights in which clocks are turned, where days are 23 or 25 hours long. */
const turnings = ['2025-10-25T22:30:00Z', '2025-10-26T01:00:00Z', '2026-03-28T23:30:00Z', '2026-04-04T13:30:00Z'];

const scoreFor = (chance: Chance, type: QuestionType): number =>
  type === 'nps' ? Math.floor(chance.next() * 11) : 1 + Math.floor(chance.next() * highest[type]);

/** Every text names its company, so that a text in the wrong place is seen. */
export function makeAnswer(chance: Chance, door: LedgerEntry['door'], company: string, id: string): SentAnswer {
  const comment = chance.happens(0.4) ? { comment: `${company} says ${Math.floor(chance.next() * 1e6)}, naïvely "so" 🙂` } : {};
  if (door === 'page') {
    return {
      questionType: 'nps',
      score: scoreFor(chance, 'nps'),
      channel: `${company} page`,
      ...comment,
      attributes: { visit_c: id },
    };
  }
  const questionType = chance.weighted<QuestionType>([
    ['nps', 6],
    ['csat', 2],
    ['ces', 1],
    ['fivestar', 1],
  ]);
  const start = chance.happens(0.1) ? Date.parse(chance.pick(turnings)) : Date.now() - Math.floor(chance.next() * 400) * day;
  const person = Math.floor(chance.next() * 200);
  return {
    questionType,
    score: scoreFor(chance, questionType),
    answeredAt: new Date(start + Math.floor(chance.next() * 7_200_000) - 3_600_000).toISOString(),
    ...comment,
    ...(chance.happens(0.9) ? { channel: `${company} ${chance.pick(channels)}` } : {}),
    ...(chance.happens(0.8) ? { servedBy: `${company} staff ${Math.floor(chance.next() * 40)}` } : {}),
    ...(chance.happens(0.3)
      ? { contact: { email: `p${person}@${company}.example`, name: `Person ${person}`, segment: `${company} gold` } }
      : {}),
    attributes: attributesOf(chance, company),
  };
}

/** Some attributes turn up late, so that they are defined in the middle of everything. */
function attributesOf(chance: Chance, company: string): Record<string, string> {
  const late = Math.floor(chance.next() ** 6 * 30);
  return {
    region_c: `${company} region ${Math.floor(chance.next() * 6)}`,
    ...(chance.happens(0.5) ? { store_c: `${company} store ${Math.floor(chance.next() * 60)}` } : {}),
    ...(chance.happens(0.05) ? { [`late${late}_c`]: `${company} ${late}` } : {}),
  };
}

/** A change that says something new, so that it has to be in the log once. */
export function makeChange(chance: Chance, { answer, door, changes }: LedgerEntry, number: number): SentChange {
  if (door !== 'page' && chance.happens(0.2)) return { kind: 'void', reason: `void ${number}`, acknowledged: false };
  const said = changes.reduce((score, change) => change.score ?? score, answer.score);
  const others = Array.from({ length: highest[answer.questionType] }, (_, index) => index + 1).filter((score) => score !== said);
  return {
    kind: 'correct',
    reason: door === 'page' ? null : `correction ${number}`,
    score: chance.pick(others),
    ...(door !== 'page' && chance.happens(0.3) ? { comment: `corrected ${number}` } : {}),
    acknowledged: false,
  };
}
