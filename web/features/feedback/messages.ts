import type { Operator, TimeRange } from '@frankly/contracts/filters';

const plural = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The ranges that are one click away. */
export const timeChoices: readonly { time: TimeRange; label: string; sentence: string }[] = [
  { time: { unit: 'today' }, label: 'Today', sentence: 'today' },
  { time: { unit: 'day', value: 7 }, label: '7 days', sentence: 'in the last 7 days' },
  { time: { unit: 'day', value: 30 }, label: '30 days', sentence: 'in the last 30 days' },
  { time: { unit: 'month', value: 3 }, label: '3 months', sentence: 'in the last 3 months' },
  { time: { unit: 'year', value: 1 }, label: 'Year', sentence: 'in the last year' },
  { time: { unit: 'ytd' }, label: 'Year to date', sentence: 'this year so far' },
];

export const operatorWords: Record<Operator, string> = {
  in: 'is',
  not_in: 'is not',
  is_empty: 'is empty',
  is_not_empty: 'is filled',
  gte: 'is at least',
  lte: 'is at most',
};

export const messages = {
  title: 'Feedback',
  metric: 'Question type',
  time: 'Time range',
  custom: 'Custom',
  customTitle: 'Choose the first and the last day',
  answers: (count: number) => plural(count, 'answer'),
  noValue: (column: string) => `No ${column.toLowerCase()}`,

  live: {
    ago: (seconds: number) =>
      seconds < 60
        ? `Updated ${Math.max(0, seconds)} s ago`
        : seconds < 3_600
          ? `Updated ${Math.floor(seconds / 60)} min ago`
          : `Updated ${Math.floor(seconds / 3_600)} h ago`,
    paused: 'Live updates paused',
    pausedMore: 'The connection was lost. Frankly keeps trying to reach the server; figures stay as they were.',
    liveMore: 'New answers show here within a second.',
  },

  filters: {
    add: 'Add filter',
    filters: 'Filters',
    edit: (text: string) => `Change filter: ${text}`,
    remove: (text: string) => `Remove filter: ${text}`,
    clear: 'Clear all',
    chooseColumn: 'Filter by',
    searchColumns: 'Search columns',
    searchValues: (column: string) => `Search ${column.toLowerCase()}`,
    operator: 'How',
    value: 'Value',
    noMatches: 'Nothing matches.',
    more: 'There are more. Type to narrow them down.',
    back: 'Another column',
    apply: 'Apply',
    failed: 'The choices could not be loaded.',
    refused: (parts: readonly string[]) => `Part of this link was not understood and is left out: ${parts.join(', ')}`,
  },

  provenance: {
    about: (title: string) => `Where these figures come from: ${title}`,
    heading: 'Where this comes from',
    behind: (answers: number, time: string, rule: string) => `${plural(answers, 'answer')}, up to date at ${time}, rule ${rule}`,
    readModel: (name: string, position: string) => `Read model ${name}, at position ${position.replace(/^0+(?=\d)/, '')}`,
    stale: 'A moment behind: the newest answers are still being counted.',
  },

  failed: {
    title: 'These figures could not be loaded',
    kept: 'Could not refresh. These are the figures from before.',
    offline: 'Frankly could not be reached. Check your connection and try again.',
    retry: 'Try again',
  },

  empty: {
    inRange: (metric: string, sentence: string) => `No ${metric} answers ${sentence}`,
    withFilters: 'Nothing fits these filters in this time.',
    widen: 'Show the last year',
    clear: 'Clear the filters',
    widenMore: 'There are answers at other times.',
    none: (metric: string) => `No ${metric} answers yet`,
    noneMore: 'Bring in the feedback you already have, or ask your first customer:',
    importCommand: 'npx frankly import responses FILE --company SLUG --question nps --score COLUMN --date COLUMN',
    short: 'No answers in this time.',
    noWords: 'No comments in this time.',
    noComments: 'No comment contains these words.',
  },

  summary: {
    answersShort: 'answers',
    change: {
      none: 'No figure before to compare with',
      same: 'Same as before',
      up: (amount: string) => `Up ${amount}`,
      down: (amount: string) => `Down ${amount}`,
      significant: 'a real change: more than chance explains',
      insignificant: 'may be chance: within the margin',
      sure: '· a real change',
      unsure: '· may be chance',
      against: (range: string) => `Compared with ${range}`,
      before: (score: string) => `Before ${score}`,
    },
    margin: (amount: string) => `+/- ${amount}`,
    marginMore: (answers: string) => `95% sure, with ${answers}`,
    open: (text: string) => `${text}. Open the answers behind it`,
    openBehind: 'Open the answers behind it',
    split: 'Share of answers',
    pickSegment: (label: string) => `Show only ${label.toLowerCase()}`,
    few: 'Fewer than 15 answers: too few to judge by.',
    others: 'Other questions',
    switchTo: (name: string) => `Switch to ${name}`,
    noAnswers: 'No answers',
    unknown: 'Not available',
    comments: 'With a comment',
    responseRate: 'Response rate',
    latest: 'Latest comments',
    seeAll: 'See all',
    seeAllOf: (what: string) => `See all of ${what}`,
    best: 'by score and certainty',
  },

  trend: {
    title: (metric: string) => `${metric} trend`,
    hint: 'score, with answers behind',
    stacks: (buckets: string) => `${buckets} over time`,
    period: 'Period',
    periods: { day: 'Day', week: 'Week', month: 'Month' },
    firstDay: 'From',
    mean: 'Mean',
    pick: { day: 'Show only this day', week: 'Show only this week', month: 'Show only this month' },
    table: 'Every period',
  },

  scores: {
    title: 'Every score',
    hint: 'how often each was given',
    score: 'Score',
    one: (score: number) => `Score ${score}`,
    pick: 'Show only this score',
  },

  leaderboards: {
    title: 'Leaderboard',
    by: 'Compare by',
    rank: 'Rank',
    answers: 'Answers',
    change: 'Change',
    interval: 'Margin',
    split: 'Shares',
    unranked: 'Not ranked: fewer than 5 answers',
    fewShort: 'Fewer than 15 answers',
    filterTo: (group: string) => `Show only ${group}`,
    search: 'Find in this list',
    hint: 'by score and certainty; greyed rows have fewer than 15 answers',
    fewNone: 'by score and certainty: a sure +40 stands above a doubtful +45',
  },

  crosstab: {
    title: (row: string, column: string) => `${row} × ${column.toLowerCase()}`,
    rows: 'Rows',
    columns: 'Columns',
    swap: 'Swap rows and columns',
    show: 'Show',
    shows: { score: 'Score', row: '% of row', column: '% of column', all: '% of all' },
    hint: 'answers below; – is fewer than 15',
    hintShares: 'answers below',
    few: 'fewer than 15 answers, too few to judge by',
    cut: (rows: number, columns: number) => `Only the first ${rows} rows and ${columns} columns are shown. Filter to see others.`,
  },

  responses: {
    title: 'Responses',
    search: 'Search comments',
    clearSearch: 'Clear the search',
    all: 'All',
    kinds: 'Kind of answer',
    onlyComments: 'With a comment',
    more: (count: number) => `Show ${count} more`,
    loadingMore: 'Loading…',
    noComment: 'No comment',
    corrected: 'Corrected',
    anonymous: 'Anonymous',
    details: (who: string) => `Details of the answer by ${who}`,
    outOf: (score: number, scale: number) => `${score} out of ${scale}`,
    openAll: 'Open in Responses',
    behind: 'Answers behind this number',
    answered: 'Answered',
    staff: 'Served by',
    channel: 'Channel',
    segment: 'Segment',
    id: 'Id',
    history: 'History',
    historyFailed: 'The history could not be loaded.',
    events: {
      AnswerRecorded: 'Recorded',
      AnswerCorrected: 'Corrected',
      AnswerVoided: 'Voided',
    } as Record<string, string>,
    you: 'you',
    /** Who did it, by the kind of caller that the history names. */
    actors: {
      user: () => 'a colleague',
      key: () => 'an API key',
      cli: (name: string) => `${name}, at the command line`,
      import: () => 'an import',
      page: (survey: string) => `the survey page ${survey}`,
    } as Record<string, (name: string) => string>,
    reason: 'Reason',
    reasonHint: 'Says why, for everybody who reads the history',
    reasonMissing: 'Say why, so that the history can be understood.',
    correct: 'Correct',
    correctTitle: 'Correct this answer',
    newScore: 'Score',
    comment: 'Comment',
    save: 'Save correction',
    nothingChanged: 'Change the score or the comment first.',
    scoreWrong: (low: number, high: number) => `A whole number from ${low} to ${high}.`,
    correctionSaved: 'Corrected. Every figure follows.',
    void: 'Void',
    voidTitle: 'Take this answer out of every figure',
    voidConfirm: 'Void this answer',
    voided: 'Voided. It no longer counts; its history stays.',
    cancel: 'Cancel',
  },

  palette: {
    placeholder: 'Go to a screen, a person, a store, a time…',
    nothing: 'Nothing found. Try another word.',
    screens: 'Screens',
    metrics: 'Questions',
    times: 'Time range',
    appearance: 'Appearance',
    filterBy: (column: string) => column,
    only: (value: string) => `Show only ${value}`,
  },
} as const;

/** "14 days", for a range that is none of the usual ones. */
export const countedTime = ({ unit, value }: TimeRange): string => plural(Number(value ?? 1), unit);

/** "in the last 30 days", "from 1 Nov – 20 Nov 2026". */
export function timeSentence(time: TimeRange, custom: string): string {
  const known = timeChoices.find((choice) => choice.time.unit === time.unit && choice.time.value === time.value);
  if (known) return known.sentence;
  return time.unit === 'custom' ? `from ${custom.replace('–', 'to')}` : `in the last ${countedTime(time)}`;
}
