import { useEffect, useState } from 'react';
import { momentOf, timeAgo } from './ago.ts';

/** How long ago something was, kept current; the exact time is one hover away. */
export function TimeAgo({ iso }: { iso: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={iso} title={momentOf(iso)}>
      {timeAgo(iso, now)}
    </time>
  );
}
