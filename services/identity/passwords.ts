import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { DomainError } from '@frankly/contracts/errors';
import { hash, verify } from '@node-rs/argon2';
import { isCommon } from './common-passwords.ts';

/** OWASP's parameters for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core stays free for everybody else's calls, however many sign in at once. */
const places = Math.max(1, availableParallelism() - 1);
let taken = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (taken < places) taken += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Whoever is next takes the place over.
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), cost));

let decoy: Promise<string> | null = null;

/** Costs the same whether or not there is a hash to compare with, so that time does not tell who has an account. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  const nobodys = await (decoy ??= hashPassword(randomBytes(16).toString('hex')));
  return (await inTurn(() => verify(stored ?? nobodys, password.normalize('NFKC')))) && stored !== null;
}

/** @throws DomainError password_common when it is among those that attackers try first */
export function refuseCommon(password: string): void {
  if (isCommon(password)) throw new DomainError('password_common');
}
