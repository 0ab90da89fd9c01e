import { dayOf } from '@frankly/projections/feedback/company-calendar';

const dayMs = 86_400_000;
const quarterMs = 900_000;
/** No clock is further from UTC than this. */
const furthestMs = 15 * 3_600_000;
/** Outside of these years calendars and clocks are anybody's guess, and nothing has happened. */
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(2199, 11, 31);

/** When a civil day (e.g. 2026-03-29), or one that is `later` days after it, begins on the wall of a time zone. */
export function startOfDay(isoDay: string, timeZone: string, later = 0): Date {
  const midnight = Math.min(latest, Math.max(earliest, Date.parse(`${isoDay}T00:00:00Z`))) + later * dayMs;
  const day = midnight / dayMs;
  // Clocks stand, and turn, on quarters of an hour.
  let instant = midnight - furthestMs;
  while (dayOf(instant, timeZone) < day) instant += quarterMs;
  return new Date(instant);
}
