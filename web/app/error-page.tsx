import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useRouteError } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { wordsOf } from './api.ts';
import { useTitle } from './hooks.ts';
import { messages } from './messages.ts';

/** What a route shows instead of itself when it fails. */
export function ErrorPage() {
  const error = useRouteError();
  useTitle(messages.broken);
  const text = error instanceof Error ? messages.brokenMore : wordsOf(error, messages.offline);
  return (
    <Notice icon={IconMoodSad} title={messages.broken} level={1} text={text} urgent>
      <Button onClick={() => window.location.reload()}>{messages.reload}</Button>
    </Notice>
  );
}
