import { useEffect, useState } from 'react';
import { timeAgo } from './ago.ts';

/** How long ago something was, kept current. */
export function TimeAgo({ iso }: { iso: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={iso}>{timeAgo(iso, now)}</time>;
}
