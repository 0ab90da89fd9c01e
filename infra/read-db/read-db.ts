/** Reads of projected tables. Name tables by `table`, never by hand: it knows the live version. */
export interface ReadDb {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The live table of a read model, e.g. `table('feedback_facts')` is `feedback_facts_1`. */
  table(name: string): string;
}
