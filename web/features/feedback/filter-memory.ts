import { listeners } from '../../app/store.ts';
import { filterChosen } from './feedback-slice.ts';
import { hasFilter, readFilter, writeFilter, type UsualFilter } from './filter-url.ts';

const key = (company: string) => `frankly.filter.${company}`;
const version = 1;

listeners.startListening({
  actionCreator: filterChosen,
  effect: ({ payload }) => {
    try {
      localStorage.setItem(key(payload.company), JSON.stringify({ version, query: payload.query }));
    } catch {
      // Without storage the filter is simply not remembered.
    }
  },
});

/** The last filter used for this company in this browser, or null when there is none that still reads without a fault. */
export function rememberedFilter(company: string, usual: UsualFilter): URLSearchParams | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(company)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('version' in kept) || !('query' in kept)) return null;
    if (kept.version !== version || typeof kept.query !== 'string') return null;
    const params = new URLSearchParams(kept.query);
    const { filter, refused } = readFilter(params, usual);
    return hasFilter(params) && refused.length === 0 ? writeFilter(filter) : null;
  } catch {
    return null;
  }
}
