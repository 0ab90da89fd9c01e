import { Button } from '@mantine/core';
import form from '../ui/form.module.css';
import { CallProblem } from './call-problem.tsx';
import { Dialog } from './dialog.tsx';
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
    <Dialog opened={opened} onClose={onClose} title={title} size="sm">
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
    </Dialog>
  );
}
