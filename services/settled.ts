import { later, type Position, START } from '@frankly/contracts/position';
import type { Platform } from './platform.ts';

const patienceMs = 2_000;

/** Answers when what was changed can be read, and counts, or after two seconds. */
export async function settled(
  { progress }: Pick<Platform, 'progress'>,
  readModels: readonly string[],
  ...positions: readonly Position[]
): Promise<{ position: Position }> {
  const position = positions.reduce(later, START);
  await progress.waitFor(readModels, position, patienceMs);
  return { position };
}
