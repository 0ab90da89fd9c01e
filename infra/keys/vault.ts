import { hkdfSync } from 'node:crypto';
import { seal, unseal } from './sealing.ts';

/** Seals what is kept for later use: secrets of authenticators, of identity providers, payloads of jobs. */
export interface Vault {
  /** `context` says what it is and whose, and has to be the same to open it. */
  seal(text: string, context: string): string;
  /** @throws when it was sealed for another context, or by another master key. */
  open(sealed: string, context: string): string;
}

/** AES-256-GCM with a key derived from the master key, apart from the one that wraps subject keys. */
export function createVault(masterKey: Buffer): Vault {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'frankly vault', 32));
  return {
    seal: (text, context) => seal(key, text, context),
    open: (sealed, context) => unseal(key, sealed, context),
  };
}
