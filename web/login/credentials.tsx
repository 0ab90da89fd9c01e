import type { LoginData } from '@frankly/contracts/sign-in';
import { useRef, useState, type FormEvent } from 'react';
import { Field } from './field.tsx';
import { isEmail, signIn } from './login-request.ts';
import { messages } from './messages.ts';

interface CredentialsViewProps {
  data: LoginData;
  onError: (error: string) => void;
}

/** The first view of signing in. A reply that asks for a second step (a code, enrolment) gets its own view beside this one. */
export function CredentialsView({ data, onError }: CredentialsViewProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState({ email: false, password: false });
  const [sending, setSending] = useState(false);
  const [visible, setVisible] = useState(false);
  const submitButton = useRef<HTMLButtonElement>(null);
  const emailProblem = isEmail(email) ? null : messages.invalidEmail;
  const passwordProblem = password ? null : messages.invalidPassword;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTouched({ email: true, password: true });
    if (emailProblem || passwordProblem || sending) return;
    setSending(true);
    onError('');
    const result = await signIn({ email, password }, data.redirect);
    if ('redirect' in result) return window.location.replace(result.redirect);
    onError(result.error);
    setSending(false);
  };

  return (
    <>
      {data.emailLoginEnabled && (
        <form onSubmit={submit} noValidate>
          <Field
            title={messages.email}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            value={email}
            problem={emailProblem}
            touched={touched.email}
            onTouched={() => setTouched((before) => ({ ...before, email: before.email || email !== '' }))}
            onChange={setEmail}
          />
          <Field
            title={messages.password}
            type={visible ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            maxLength={1000}
            value={password}
            problem={passwordProblem}
            touched={touched.password}
            onTouched={() => setTouched((before) => ({ ...before, password: before.password || password !== '' }))}
            onChange={setPassword}
            after={<ShowPassword visible={visible} onToggle={() => setVisible(!visible)} />}
          />
          <button ref={submitButton} type="submit" className="primary" aria-busy={sending || undefined}>
            {sending ? messages.signingIn : messages.signIn}
          </button>
        </form>
      )}
      <nav className="links" aria-label="Other ways">
        <a href="/password">{messages.forgotPassword}</a>
        {data.canSelfRegister && <a href="/register">{messages.register}</a>}
      </nav>
      {data.demo && data.demo.length > 0 && (
        <section className="demo" aria-label={messages.demoHeading}>
          <h2>{messages.demoHeading}</h2>
          {data.demo.map((account) => (
            <button
              key={account.email}
              type="button"
              onClick={() => {
                setEmail(account.email);
                setPassword(account.password);
                setTouched({ email: true, password: true });
                submitButton.current?.focus();
              }}
            >
              <b>{account.role}</b>
              <span>{account.email}</span>
            </button>
          ))}
        </section>
      )}
    </>
  );
}

function ShowPassword({ visible, onToggle }: { visible: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      className="show"
      aria-pressed={visible}
      aria-label={visible ? messages.hidePassword : messages.showPassword}
      onClick={onToggle}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
        <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
        <circle cx="12" cy="12" r="3" />
        {visible && <path d="m4 4 16 16" strokeLinecap="round" />}
      </svg>
    </button>
  );
}
