import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

const mark = 'v1.';

/** Random bytes are fetched by the block: one at a time they cost more than the sealing. */
const randomBlock = Buffer.alloc(12 * 1_024);
let randomLeft = 0;

function nextNonce(): Buffer {
  if (randomLeft === 0) {
    randomFillSync(randomBlock);
    randomLeft = randomBlock.length;
  }
  randomLeft -= 12;
  return Buffer.from(randomBlock.subarray(randomLeft, randomLeft + 12));
}

/** AES-256-GCM. `context` is bound to the result: it opens only with the same one. */
export function seal(key: Buffer, text: string, context: string): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return mark + sealed.toString('base64url');
}

/** @throws when the key or the context is another, or when a bit was changed. */
export function unseal(key: Buffer, sealed: string, context: string): string {
  if (!sealed.startsWith(mark)) throw new Error('not a sealed value');
  const bytes = Buffer.from(sealed.slice(mark.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}
