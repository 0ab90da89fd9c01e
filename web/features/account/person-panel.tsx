import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { useMe } from '../../app/hooks.ts';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { isEmail } from '../../ui/entry/page-data.ts';
import { Panel } from '../../ui/panel.tsx';
import { Setting } from '../../ui/setting.tsx';
import { type Account, useChangeEmailMutation } from './account-api.ts';
import { messages } from './messages.ts';
import { CallProblem } from '../../app/call-problem.tsx';

const words = messages.person;

export function PersonPanel({ account }: { account: Account }) {
  const { user, userRole } = useMe();
  const [changing, setChanging] = useState(false);
  return (
    <Panel title={words.title}>
      <Setting
        label={words.name}
        text={
          <>
            {user.name}
            <div>{words.nameHint}</div>
          </>
        }
      />
      <Setting label={words.role} text={userRole} />
      <Setting
        label={words.email}
        text={
          <>
            {user.email}
            {!account.hasPassword && <div>{words.viaCompany}</div>}
            {account.newEmail && <div>{words.waiting(account.newEmail)}</div>}
          </>
        }
        control={
          account.hasPassword && (
            <Button variant="default" aria-label={words.changeEmail} onClick={() => setChanging(true)}>
              {words.change}
            </Button>
          )
        }
      />
      <Dialog opened={changing} onClose={() => setChanging(false)} title={words.changeEmail} size="md">
        <EmailForm now={user.email} onClose={() => setChanging(false)} />
      </Dialog>
    </Panel>
  );
}

function EmailForm({ now, onClose }: { now: string; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [change, { isLoading, error }] = useChangeEmailMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = email.trim();
    const wrong = !isEmail(asked) ? words.invalid : asked.toLowerCase() === now.toLowerCase() ? words.same : null;
    setProblem(wrong);
    if (wrong || !('data' in (await change({ email: asked })))) return;
    void toast(words.sent(asked));
    onClose();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        type="email"
        label={words.newEmail}
        description={words.newEmailHint}
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={problem}
        data-autofocus
      />
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
