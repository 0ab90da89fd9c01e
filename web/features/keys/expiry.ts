export const expiries = ['30', '90', '365', 'date', 'never'] as const;
export type Expiry = (typeof expiries)[number];

const dayMs = 86_400_000;

/** As a date field writes it, where the reader is. */
export function tomorrow(now: number): string {
  const day = new Date(now + dayMs);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** When a key ends: null for never, undefined when the day is missing or has passed. A chosen day counts to its last second. */
export function expiryOf(expiry: Expiry, day: string, now: number): string | null | undefined {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now + Number(expiry) * dayMs).toISOString();
  const end = new Date(`${day}T23:59:59`);
  return day >= tomorrow(now) && Number.isFinite(end.getTime()) ? end.toISOString() : undefined;
}
