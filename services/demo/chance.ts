/** Repeatable chance: the same seed gives the same draws on every machine (mulberry32). */
export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** True in this share of the draws. */
  happens(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** By weight: `[['often', 3], ['seldom', 1]]`. */
  weighted<T>(from: readonly (readonly [T, number])[]): T;
  /** Normal, mean 0, deviation 1. */
  normal(): number;
}

export function chance(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    happens: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    weighted(from) {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      return (from.find(([, weight]) => (left -= weight) < 0) ?? from.at(-1)!)[0];
    },
    // Twelve draws come close enough to a normal one, and need no logarithm that machines round differently.
    normal: () => Array.from({ length: 12 }, next).reduce((sum, draw) => sum + draw, -6),
  };
}
