import '../../app/form-styles.ts';
import { type KeyScope, keyScopes } from '@frankly/contracts/permissions';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { useMe } from '../../app/hooks.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import form from '../../ui/form.module.css';
import { type Expiry, expiries, expiryOf, tomorrow } from './expiry.ts';
import { useCreateKeyMutation } from './keys-api.ts';
import { messages } from './messages.ts';

const words = messages.form;

export interface Created {
  name: string;
  secret: string;
}

interface CreateKeyProps {
  /** Null until there is a secret to show. */
  created: Created | null;
  onCreated: (created: Created) => void;
  onClose: () => void;
}

/** First what the key may do, then its secret: once. */
export default function CreateKey({ created, onCreated, onClose }: CreateKeyProps) {
  return created ? <Secret {...created} onDone={onClose} /> : <KeyForm onCreated={onCreated} onClose={onClose} />;
}

function KeyForm({ onCreated, onClose }: { onCreated: (created: Created) => void; onClose: () => void }) {
  const { permissions } = useMe();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(() =>
    keyScopes.filter((scope) => permissions.includes(scope)).slice(0, 1),
  );
  const [expiry, setExpiry] = useState<Expiry>('365');
  const [day, setDay] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [create, { isLoading, error }] = useCreateKeyMutation();
  const nameField = useRef<HTMLInputElement>(null);
  const dayField = useRef<HTMLInputElement>(null);
  const [now] = useState(Date.now);
  const expiresAt = expiryOf(expiry, day, now);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!name.trim()) return nameField.current?.focus();
    if (expiresAt === undefined) return dayField.current?.focus();
    if (scopes.length === 0) return;
    const result = await create({ name: name.trim(), scopes: [...scopes], expiresAt });
    if ('data' in result && result.data) onCreated({ name: name.trim(), secret: result.data.secret });
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        ref={nameField}
        label={words.name}
        description={words.nameHint}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={submitted && !name.trim() ? words.nameMissing : null}
        data-autofocus
      />
      <Checkbox.Group
        label={words.scopes}
        value={[...scopes]}
        onChange={(chosen) => setScopes(keyScopes.filter((scope) => chosen.includes(scope)))}
        error={submitted && scopes.length === 0 ? words.scopesMissing : null}
      >
        <div className={form.checks}>
          {keyScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={messages.scopes[scope]} disabled={!permissions.includes(scope)} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={words.expiry}
        value={expiry}
        onChange={(event) => setExpiry(event.currentTarget.value as Expiry)}
        data={expiries.map((value) => ({ value, label: words.expiries[value] }))}
        description={expiry === 'never' ? words.neverWarning : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {expiry === 'date' && (
        <TextInput
          ref={dayField}
          type="date"
          label={words.date}
          min={tomorrow(now)}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={submitted && expiresAt === undefined ? words.dateMissing : null}
        />
      )}
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.create}
        </Button>
      </div>
    </form>
  );
}

function Secret({ name, secret, onDone }: Created & { onDone: () => void }) {
  const said = messages.created;
  return (
    <div className={form.form}>
      <p className={form.warning} role="alert">
        {said.warning}
      </p>
      <CopyText label={said.label(name)} value={secret} words={said} />
      <div className={form.actions}>
        <Button onClick={onDone}>{said.done}</Button>
      </div>
    </div>
  );
}
