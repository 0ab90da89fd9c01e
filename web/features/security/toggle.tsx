import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Setting } from '../../ui/setting.tsx';
import styles from './security.module.css';

interface ToggleProps {
  label: string;
  text: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
  children?: ReactNode;
}

/** A setting that is on or off. */
export function Toggle({ label, text, on, disabled = false, onChange, children }: ToggleProps) {
  return (
    <Setting
      label={label}
      text={text}
      control={
        <Switch
          className={styles.switch ?? ''}
          classNames={{ track: styles.track ?? '' }}
          size="md"
          aria-label={label}
          checked={on}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      }
    >
      {children}
    </Setting>
  );
}
