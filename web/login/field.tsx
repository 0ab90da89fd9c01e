import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'title'> {
  title: string;
  value: string;
  /** Why the value will not do, or null when it will. */
  problem: string | null;
  touched: boolean;
  onTouched: () => void;
  onChange: (value: string) => void;
  after?: ReactNode;
}

/** The title gives way to the problem while the field is left invalid; a touched valid field shows a check. */
export function Field({ title, value, problem, touched, onTouched, onChange, after, ...input }: FieldProps) {
  const id = useId();
  const [focused, setFocused] = useState(false);
  const wrong = touched && !focused && problem !== null;
  return (
    <div className="field" data-wrong={wrong || undefined}>
      <label htmlFor={id}>{wrong ? problem : title}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          value={value}
          aria-label={title}
          aria-invalid={wrong || undefined}
          aria-errormessage={wrong ? `${id}-problem` : undefined}
          aria-required
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            onTouched();
          }}
        />
        {touched && problem === null && (
          <svg className="field-check" viewBox="0 0 20 20" width="18" height="18" role="img" aria-label={`${title} is fine`}>
            <path d="m4 10.5 4 4 8-9" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
          </svg>
        )}
        {after}
      </div>
      <span id={`${id}-problem`} className="hidden" aria-live="polite">
        {wrong ? problem : ''}
      </span>
    </div>
  );
}
