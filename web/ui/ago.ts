const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "just now", "4 min ago", "3 h ago", "2 days ago", then the date. */
export function timeAgo(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (24 * 60));
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return day.format(new Date(iso));
}

/** "20 Nov 2026" where the reader is. */
export const dayOf = (iso: string): string => day.format(new Date(iso));

/** "20 Nov 2026, 12:04" where the reader is. */
export const momentOf = (iso: string): string => moment.format(new Date(iso));

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "12:04" where the reader is. */
export const timeOf = (iso: string): string => time.format(new Date(iso));
