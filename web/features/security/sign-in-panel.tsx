import type { SecurityPage } from '@frankly/contracts/security';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { Setting } from '../../ui/setting.tsx';
import { messages } from './messages.ts';
import { RoleChoice } from './role-choice.tsx';
import styles from './security.module.css';
import { Toggle } from './toggle.tsx';
import { useSave } from './use-save.ts';

const words = messages.signIn;

export function SignInPanel({ page: { settings, domains, recaptchaAvailable } }: { page: SecurityPage }) {
  const save = useSave();
  return (
    <Panel title={words.title}>
      <Toggle
        label={words.enforceMfa}
        text={words.enforceMfaText}
        on={settings.enforceMfa}
        onChange={(enforceMfa) => save({ enforceMfa })}
      />
      <Toggle
        label={words.emailLogin}
        text={words.emailLoginText}
        on={settings.emailLogin}
        onChange={(emailLogin) => save({ emailLogin })}
      />
      <Toggle
        label={words.selfRegister}
        text={
          domains.some(({ verified }) => verified) ? words.selfRegisterText : `${words.selfRegisterText} ${messages.noDomain}`
        }
        on={settings.selfRegister}
        onChange={(selfRegister) => save({ selfRegister })}
      >
        {settings.selfRegister && (
          <RoleChoice
            label={words.selfRegisterRole}
            value={settings.selfRegisterRole}
            onChange={(selfRegisterRole) => save({ selfRegisterRole })}
          />
        )}
      </Toggle>
      <Toggle
        label={words.recaptcha}
        text={recaptchaAvailable ? words.recaptchaText : words.recaptchaMissing}
        on={settings.recaptcha}
        disabled={!recaptchaAvailable && !settings.recaptcha}
        onChange={(recaptcha) => save({ recaptcha })}
      />
      <Setting label={words.logo} text={words.logoText}>
        <LogoForm key={settings.logo} logo={settings.logo} onSave={(logo) => save({ logo })} />
      </Setting>
    </Panel>
  );
}

function LogoForm({ logo, onSave }: { logo: string; onSave: (logo: string) => void }) {
  const [typed, setTyped] = useState(logo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(typed.trim());
  };
  return (
    <form className={styles.line} onSubmit={submit} noValidate>
      <TextInput
        aria-label={words.logo}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === logo}>
        {messages.save}
      </Button>
    </form>
  );
}
