import type { Chance } from './chance.ts';
import type { Channel } from './northwind.ts';

type Tone = 'good' | 'mixed' | 'bad';

/** What people say first, by where it happened. `{staff}` and `{goods}` are filled in. */
const about: Record<Tone, Record<Channel, readonly string[]>> = {
  good: {
    'In store': [
      '{staff} took the time to find exactly what I needed',
      '{staff} was friendly and knew everything about {goods}',
      'Warm welcome and hardly any queue at the till',
      'The store is tidy and the {goods} department is easy to find',
      '{staff} carried everything to the car for me, so kind',
      'Great advice on {goods} without being pushed',
      'Exchanging my order took two minutes thanks to {staff}',
    ],
    Online: [
      'Ordering was quick and the photos match what I got',
      'Good filters, I found the right {goods} straight away',
      'Paying was easy and the confirmation came at once',
      'Clear sizes and honest reviews of the {goods}',
    ],
    Delivery: [
      'Delivered within the hour they promised',
      'The driver called ahead and carried it upstairs',
      'Everything arrived well packed and a day early',
      'Could follow the van to my door, very handy',
    ],
    Phone: [
      '{staff} solved it in one call',
      'Got {staff} on the line straight away, patient and clear',
      '{staff} called me back exactly when promised',
    ],
    Chat: [
      '{staff} answered within a minute and sent me the right link',
      'Quick and human, {staff} changed my order on the spot',
      'The chat solved what I had been searching for all evening',
    ],
  },
  mixed: {
    'In store': [
      'Helpful staff, but the queue at the till was long',
      '{staff} was kind, only the {goods} I wanted had sold out',
      'Nice store, though it is hard to find someone to ask',
      'Good choice in {goods}, parking is a problem',
      'Fine visit, the fitting area could be cleaner',
    ],
    Online: [
      'Site works, but the search misses half of the {goods}',
      'Ordering was fine, delivery costs showed up late',
      'Good prices, I had to sign in three times',
    ],
    Delivery: [
      'Came on the right day but the window of six hours is too wide',
      'Box was dented, the {goods} inside still fine',
      'Friendly driver, one part was missing',
    ],
    Phone: ['{staff} helped me well, after fifteen minutes on hold', 'Had to explain it twice, then it was solved'],
    Chat: ['Good answer from {staff}, but it took a while', 'The bot did not understand me, {staff} did'],
  },
  bad: {
    'In store': [
      'Waited twenty minutes and nobody came to help',
      'Only one till open on a Saturday',
      'The {goods} I came for had sold out again',
      'Was sent from one desk to the other for a simple return',
      'The price at the till was higher than on the shelf',
      'Nobody in the {goods} department knew the answer',
    ],
    Online: [
      'The site crashed at the payment and charged me anyway',
      'The {goods} looked nothing like the photos',
      'My discount code was refused without a reason',
    ],
    Delivery: [
      'Stayed home all day and nobody came',
      'Arrived a week late and damaged',
      'The driver left my {goods} in the rain',
      'Third time that a part is missing',
    ],
    Phone: ['On hold for forty minutes, then the line dropped', 'Was promised a call back that never came'],
    Chat: ['Waited an hour in the chat for a copied answer', 'The chat closed before my question was answered'],
  },
};

/** What some add after it. */
const after: Record<Tone, readonly string[]> = {
  good: [
    'Will be back',
    'Keep it up',
    'My compliments',
    'Told my neighbours about it',
    'Five minutes and done',
    'A pleasure as always',
  ],
  mixed: ['Otherwise fine', 'Could be better', 'I will give it another try', 'Please look into that', 'The rest was good'],
  bad: [
    'Very disappointing',
    'I want my money back',
    'Next time I go elsewhere',
    'Please do something about this',
    'Not the first time',
  ],
};

const short: Record<Tone, readonly string[]> = {
  good: ['Great service!', 'Super', 'Very happy, thanks', 'Love this store', 'Top!', 'Quick and friendly'],
  mixed: ['It was ok', 'Fine', 'Not bad', 'Average', 'Good but slow'],
  bad: ['Terrible', 'Never again', 'Too slow', 'Poor service', 'Really not good'],
};

/** A comment that fits the score; `share` is the score between the worst (0) and the best (1). */
export function commentFor(
  draw: Chance,
  { share, channel, goods, servedBy }: { share: number; channel: Channel; goods: string; servedBy?: string },
): string {
  const tone: Tone = share >= 0.88 ? 'good' : share > 0.62 ? 'mixed' : 'bad';
  if (draw.happens(0.2)) return draw.pick(short[tone]);
  const first = draw
    .pick(about[tone][channel])
    .replace('{staff}', servedBy?.split(' ')[0] ?? 'The team')
    .replace('{goods}', goods);
  return draw.happens(0.45) ? `${first}. ${draw.pick(after[tone])}.` : `${first}.`;
}
