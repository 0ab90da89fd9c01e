import type { LoginData } from '@frankly/contracts/sign-in';
import { type ReactNode, useRef, useState } from 'react';
import { Field } from '../ui/entry/field.tsx';
import { focusNow } from '../ui/entry/focus-now.ts';
import { isEmail } from '../ui/entry/page-data.ts';
import { PasswordField } from '../ui/entry/password-field.tsx';
import type { Credentials } from './login-request.ts';
import { messages } from './messages.ts';

interface CredentialsViewProps {
  data: LoginData;
  credentials: Credentials;
  waiting: boolean;
  /** Somebody came back here: the focus is in the first field. */
  again: boolean;
  onChange: (credentials: Credentials) => void;
  onSend: () => void;
  /** Between the fields and the button. */
  children: ReactNode;
}

/** The first view: the ways in that the page data offers. */
export function CredentialsView({ data, credentials, waiting, again, onChange, onSend, children }: CredentialsViewProps) {
  const [touched, setTouched] = useState({ email: false, password: false });
  const submitButton = useRef<HTMLButtonElement>(null);
  const problems = {
    email: isEmail(credentials.email) ? null : messages.invalidEmail,
    password: credentials.password ? null : messages.invalidPassword,
  };
  const field = (name: keyof Credentials) => ({
    name,
    title: messages[name],
    value: credentials[name],
    problem: problems[name],
    touched: touched[name],
    onTouched: () => setTouched((before) => ({ ...before, [name]: true })),
    onChange: (value: string) => onChange({ ...credentials, [name]: value }),
  });
  const touchAll = () => setTouched({ email: true, password: true });
  const { emailLoginEnabled } = data;
  const ways = [
    ['Google', data.googleUrl],
    ['Okta', data.oktaUrl],
    ['Microsoft', data.microsoftUrl],
    [data.samlSsoName || 'SAML', data.samlSsoUrl],
  ] as const;

  return (
    <>
      {ways.map(
        ([provider, address]) =>
          address && (
            <a key={provider} className="plain" href={address}>
              {messages.signInWith(provider)}
            </a>
          ),
      )}
      {emailLoginEnabled && data.hasOauthLogins && <p className="or">{messages.or}</p>}
      {emailLoginEnabled && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            touchAll();
            if (!problems.email && !problems.password) onSend();
          }}
        >
          <Field
            {...field('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            ref={again ? focusNow : undefined}
          />
          <PasswordField {...field('password')} autoComplete="current-password" />
          {children}
          <button ref={submitButton} className="primary" aria-busy={waiting || undefined}>
            {waiting ? messages.signingIn : messages.signIn}
          </button>
        </form>
      )}
      <div className="links">
        {emailLoginEnabled && <a href="/password">{messages.forgotPassword}</a>}
        {data.canSelfRegister && (
          <a className="plain" href="/register">
            {messages.register}
          </a>
        )}
      </div>
      {data.demo?.[0] && (
        <section className="demo" aria-label={messages.demoHeading}>
          <h2>{messages.demoHeading}</h2>
          {data.demo.map(({ email, password, role }) => (
            <button
              key={email}
              type="button"
              onClick={() => {
                onChange({ email, password });
                touchAll();
                submitButton.current?.focus();
              }}
            >
              <b>{role}</b>
              <span>{email}</span>
            </button>
          ))}
        </section>
      )}
    </>
  );
}
