import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { useTitle } from './hooks.ts';
import { messages } from './messages.ts';

/** In place of a screen that the person's role does not include. */
export function NotAllowed() {
  useTitle(messages.notAllowed);
  return (
    <Notice icon={IconLock} title={messages.notAllowed} level={1} text={messages.notAllowedMore}>
      <Button component={Link} to="/">
        {messages.goHome}
      </Button>
    </Notice>
  );
}
