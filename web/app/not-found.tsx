import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { useTitle } from './hooks.ts';
import { messages } from './messages.ts';

export function NotFound() {
  useTitle(messages.notFound);
  return (
    <Notice icon={IconMapOff} title={messages.notFound} level={1} text={messages.notFoundMore}>
      <Button component={Link} to="/">
        {messages.goHome}
      </Button>
    </Notice>
  );
}
