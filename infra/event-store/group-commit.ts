/** What one append needs from the statement that commits it. */
export interface Waiting<Item, Outcome> {
  item: Item;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

interface Limits<Item> {
  /** The most items in one commit. */
  most: number;
  /** Commits under way at once. A second one is on its way while the first is flushed. */
  parallel: number;
  /** Two items that share one of these names are never committed at once; the later one waits until the first is done. */
  names(item: Item): readonly string[];
}

/**
 * Folds whatever is waiting into few commits. While they are under way the next group gathers, so the busier it gets the
 * larger the groups: one round trip and one flush to disk serve them all.
 */
export class GroupCommit<Item, Outcome> {
  readonly #commit: (items: readonly Item[]) => Promise<readonly (Outcome | Error)[]>;
  readonly #limits: Limits<Item>;
  #waiting: Waiting<Item, Outcome>[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #underWay = new Set<string>();

  constructor(commit: (items: readonly Item[]) => Promise<readonly (Outcome | Error)[]>, limits: Limits<Item>) {
    this.#commit = commit;
    this.#limits = limits;
  }

  add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#running.size < this.#limits.parallel) this.#start();
    });
  }

  /** Resolves when nothing is waiting any more. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(): void {
    const running = this.#run().finally(() => {
      this.#running.delete(running);
      // Something may have come between the last look and this moment. Another run that goes on will look again.
      if (this.#waiting.length > 0 && this.#running.size === 0) this.#start();
    });
    this.#running.add(running);
  }

  async #run(): Promise<void> {
    // One turn of the event loop, so that callers of the same moment share the first commit.
    await new Promise(setImmediate);
    for (let group = this.#takeGroup(); group.length > 0; group = this.#takeGroup()) {
      const names = group.flatMap(({ item }) => this.#limits.names(item));
      for (const name of names) this.#underWay.add(name);
      try {
        const outcomes = await this.#commit(group.map((waiting) => waiting.item));
        group.forEach((waiting, index) => {
          const outcome = outcomes[index]!;
          if (outcome instanceof Error) waiting.reject(outcome);
          else waiting.resolve(outcome);
        });
      } catch (error) {
        for (const waiting of group) waiting.reject(error as Error);
      } finally {
        for (const name of names) this.#underWay.delete(name);
      }
    }
  }

  #takeGroup(): Waiting<Item, Outcome>[] {
    const names = new Set(this.#underWay);
    const group: Waiting<Item, Outcome>[] = [];
    const later: Waiting<Item, Outcome>[] = [];
    for (const [index, waiting] of this.#waiting.entries()) {
      if (group.length === this.#limits.most) {
        later.push(...this.#waiting.slice(index));
        break;
      }
      const own = this.#limits.names(waiting.item);
      // A name that had to wait blocks those behind it too, so that appends to one stream keep their order.
      if (own.some((name) => names.has(name))) later.push(waiting);
      else group.push(waiting);
      for (const name of own) names.add(name);
    }
    this.#waiting = later;
    return group;
  }
}
