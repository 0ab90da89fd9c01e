import { TZDate } from '@date-fns/tz';
import { type QuestionType, scales } from '@frankly/contracts/question-types';
import type { IncomingAnswer } from '../responses/intake.ts';
import { type Chance, chance } from './chance.ts';
import { commentFor } from './demo-comments.ts';
import { channels, customer, customers, products, segments, staff, stores } from './northwind.ts';

export const demoTimeZone = 'Europe/Amsterdam';
export const demoDays = 400;
const usualPerDay = 30;
const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Sunday first: Saturday is the busy day. */
const weekdays = [0.75, 0.8, 0.85, 0.9, 1, 1.2, 1.5];

/** How often each score is given by customers who feel as usual, from the lowest score up. */
const usualScores: Record<QuestionType, readonly number[]> = {
  nps: [2, 1, 1.5, 2, 2.5, 4.5, 5.5, 11, 19, 22, 29],
  csat: [4, 6, 14, 38, 38],
  ces: [3, 4, 6, 10, 18, 29, 30],
  fivestar: [4, 5, 13, 34, 44],
};

const weighed = <T extends { weight: number }>(list: readonly T[]) => list.map((one) => [one, one.weight] as const);
const byStore = weighed(stores.map((store, index) => ({ ...store, people: staff[index]! })));
const byChannel = weighed(channels);
const byProduct = weighed(products);
const bySegment = weighed(segments);

/**
 * What customers of the demo company answered in the 400 days up to `now`, oldest first. The same `now` gives the same
 * answers, each with an id of its own, so that recording them again adds nothing.
 */
export function* demoAnswers(now: Date): Generator<IncomingAnswer> {
  for (let age = demoDays - 1; age >= 0; age--) {
    const local = new TZDate(now.getTime() - age * dayMs, demoTimeZone);
    const date = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    const opening = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 8, 0, 0, demoTimeZone).getTime();
    const draw = chance(Math.floor(opening / dayMs));
    const busy = usualPerDay * weekdays[local.getDay()]! * (1.1 - (0.2 * age) / demoDays) * (1 + 0.12 * draw.normal());
    const times = Array.from({ length: Math.max(4, Math.round(busy)) }, () => opening + dayTime(draw)).filter(
      (at) => at < now.getTime(),
    );
    if (age === 0) times.push(now.getTime() - 7 * minuteMs, now.getTime() - minuteMs);
    for (const [index, at] of times.toSorted((a, b) => a - b).entries())
      yield oneAnswer(draw, `demo-${date}-${index + 1}`, at, age);
  }
}

/** After opening, most around noon and the early evening, none past 14 hours later. */
const dayTime = (draw: Chance): number => {
  const hours = draw.happens(0.55) ? 4.5 + 1.6 * draw.normal() : 9.5 + 1.4 * draw.normal();
  return Math.min(14, Math.max(0, hours)) * 60 * minuteMs;
};

function oneAnswer(draw: Chance, id: string, at: number, age: number): IncomingAnswer {
  const { store, region, quality, people } = draw.weighted(byStore);
  const { channel, feeling: byChannelFeeling, served } = draw.weighted(byChannel);
  const { product, goods, feeling: byProductFeeling } = draw.weighted(byProduct);
  const { segment, feeling: bySegmentFeeling } = draw.weighted(bySegment);
  const person = draw.pick(people);
  const servedBy = served ? person : undefined;
  const questionType = questionFor(draw, channel);
  const feels =
    draw.normal() +
    quality +
    byChannelFeeling +
    byProductFeeling +
    bySegmentFeeling +
    (servedBy ? talent(servedBy) : 0) +
    (channel === 'Delivery' ? stormyWeeks(age) : 0) +
    0.16 * (1 - (2 * age) / demoDays);
  const score = scoreFor(questionType, feels);
  const { lowest, usual } = scales[questionType];
  const share = (score - lowest) / (usual - lowest);
  const telling = draw.happens(0.35) ? commentFor(draw, { share, channel, goods, servedBy }) : undefined;
  const known = draw.happens(0.1) ? customer(Math.floor(draw.next() * customers)) : {};
  return {
    source: 'demo',
    answer: {
      id,
      questionType,
      score,
      answeredAt: new Date(at).toISOString(),
      channel,
      contact: { ...known, segment },
      attributes: { store_c: store, region_c: region, product_c: product },
      ...(servedBy ? { servedBy } : {}),
      ...(telling ? { comment: telling } : {}),
    },
  };
}

const questionFor = (draw: Chance, channel: string): QuestionType => {
  if (draw.happens(0.68)) return 'nps';
  if (channel === 'Delivery') return 'csat';
  if (channel === 'Phone' || channel === 'Chat') return 'ces';
  return draw.weighted([
    ['csat', 4],
    ['fivestar', 4],
    ['ces', 1],
  ]);
};

/** Some are better at it than others, always: from -0.35 to 0.35. */
const talents = new Map(staff.flat().map((person, index) => [person, 0.7 * chance(index + 77).next() - 0.35]));
const talent = (person: string): number => talents.get(person) ?? 0;

/** Two weeks of late vans, so that there is a dip to find. */
const stormyWeeks = (age: number): number => (age >= 58 && age < 72 ? -1.1 : 0);

/** The score that stands where this feeling stands among all feelings. */
function scoreFor(questionType: QuestionType, feels: number): number {
  const shares = usualScores[questionType];
  let left = (100 / (1 + Math.exp(-1.702 * feels))) * (shares.reduce((sum, share) => sum + share, 0) / 100);
  const index = shares.findIndex((share) => (left -= share) < 0);
  return scales[questionType].lowest + (index < 0 ? shares.length - 1 : index);
}
