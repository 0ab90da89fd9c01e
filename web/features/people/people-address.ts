import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** As the contract says. */
export const peoplePageSize = 50;
const typingMs = 300;

/** Search and page live in the address; the search follows a moment after typing stops, and starts at the first page. */
export function usePeopleAddress() {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').slice(0, 200);
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1));
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => {
      setParams(typed.trim() ? { search: typed.trim() } : {}, { replace: true, preventScrollReset: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, search, setParams]);
  const setPage = (next: number) => setParams({ ...(search ? { search } : {}), ...(next > 1 ? { page: String(next) } : {}) });
  return { search, page, typed, setTyped, setPage };
}
