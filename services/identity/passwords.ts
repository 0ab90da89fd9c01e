import { randomBytes } from 'node:crypto';
import { DomainError } from '@frankly/contracts/errors';
import { hash, verify } from '@node-rs/argon2';
import { isCommon } from './common-passwords.ts';

/** OWASP's parameters for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

let decoy: Promise<string> | null = null;

/** Costs the same whether or not there is a hash to compare with, so that time does not tell who has an account. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  const nobodys = await (decoy ??= hashPassword(randomBytes(16).toString('hex')));
  return (await verify(stored ?? nobodys, password.normalize('NFKC'))) && stored !== null;
}

/** @throws DomainError password_common when it is among those that attackers try first */
export function refuseCommon(password: string): void {
  if (isCommon(password)) throw new DomainError('password_common');
}
