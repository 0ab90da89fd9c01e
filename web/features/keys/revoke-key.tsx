import type { ApiKeyRow } from '@frankly/contracts/api-keys';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { useRevokeKeyMutation } from './keys-api.ts';
import { messages } from './messages.ts';

const words = messages.revoke;

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKeyRow | null; onClose: () => void }) {
  // While the dialog closes it still shows what it was about.
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  return (
    <Modal opened={apiKey !== null} onClose={onClose} title={<b>{words.title(shown?.name ?? '')}</b>} size="sm" centered>
      {shown && <Confirmation apiKey={shown} onClose={onClose} />}
    </Modal>
  );
}

function Confirmation({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  const [revoke, { isLoading, error }] = useRevokeKeyMutation();
  const confirm = async () => {
    if (!('data' in (await revoke(apiKey.id)))) return;
    void toast(words.done);
    onClose();
  };
  return (
    <div className={form.form}>
      <p>{words.text}</p>
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {words.cancel}
        </Button>
        <Button color="red.9" loading={isLoading} onClick={confirm}>
          {words.confirm}
        </Button>
      </div>
    </div>
  );
}
