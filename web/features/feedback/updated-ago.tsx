import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import styles from './dashboard.module.css';
import { selectConnection, selectUpdatedAt } from './feedback-slice.ts';
import { messages } from './messages.ts';

/** How old the figures are, and whether new ones come by themselves. */
export function UpdatedAgo() {
  const updatedAt = useAppSelector(selectUpdatedAt);
  const paused = useAppSelector(selectConnection) === 'paused';
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (updatedAt === null) return null;
  const words = paused ? messages.live.paused : messages.live.ago(Math.round((Math.max(now, updatedAt) - updatedAt) / 1_000));
  return (
    <Tooltip label={paused ? messages.live.pausedMore : messages.live.liveMore} multiline w={260}>
      <span className={styles.updated} data-paused={paused || undefined} role={paused ? 'status' : undefined}>
        <i aria-hidden />
        {words}
      </span>
    </Tooltip>
  );
}
