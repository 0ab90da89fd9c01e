import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { useMe } from '../../app/hooks.ts';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { useChangePasswordMutation } from './account-api.ts';
import styles from './account.module.css';
import { messages } from './messages.ts';
import { CallProblem } from '../../app/call-problem.tsx';

const words = messages.password;
const [shortest, longest] = [8, 128];

/** As a person counts characters. */
const lengthOf = (password: string): number => [...password.normalize('NFKC')].length;

export function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.changePassword} size="md">
      <PasswordForm onClose={onClose} />
    </Dialog>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [change, { isLoading, error }] = useChangePasswordMutation();
  const length = lengthOf(password);
  const problem = length < shortest ? words.short : length > longest ? words.long : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (problem) return;
    const result = await change({ password });
    if (!('data' in result)) return;
    void toast(words.saved);
    onClose();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {/* So that a password manager knows whose it is. */}
      <input className={styles.ghost} type="text" autoComplete="username" value={user.email} readOnly tabIndex={-1} aria-hidden />
      <PasswordInput
        label={words.fresh}
        description={words.hint}
        autoComplete="new-password"
        maxLength={1_000}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={submitted ? problem : null}
        visibilityToggleButtonProps={{ 'aria-label': words.show, tabIndex: 0 }}
        data-autofocus
      />
      <p className={form.hint}>{words.has}</p>
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
