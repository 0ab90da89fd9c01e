import type { Upcast } from './upcast.ts';

/** Every upcast there is; each feature's own file adds here. Nothing stored has an older version yet. */
export const upcastCatalogue: readonly Upcast[] = [];
