import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { messages } from './entry-messages.ts';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'title'> {
  title: string;
  value: string;
  /** Why the value will not do, or null when it will. */
  problem: string | null;
  touched: boolean;
  onTouched: () => void;
  onChange: (value: string) => void;
  /** What is pasted replaces the value, without what does not belong into it. */
  clean?: (pasted: string) => string;
  ref?: Ref<HTMLInputElement>;
  hint?: string;
  after?: ReactNode;
}

/** The title gives way to the problem while the field is left invalid; a touched valid field shows a check. */
export function Field({ title, value, problem, touched, onTouched, onChange, clean, hint, after, ...input }: FieldProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const invalid = touched && problem !== null;
  const wrong = invalid && !focused;
  return (
    <div className="field" data-wrong={wrong || undefined}>
      <label htmlFor={id}>{wrong ? problem : title}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          value={value}
          aria-label={title}
          aria-invalid={invalid || undefined}
          aria-errormessage={invalid ? `${id}-problem` : undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-required
          onChange={(event) => onChange(event.target.value)}
          onPaste={
            clean &&
            ((event) => {
              event.preventDefault();
              onChange(clean(event.clipboardData.getData('text')));
            })
          }
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            onTouched();
          }}
        />
        {touched && problem === null && (
          <svg className="field-check" viewBox="0 0 20 20" width="18" height="18" role="img" aria-label={messages.fine(title)}>
            <path d="m4 10.5 4 4 8-9" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
          </svg>
        )}
        {after}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <span id={`${id}-problem`} className="hidden" aria-live="polite">
        {invalid ? problem : ''}
      </span>
    </div>
  );
}
