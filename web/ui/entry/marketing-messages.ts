/** Words on the left of the pages before the app. */
export const messages = {
  product: 'Frankly',
  seeItInAction: 'See it in action',
  promise: "Every customer's voice, in the hands of the team who can act on it.",
  promiseMore: 'Live scores, kind coaching and quick wins for the whole shop floor.',
  tour: [
    ['Ask', 'One question on a page that opens at once on any phone, or straight from an e-mail.'],
    ['See', 'The score moves within a second of the answer. Every number opens the answers behind it.'],
    ['Act', 'Filter to a store, a person or a week with one click, and see what changed.'],
  ],
} as const;
