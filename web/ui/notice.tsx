import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  icon: Icon;
  title: string;
  text?: ReactNode;
  level?: 1 | 2 | 3;
  /** Something failed: read it out at once. */
  urgent?: boolean;
  /** What to do next. */
  children?: ReactNode;
}

/** An empty or failed place: what is the matter, and what to do next. */
export function Notice({ icon: NoticeIcon, title, text, level = 3, urgent, children }: NoticeProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.notice} role={urgent ? 'alert' : undefined}>
      <span className={styles.icon} data-urgent={urgent}>
        <NoticeIcon size={26} stroke={1.6} aria-hidden />
      </span>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
