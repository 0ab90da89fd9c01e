import type { OidcProvider } from '@frankly/contracts/security';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import form from '../../ui/form.module.css';
import { Addresses } from './addresses.tsx';
import { messages } from './messages.ts';
import { type SsoRow, useConfigureOidcMutation } from './security-api.ts';
import styles from './security.module.css';

const words = messages.sso;

/** Where each provider says that it is; what stands in braces is different for everybody. */
const issuers: Record<OidcProvider, string> = {
  google: 'https://accounts.google.com',
  okta: 'https://{domain}.okta.com',
  microsoft: 'https://login.microsoftonline.com/{tenant}/v2.0',
};

function issuerProblem(issuer: string): string | null {
  const open = /\{\w+\}/.exec(issuer);
  if (open) return words.issuerOpen(open[0]);
  return /^https?:\/\//.test(issuer) && URL.canParse(issuer) ? null : words.issuerWrong;
}

interface OidcFormProps {
  row: SsoRow;
  provider: OidcProvider;
  onClose: () => void;
  onSaved: (provider: OidcProvider) => void;
}

export function OidcForm({ row, provider, onClose, onSaved }: OidcFormProps) {
  const name = words.providers[provider];
  const [issuer, setIssuer] = useState(row.oidc?.issuer ?? issuers[provider]);
  const [clientId, setClientId] = useState(row.oidc?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [configure, { isLoading, error }] = useConfigureOidcMutation();
  const kept = row.oidc !== null;
  const problems = {
    issuer: issuerProblem(issuer.trim()),
    clientId: clientId.trim() ? null : words.clientIdMissing,
    secret: clientSecret || kept ? null : words.secretMissing,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (problems.issuer || problems.clientId || problems.secret) return;
    const changes = { issuer: issuer.trim(), clientId: clientId.trim(), ...(clientSecret ? { clientSecret } : {}) };
    if ('data' in (await configure({ provider, ...changes }))) onSaved(provider);
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Addresses provider={name} addresses={row.addresses} />
      <div className={styles.steps}>
        <h3>{words.then(name)}</h3>
        <TextInput
          label={words.issuer}
          description={words.issuerHints[provider]}
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          value={issuer}
          onChange={(event) => setIssuer(event.currentTarget.value)}
          error={submitted ? problems.issuer : null}
        />
        <TextInput
          label={words.clientId}
          autoComplete="off"
          maxLength={500}
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
          error={submitted ? problems.clientId : null}
        />
        <TextInput
          type="password"
          label={words.secret}
          description={kept ? words.secretKept : undefined}
          autoComplete="off"
          maxLength={1_000}
          value={clientSecret}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
          error={submitted ? problems.secret : null}
        />
      </div>
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.saveAndTest}
        </Button>
      </div>
    </form>
  );
}
