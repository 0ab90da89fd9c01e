import { setTimeout as sleep } from 'node:timers/promises';

const gridMs = 40;

/**
 * Waits for the next even moment since `startedAt` (of `performance.now()`). What a refusal looked up before it, which differs
 * by parts of a millisecond between known and unknown addresses, shows in no reply's time then.
 */
export async function evenMoment(startedAt: number): Promise<void> {
  const passed = performance.now() - startedAt;
  await sleep(Math.ceil(passed / gridMs) * gridMs - passed);
}
