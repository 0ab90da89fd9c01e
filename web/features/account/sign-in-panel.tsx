import { Button } from '@mantine/core';
import { useState } from 'react';
import { wordsOf } from '../../app/api.ts';
import { toast } from '../../app/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { Setting } from '../../ui/setting.tsx';
import { Tag } from '../../ui/tag.tsx';
import { type Account, useBeginMfaMutation, useDisableMfaMutation, useRenewCodesMutation } from './account-api.ts';
import { Ask } from '../../app/ask.tsx';
import { messages } from './messages.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { CodesDialog, type NewCodes, SetUpDialog } from './second-step-dialogs.tsx';

const words = messages.secondStep;

/** Password and second step. */
export function SignInPanel({ account }: { account: Account }) {
  const [changing, setChanging] = useState(false);
  return (
    <Panel title={messages.signIn}>
      <Setting
        label={messages.password.label}
        text={account.hasPassword ? messages.password.has : messages.password.none}
        control={
          account.hasPassword && (
            <Button variant="default" aria-label={messages.password.changePassword} onClick={() => setChanging(true)}>
              {messages.password.change}
            </Button>
          )
        }
      />
      {account.hasPassword && <SecondStep account={account} />}
      <PasswordDialog opened={changing} onClose={() => setChanging(false)} />
    </Panel>
  );
}

function SecondStep({ account: { mfa, mfaEnforced, recoveryCodesLeft } }: { account: Account }) {
  const [begin, beginning] = useBeginMfaMutation();
  const [disable, disabling] = useDisableMfaMutation();
  const [renew, renewing] = useRenewCodesMutation();
  const [settingUp, setSettingUp] = useState(false);
  const [asking, setAsking] = useState<'off' | 'renew' | null>(null);
  const [issued, setIssued] = useState<NewCodes | null>(null);

  const start = async () => {
    const result = await begin();
    if ('data' in result) setSettingUp(true);
    else void toast(wordsOf(result.error, messages.offline), 'bad');
  };
  const turnOff = async () => {
    const result = await disable();
    setAsking(null);
    void ('data' in result ? toast(words.turnedOff) : toast(wordsOf(result.error, messages.offline), 'bad'));
  };
  const replace = async () => {
    const result = await renew();
    setAsking(null);
    if (result.data) setIssued({ title: words.newCodesTitle, codes: result.data.recoveryCodes });
    else void toast(wordsOf(result.error, messages.offline), 'bad');
  };

  return (
    <>
      <Setting
        label={
          <>
            {words.label} <Tag tone={mfa ? 'good' : 'warn'}>{mfa ? words.on : words.off}</Tag>
          </>
        }
        text={mfa ? (mfaEnforced ? words.enforced : words.onText) : words.offText}
        control={
          mfa ? (
            !mfaEnforced && (
              <Button variant="default" onClick={() => setAsking('off')}>
                {words.turnOff}
              </Button>
            )
          ) : (
            <Button loading={beginning.isLoading} onClick={start}>
              {words.setUp}
            </Button>
          )
        }
      />
      {mfa && (
        <Setting
          label={words.codes}
          text={recoveryCodesLeft > 0 ? words.codesLeft(recoveryCodesLeft) : words.noCodes}
          control={
            <Button variant="default" onClick={() => setAsking('renew')}>
              {words.renew}
            </Button>
          }
        />
      )}
      <SetUpDialog
        begun={settingUp ? (beginning.data ?? null) : null}
        onClose={() => setSettingUp(false)}
        onDone={(codes) => {
          setSettingUp(false);
          setIssued({ title: words.codesTitle, codes });
        }}
      />
      <Ask
        opened={asking === 'off'}
        title={words.turnOffTitle}
        text={words.turnOffText}
        yes={words.turnOff}
        dangerous
        loading={disabling.isLoading}
        onYes={turnOff}
        onClose={() => setAsking(null)}
      />
      <Ask
        opened={asking === 'renew'}
        title={words.renewTitle}
        text={words.renewText}
        yes={words.renewYes}
        loading={renewing.isLoading}
        onYes={replace}
        onClose={() => setAsking(null)}
      />
      <CodesDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}
