import type { SecurityPage } from '@frankly/contracts/security';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { wordsOf } from '../../app/api.ts';
import { Ask } from '../../app/ask.tsx';
import { CallProblem } from '../../app/call-problem.tsx';
import { toast } from '../../app/toast.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Setting } from '../../ui/setting.tsx';
import { Tag } from '../../ui/tag.tsx';
import { messages } from './messages.ts';
import { useAddDomainMutation, useRemoveDomainMutation, useVerifyDomainMutation } from './security-api.ts';
import styles from './security.module.css';

const words = messages.domains;
type DomainRow = SecurityPage['domains'][number];

export function DomainsPanel({ domains }: { domains: readonly DomainRow[] }) {
  const [removing, setRemoving] = useState<string | null>(null);
  const [remove, { isLoading, error, reset }] = useRemoveDomainMutation();
  const close = () => {
    setRemoving(null);
    reset();
  };
  const confirm = async () => {
    if (!removing || !('data' in (await remove(removing)))) return;
    void toast(words.removed(removing));
    close();
  };
  return (
    <Panel title={words.title}>
      <p className={styles.explained}>{words.hint}</p>
      {domains.map((row) => (
        <Domain key={row.domain} row={row} onRemove={() => setRemoving(row.domain)} />
      ))}
      <AddDomain />
      <Ask
        opened={removing !== null}
        title={words.removeTitle(removing ?? '')}
        text={words.removeText}
        yes={words.remove}
        dangerous
        loading={isLoading}
        error={error}
        onYes={confirm}
        onClose={close}
      />
    </Panel>
  );
}

function Domain({ row: { domain, verified, record }, onRemove }: { row: DomainRow; onRemove: () => void }) {
  const [verify, { isLoading }] = useVerifyDomainMutation();
  const look = async () => {
    const result = await verify(domain);
    void ('data' in result ? toast(words.proven(domain)) : toast(wordsOf(result.error, messages.offline), 'bad'));
  };
  return (
    <Setting
      label={
        <>
          {domain} <Tag tone={verified ? 'good' : 'warn'}>{verified ? words.verified : words.waiting}</Tag>
        </>
      }
      control={
        <Button variant="default" size="xs" aria-label={words.removeThat(domain)} onClick={onRemove}>
          {words.remove}
        </Button>
      }
    >
      {!verified && (
        <div className={styles.record}>
          <p>{words.record}</p>
          <CopyText label={words.name} value={record.name} words={messages.copy} />
          <CopyText label={words.value} value={record.value} words={messages.copy} />
          <div>
            <Button loading={isLoading} aria-label={words.verifyThat(domain)} onClick={look}>
              {words.verify}
            </Button>
          </div>
        </div>
      )}
    </Setting>
  );
}

function AddDomain() {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const [add, { isLoading, error }] = useAddDomainMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const domain = typed.trim().toLowerCase();
    setWrong(!domain.includes('.'));
    if (!domain.includes('.') || !('data' in (await add(domain)))) return;
    void toast(words.added(domain));
    setTyped('');
  };
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <div className={styles.line}>
        <TextInput
          aria-label={words.domain}
          placeholder={words.placeholder}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          maxLength={253}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={wrong ? words.wrong : null}
        />
        <Button type="submit" variant="default" loading={isLoading}>
          {words.add}
        </Button>
      </div>
      <CallProblem error={error} />
    </form>
  );
}
