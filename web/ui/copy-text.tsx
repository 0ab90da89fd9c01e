import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from './copy-text.module.css';

interface CopyTextProps {
  label: string;
  /** What is copied. */
  value: string;
  /** How it is shown, when in another way. */
  shown?: string;
  words: { copy: (label: string) => string; copied: string };
}

const copiedMs = 2_000;

/** Text to take along to another place. Where the browser does not let us copy, it is selected. */
export function CopyText({ label, value, shown = value, words }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div className={styles.copy}>
      <span className={styles.label}>{label}</span>
      <div className={styles.box}>
        <code ref={text}>{shown}</code>
        <button type="button" aria-label={words.copy(label)} title={words.copy(label)} onClick={copy}>
          {copied ? <IconCheck size={17} stroke={1.8} aria-hidden /> : <IconCopy size={17} stroke={1.7} aria-hidden />}
        </button>
        <VisuallyHidden role="status">{copied ? words.copied : ''}</VisuallyHidden>
      </div>
    </div>
  );
}
