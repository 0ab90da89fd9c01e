import type { ReactNode } from 'react';
import styles from './setting.module.css';

interface SettingProps {
  label: ReactNode;
  /** How it stands, or what it is for. */
  text?: ReactNode;
  /** What changes it. */
  control?: ReactNode;
  /** On a phone the control goes below the words. */
  wide?: boolean;
  children?: ReactNode;
}

/** One thing that can be set. Several stand below each other with a line between them. */
export function Setting({ label, text, control, wide, children }: SettingProps) {
  return (
    <div className={`${styles.setting} ${wide ? styles.wide : ''}`}>
      <div>
        <div className={styles.label}>{label}</div>
        {text && <div className={styles.text}>{text}</div>}
      </div>
      {control && <div className={styles.control}>{control}</div>}
      {children && <div className={styles.below}>{children}</div>}
    </div>
  );
}
