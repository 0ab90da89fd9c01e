import { type ComponentProps, useState } from 'react';
import { messages } from './entry-messages.ts';
import { Field } from './field.tsx';

/** A field whose value can be shown. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'after'>) {
  const [visible, setVisible] = useState(false);
  return (
    <Field
      maxLength={1000}
      {...props}
      type={visible ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="show"
          aria-pressed={visible}
          aria-label={messages.showPassword}
          onClick={() => setVisible(!visible)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
            <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            {visible && <path d="m4 4 16 16" strokeLinecap="round" />}
          </svg>
        </button>
      }
    />
  );
}
