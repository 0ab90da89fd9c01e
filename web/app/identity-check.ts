import { useSyncExternalStore } from 'react';

/** Calls that wait until the person said again who they are. One dialog answers all of them. */
let waiting: ((confirmed: boolean) => void)[] = [];
const watchers = new Set<() => void>();

function told(): void {
  for (const watcher of watchers) watcher();
}

/** Resolves when the person confirmed who they are (true), or would rather not (false). */
export function askIdentity(): Promise<boolean> {
  return new Promise((answer) => {
    waiting = [...waiting, answer];
    told();
  });
}

export function answerIdentity(confirmed: boolean): void {
  const answers = waiting;
  waiting = [];
  told();
  for (const answer of answers) answer(confirmed);
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const isIdentityAsked = (): boolean => waiting.length > 0;
export const useIdentityAsked = (): boolean => useSyncExternalStore(watch, isIdentityAsked);

/** The dialog can stand above another one. This listener is there before either's, so Escape closes the upper one only. */
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || event.isComposing || waiting.length === 0) return;
    event.stopImmediatePropagation();
    answerIdentity(false);
  },
  { capture: true },
);
