import './styles.ts';
import { Skeleton } from '@mantine/core';
import { CallFailed } from '../../app/call-failed.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAccountQuery } from './account-api.ts';
import styles from './account.module.css';
import { messages } from './messages.ts';
import { PersonPanel } from './person-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInPanel } from './sign-in-panel.tsx';

/** One's own account: who one is, how one signs in, and where one is signed in. */
export function Component() {
  const { data: account, error, refetch } = useAccountQuery();
  return (
    <>
      <ScreenHead title={messages.title} hint={messages.hint} />
      {error && !account ? (
        <CallFailed error={error} retry={refetch} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.column}>
            {account ? <PersonPanel account={account} /> : <WaitingPanel title={messages.person.title} rows={3} />}
            {account ? <SignInPanel account={account} /> : <WaitingPanel title={messages.signIn} rows={2} />}
          </div>
          <SessionsPanel />
        </div>
      )}
    </>
  );
}

function WaitingPanel({ title, rows }: { title: string; rows: number }) {
  return (
    <Panel title={title} busy>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={38} mt="sm" radius="md" />
      ))}
    </Panel>
  );
}
