import type { CompanyId } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';

export interface Advance {
  projection: string;
  position: Position;
  /** Whose rows may have changed. */
  companies: readonly CompanyId[];
}

/** How far the read models are, whichever process fills them. */
export interface Progress {
  /** The position that all of these read models have reached. */
  reached(projections: readonly string[]): Promise<Position>;
  /** Waits until all of them have reached it; false when they have not in time. */
  waitFor(projections: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
  onAdvanced(listener: (advance: Advance) => void): () => void;
}
