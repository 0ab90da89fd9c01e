import type { ApiKeyRow } from '@frankly/contracts/api-keys';
import { keyScopes } from '@frankly/contracts/permissions';
import { Button, Skeleton } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { Ask } from '../../app/ask.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { CallFailed } from '../../app/call-failed.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { toast } from '../../app/toast.ts';
import { dayOf } from '../../ui/ago.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Created } from './create-key.tsx';
import styles from './keys.module.css';
import { useKeysQuery, useRevokeKeyMutation } from './keys-api.ts';
import { messages } from './messages.ts';

const CreateKey = lazy(() => import('./create-key.tsx'));

const order = { works: 0, expired: 1, revoked: 2 } as const;
const tones = { works: 'good', expired: 'warn', revoked: 'neutral' } as const;

/** The keys of the company: those that work first, those that ended after them. */
export function Component() {
  const { data, error, refetch } = useKeysQuery();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null);
  const keys = data?.keys.toSorted((one, other) => order[one.state] - order[other.state]);
  const create = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setCreating(true)}>
      {messages.create}
    </Button>
  );
  return (
    <>
      <ScreenHead title={messages.title} hint={messages.hint}>
        {keys?.length !== 0 && create}
      </ScreenHead>
      <Panel
        title={messages.panel}
        hint={keys?.length ? messages.count(keys.filter(({ state }) => state === 'works').length) : undefined}
      >
        {keys === undefined && error !== undefined && <CallFailed error={error} retry={refetch} />}
        {keys === undefined && error === undefined && <Skeleton height={180} radius="md" />}
        {keys?.length === 0 && (
          <Notice icon={IconKey} title={messages.empty} text={messages.emptyMore}>
            {create}
          </Notice>
        )}
        {keys && keys.length > 0 && <KeyTable keys={keys} onRevoke={setRevoking} />}
      </Panel>
      <NewKey opened={creating} onClose={() => setCreating(false)} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

function NewKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  // The secret is forgotten when the dialog opens the next time, so that it does not vanish while it closes.
  const [before, setBefore] = useState(opened);
  if (opened !== before) {
    setBefore(opened);
    if (opened) setCreated(null);
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={created ? messages.created.title : messages.form.title}
      // Nobody closes the one place that shows the secret by accident.
      closeOnEscape={!created}
      closeOnClickOutside={false}
      withCloseButton={!created}
    >
      <CreateKey created={created} onCreated={setCreated} onClose={onClose} />
    </Dialog>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKeyRow | null; onClose: () => void }) {
  const [revoke, { isLoading, error, reset }] = useRevokeKeyMutation();
  // While the dialog closes it still shows what it was about.
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!apiKey || !('data' in (await revoke(apiKey.id)))) return;
    void toast(messages.revoke.done);
    close();
  };
  return (
    <Ask
      opened={apiKey !== null}
      title={messages.revoke.title(shown?.name ?? '')}
      text={messages.revoke.text}
      yes={messages.revoke.confirm}
      dangerous
      loading={isLoading}
      error={error}
      onYes={confirm}
      onClose={close}
    />
  );
}

const { columns } = messages;
const heads = [
  { label: columns.name },
  { label: columns.prefix },
  { label: columns.scopes },
  { label: columns.expires },
  { label: columns.state },
  { label: columns.actions, hidden: true },
];

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKeyRow[]; onRevoke: (key: ApiKeyRow) => void }) {
  return (
    <Table label={messages.panel} columns={heads} widths="1.4fr 1fr 2fr 120px 100px 96px">
      {keys.map((key) => (
        <Row key={key.id} quiet={key.state !== 'works'}>
          <Cell>
            <b className={styles.name}>{key.name}</b>
          </Cell>
          <Cell label={columns.prefix}>
            <code className={styles.prefix}>{key.prefix}…</code>
          </Cell>
          <Cell label={columns.scopes}>{scopesOf(key)}</Cell>
          <Cell label={columns.expires}>{key.expiresAt ? dayOf(key.expiresAt) : messages.never}</Cell>
          <Cell label={columns.state}>
            <Tag tone={tones[key.state]}>{messages.states[key.state]}</Tag>
          </Cell>
          <Cell end>
            {key.state === 'works' && (
              <Button variant="default" size="xs" aria-label={messages.revoke.actionOf(key.name)} onClick={() => onRevoke(key)}>
                {messages.revoke.action}
              </Button>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const scopesOf = ({ scopes }: ApiKeyRow): string =>
  scopes.length === keyScopes.length ? messages.everything : scopes.map((scope) => messages.scopes[scope]).join(', ');
