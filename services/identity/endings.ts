const listeners = new Set<(actor: string) => void>();

/**
 * Hears at once what ends in this process: a session of `user:<id>`, the key `key:<id>`. What ends in another one is noticed at
 * the next look. Answers how to stop listening.
 */
export function onEnding(listener: (actor: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something of this actor has ended; whoever hears it looks for themselves what. */
export function announceEnding(actor: string): void {
  for (const listener of listeners) listener(actor);
}
