import { createHmac } from 'node:crypto';

/** The same value written the same way: keys in order, absent fields left out. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => [key, canonical(field)]),
  );
}

/** 64 hex digits that only the holder of the secret can derive; equal parts give equal ids. */
export const derivedId = (secret: Buffer, ...parts: readonly unknown[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(canonical(parts)))
    .digest('hex');

/** The same, in the shape of a UUID (version 8). */
export function derivedUuid(secret: Buffer, ...parts: readonly unknown[]): string {
  const hex = derivedId(secret, ...parts);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
