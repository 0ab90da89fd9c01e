/** What the client knows by itself: written before it sends anything, and again when it was told that it is kept. */
export type QuestionType = 'nps' | 'csat' | 'ces' | 'fivestar';

export interface SentAnswer {
  questionType: QuestionType;
  score: number;
  /** ISO time; absent when the server's time counts. */
  answeredAt?: string;
  channel?: string;
  servedBy?: string;
  comment?: string;
  contact?: { email: string; name: string; segment: string };
  attributes: Record<string, string>;
}

export interface SentChange {
  kind: 'correct' | 'void';
  /** Unique, so that the log can be asked for it; null when the product words it. */
  reason: string | null;
  score?: number;
  comment?: string;
  acknowledged: boolean;
}

export interface LedgerEntry {
  company: string;
  /** The client's own; an answer of the page carries it as the attribute `visit_c`. */
  id: string;
  door: 'single' | 'batch' | 'page';
  answer: SentAnswer;
  acknowledged: boolean;
  /** As the acknowledgement said. */
  position: string | null;
  /** In the order in which they were sent, one after the other. */
  changes: SentChange[];
}

/** What had been acknowledged at one moment. */
export interface Promised {
  entry: LedgerEntry;
  changes: readonly SentChange[];
}

export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();
  /** Replies that no client should ever get. */
  readonly surprises: string[] = [];

  enter(entry: Omit<LedgerEntry, 'acknowledged' | 'position' | 'changes'>): LedgerEntry {
    const entered = { ...entry, acknowledged: false, position: null, changes: [] };
    this.#entries.set(`${entry.company}/${entry.id}`, entered);
    return entered;
  }

  find(company: string, id: string): LedgerEntry | undefined {
    return this.#entries.get(`${company}/${id}`);
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): LedgerEntry[] {
    return [...this.#entries.values()];
  }

  promised(): Promised[] {
    return this.entries()
      .filter((entry) => entry.acknowledged)
      .map((entry) => ({ entry, changes: entry.changes.filter((change) => change.acknowledged) }));
  }
}
