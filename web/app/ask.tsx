import { Button, Modal } from '@mantine/core';
import form from '../ui/form.module.css';
import { CallProblem } from './call-problem.tsx';
import { messages } from './messages.ts';

interface AskProps {
  opened: boolean;
  title: string;
  text: string;
  yes: string;
  dangerous?: boolean;
  loading: boolean;
  error?: unknown;
  onYes: () => void;
  onClose: () => void;
}

/** What cannot be taken back is asked once more. */
export function Ask({ opened, title, text, yes, dangerous, loading, error, onYes, onClose }: AskProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={<b>{title}</b>} size="sm" centered>
      <div className={form.form}>
        <p className={form.hint}>{text}</p>
        <CallProblem error={error} />
        <div className={form.actions}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {messages.confirm.cancel}
          </Button>
          <Button loading={loading} onClick={onYes} {...(dangerous ? { color: 'red.9' } : {})}>
            {yes}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
