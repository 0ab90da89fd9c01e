import { Skeleton } from '@mantine/core';
import { Logo } from '../../ui/logo.tsx';
import { messages } from '../messages.ts';
import styles from './shell.module.css';

/** The page's shape while the session and the first screen load. */
export function ShellSkeleton() {
  return (
    <div className={styles.shell} aria-busy="true" aria-label={messages.loading} role="status">
      <div className={styles.top}>
        <span className={styles.brand}>
          <Logo /> {messages.product}
        </span>
      </div>
      <div className={styles.side} />
      <div className={styles.main}>
        <Skeleton height={30} width={180} mb={22} />
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  );
}
