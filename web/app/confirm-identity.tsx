import '@mantine/core/styles/Input.css';
import type { confirmIdentity, getAccount } from '@frankly/contracts/account';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import type * as z from 'zod';
import styles from '../ui/form.module.css';
import { api, goSignIn, problemCode, useSignOutMutation, wordsOf } from './api.ts';
import { answerIdentity, useIdentityAsked } from './identity-check.ts';
import { messages } from './messages.ts';
import Modal from './modal.tsx';

const words = messages.confirm;

const confirmApi = api.injectEndpoints({
  endpoints: (build) => ({
    waysToConfirm: build.query<z.infer<typeof getAccount.reply>, void>({ query: () => 'api/v1/account', keepUnusedDataFor: 0 }),
    confirmIdentity: build.mutation<z.infer<typeof confirmIdentity.reply>, z.infer<typeof confirmIdentity.body>>({
      query: (body) => ({ url: 'api/v1/account/confirm', method: 'POST', body }),
    }),
  }),
});

/** Asks who somebody is, before something that matters. Whatever was refused is repeated after it. */
export default function ConfirmIdentity() {
  const asked = useIdentityAsked();
  return (
    <Modal
      opened={asked}
      onClose={() => answerIdentity(false)}
      closeOnEscape={false}
      title={<b>{words.title}</b>}
      zIndex={320}
      size="sm"
      centered
    >
      <Confirmation />
    </Modal>
  );
}

function Confirmation() {
  const { data: account } = confirmApi.useWaysToConfirmQuery();
  if (account?.hasPassword === false) return <SignInAgain />;
  return <ConfirmForm asksCode={account?.mfa ?? false} />;
}

function ConfirmForm({ asksCode }: { asksCode: boolean }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [confirm, { isLoading, error }] = confirmApi.useConfirmIdentityMutation();
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const refusedCode = problemCode(error) === 'code_refused';
  // The account may have got a second step since this page was loaded.
  const withCode = asksCode || refusedCode;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!password) return passwordField.current?.focus();
    if (withCode && !code.trim()) return codeField.current?.focus();
    const result = await confirm({ password, ...(withCode ? { mfa: code.trim() } : {}) });
    if ('data' in result) return answerIdentity(true);
    if (problemCode(result.error) === 'code_refused') {
      setCode('');
      setSubmitted(false);
      codeField.current?.focus();
    } else {
      passwordField.current?.select();
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.hint}>{words.why}</p>
      <TextInput
        ref={passwordField}
        type="password"
        label={words.password}
        autoComplete="current-password"
        maxLength={1_000}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={submitted && !password ? words.passwordMissing : null}
        data-autofocus
      />
      {withCode && (
        <TextInput
          ref={codeField}
          label={words.code}
          description={words.codeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={submitted && !code.trim() ? words.codeMissing : null}
        />
      )}
      {error !== undefined && (
        <p className={styles.problem} role="alert">
          {problemCode(error) === 'sign_in_refused' ? words.passwordWrong : wordsOf(error, messages.offline)}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={() => answerIdentity(false)}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.confirm}
        </Button>
      </div>
    </form>
  );
}

/** Without a password there is nothing to ask for here: whoever vouches for the person has to do it again. */
function SignInAgain() {
  const [signOut, { isLoading, isError }] = useSignOutMutation();
  const leave = async () => {
    if ('data' in (await signOut())) goSignIn();
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{words.noPassword}</p>
      {isError && (
        <p className={styles.problem} role="alert">
          {messages.offline}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={() => answerIdentity(false)}>
          {words.cancel}
        </Button>
        <Button loading={isLoading} onClick={leave} data-autofocus>
          {words.signInAgain}
        </Button>
      </div>
    </div>
  );
}
