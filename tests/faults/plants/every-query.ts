import pg from 'pg';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Puts a planted bug between the product and its database: `plant` sees each query, and runs it or does something else. */
export function betweenProductAndDatabase(
  plant: (text: string, args: unknown[], run: (...args: unknown[]) => unknown) => unknown,
): void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function query(...args) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
    return plant(text, args, (...changed) => original.apply(this, changed));
  };
}
