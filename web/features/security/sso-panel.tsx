import type { SecurityPage, SsoProvider } from '@frankly/contracts/security';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Ask } from '../../app/ask.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { toast } from '../../app/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Setting } from '../../ui/setting.tsx';
import { Tag } from '../../ui/tag.tsx';
import { messages } from './messages.ts';
import { OidcForm } from './oidc-form.tsx';
import { RoleChoice } from './role-choice.tsx';
import { SamlForm } from './saml-form.tsx';
import { type SsoRow, useRemoveSsoMutation } from './security-api.ts';
import { TestResult } from './test-result.tsx';
import { Toggle } from './toggle.tsx';
import { useSave } from './use-save.ts';

const words = messages.sso;

/** What is open over the panel, about which provider. */
interface Opened {
  what: 'set-up' | 'test' | 'remove';
  provider: SsoProvider;
}

/** The four ways of signing in through somebody else, and who gets an account by it. */
export function SsoPanel({ page: { sso, settings, domains } }: { page: SecurityPage }) {
  const save = useSave();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [remove, { isLoading, error, reset }] = useRemoveSsoMutation();
  const close = () => {
    setOpened(null);
    reset();
  };
  const row = sso.find(({ provider }) => provider === opened?.provider);
  const name = row ? words.providers[row.provider] : '';
  const confirm = async () => {
    if (!row || !('data' in (await remove(row.provider)))) return;
    void toast(words.removed(name));
    close();
  };
  const test = (provider: SsoProvider) => setOpened({ what: 'test', provider });
  return (
    <Panel title={words.title}>
      {sso.map((one) => (
        <Provider key={one.provider} row={one} onOpen={(what) => setOpened({ what, provider: one.provider })} />
      ))}
      <Toggle
        label={words.justInTime}
        text={domains.some(({ verified }) => verified) ? words.justInTimeText : `${words.justInTimeText} ${messages.noDomain}`}
        on={settings.justInTime}
        onChange={(justInTime) => save({ justInTime })}
      >
        {settings.justInTime && (
          <RoleChoice
            label={words.justInTimeRole}
            value={settings.justInTimeRole}
            onChange={(justInTimeRole) => save({ justInTimeRole })}
          />
        )}
      </Toggle>
      <Dialog
        opened={row !== undefined && opened?.what === 'set-up'}
        onClose={close}
        title={row?.configured ? words.changeThat(name) : words.setUpThat(name)}
        size="lg"
      >
        {row?.provider === 'saml' && <SamlForm row={row} onClose={close} onSaved={test} />}
        {row && row.provider !== 'saml' && <OidcForm row={row} provider={row.provider} onClose={close} onSaved={test} />}
      </Dialog>
      <Dialog opened={row !== undefined && opened?.what === 'test'} onClose={close} title={words.tested(name)} size="md">
        {row && <TestResult provider={row.provider} onClose={close} />}
      </Dialog>
      <Ask
        opened={opened?.what === 'remove'}
        title={words.removeTitle(name)}
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

function Provider({ row, onOpen }: { row: SsoRow; onOpen: (what: Opened['what']) => void }) {
  const name = words.providers[row.provider];
  return (
    <Setting
      wide
      label={
        <>
          {name} <Tag tone={row.configured ? 'good' : 'neutral'}>{row.configured ? words.on : words.off}</Tag>
        </>
      }
      text={row.oidc?.issuer ?? (row.saml ? `${row.saml.name} · ${row.saml.entityId}` : words.hints[row.provider])}
      control={
        row.configured ? (
          <>
            <Button variant="default" size="xs" aria-label={words.testThat(name)} onClick={() => onOpen('test')}>
              {words.test}
            </Button>
            <Button variant="default" size="xs" aria-label={words.changeThat(name)} onClick={() => onOpen('set-up')}>
              {words.change}
            </Button>
            <Button variant="default" size="xs" aria-label={words.removeThat(name)} onClick={() => onOpen('remove')}>
              {words.remove}
            </Button>
          </>
        ) : (
          <Button variant="default" size="xs" aria-label={words.setUpThat(name)} onClick={() => onOpen('set-up')}>
            {words.setUp}
          </Button>
        )
      }
    />
  );
}
