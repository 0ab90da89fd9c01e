import './styles.ts';
import { Skeleton } from '@mantine/core';
import { CallFailed } from '../../app/call-failed.tsx';
import { useMay } from '../../app/hooks.ts';
import { NotAllowed } from '../../app/not-allowed.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DomainsPanel } from './domains-panel.tsx';
import { messages } from './messages.ts';
import { useSecurityQuery } from './security-api.ts';
import styles from './security.module.css';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { SsoPanel } from './sso-panel.tsx';

/** How the people of the company sign in. */
export function Component() {
  return useMay('settings.manage') ? <Security /> : <NotAllowed />;
}

function Security() {
  const { data: page, error, refetch } = useSecurityQuery();
  return (
    <>
      <ScreenHead title={messages.title} hint={messages.hint} />
      {error && !page ? (
        <CallFailed error={error} retry={refetch} />
      ) : page ? (
        <div className={styles.columns}>
          <div className={styles.column}>
            <SignInPanel page={page} />
            <SessionsPanel settings={page.settings} />
          </div>
          <div className={styles.column}>
            <SsoPanel page={page} />
            <DomainsPanel domains={page.domains} />
          </div>
        </div>
      ) : (
        <div className={styles.columns}>
          <Waiting title={messages.signIn.title} rows={5} />
          <Waiting title={messages.sso.title} rows={4} />
        </div>
      )}
    </>
  );
}

function Waiting({ title, rows }: { title: string; rows: number }) {
  return (
    <Panel title={title} busy>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={44} mt="sm" radius="md" />
      ))}
    </Panel>
  );
}
