const patienceMs = 5_000;
const limitBytes = 500_000;

/** Why something on another server could not be had, in words for an administrator. They never repeat what it answered. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** @throws Unreachable */
export async function fetchText(address: string): Promise<string> {
  const reply = await ask(address);
  if (!reply.ok) throw new Unreachable(`it answered with status ${reply.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of reply.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limitBytes) throw new Unreachable('it is too large');
    }
  } catch (error) {
    throw reason(error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** That anything answers at the address, whatever it says. @throws Unreachable */
export async function ask(address: string): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    throw reason(error);
  }
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server of this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not from a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not from a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not from a known authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** The deepest cause that has a code says most. */
export function reason(error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const known = words[(cause as NodeJS.ErrnoException).code ?? ''];
    if (known) return new Unreachable(known);
    if (cause.name === 'TimeoutError') return new Unreachable('it took too long to answer');
  }
  return new Unreachable('it could not be reached');
}
