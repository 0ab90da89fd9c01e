import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import form from '../../ui/form.module.css';
import { useEnableMfaMutation } from './account-api.ts';
import styles from './account.module.css';
import { messages } from './messages.ts';

const words = messages.secondStep;
const sixDigits = /^\d{6}$/;
/** Easier to type off a screen. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface SetUpProps {
  /** Null: closed. */
  begun: { codeUrl: string; mfaSecret: string } | null;
  onClose: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

/** The secret, as a picture and as text, and the first code that proves that it arrived. */
export function SetUpDialog({ begun, onClose, onDone }: SetUpProps) {
  return (
    <Dialog opened={begun !== null} onClose={onClose} title={words.scan} size="md" closeOnClickOutside={false}>
      {begun && <SetUp {...begun} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

interface BegunProps extends Omit<SetUpProps, 'begun'> {
  codeUrl: string;
  mfaSecret: string;
}

function SetUp({ codeUrl, mfaSecret, onClose, onDone }: BegunProps) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const [enable, { isLoading, error }] = useEnableMfaMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const mfa = code.replace(/\s/g, '');
    setWrong(!sixDigits.test(mfa));
    if (!sixDigits.test(mfa)) return;
    const { data } = await enable({ mfa });
    if (data) onDone(data.recoveryCodes);
    else setCode('');
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className={form.hint}>{words.scanHint}</p>
      <img className={styles.picture} src={codeUrl} width={200} height={200} alt={words.picture} />
      <CopyText label={words.secret} value={mfaSecret} shown={inFours(mfaSecret)} words={messages.copy} />
      <TextInput
        label={words.code}
        description={words.codeHint}
        placeholder={words.codePlaceholder}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={wrong ? words.codeWrong : null}
        data-autofocus
      />
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.verify}
        </Button>
      </div>
    </form>
  );
}

/** New codes, and what to say of them. */
export interface NewCodes {
  title: string;
  codes: readonly string[];
}

/** The only time that these can be read, so nothing but its button closes it. */
export function CodesDialog({ issued, onClose }: { issued: NewCodes | null; onClose: () => void }) {
  const lasting = { withCloseButton: false, closeOnClickOutside: false, closeOnEscape: false };
  return (
    <Dialog opened={issued !== null} onClose={onClose} title={issued?.title ?? ''} size="md" {...lasting}>
      {issued && (
        <div className={form.form}>
          <p className={form.hint}>{words.codesText}</p>
          <ul className={styles.codes} aria-label={words.codes}>
            {issued.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className={form.actions}>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => download(issued.codes)}
              data-autofocus
            >
              {words.download}
            </Button>
            <Button onClick={onClose}>{words.done}</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function download(codes: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
