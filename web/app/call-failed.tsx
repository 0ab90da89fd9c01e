import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../ui/notice.tsx';
import { wordsOf } from './api.ts';
import { messages } from './messages.ts';

/** In place of what could not be loaded. */
export function CallFailed({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Notice icon={IconAlertTriangle} title={messages.notLoaded} text={wordsOf(error, messages.offline)} urgent>
      <Button variant="default" onClick={() => retry()}>
        {messages.tryAgain}
      </Button>
    </Notice>
  );
}
