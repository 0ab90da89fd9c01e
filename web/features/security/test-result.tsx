import type { SsoProvider } from '@frankly/contracts/security';
import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import form from '../../ui/form.module.css';
import { messages } from './messages.ts';
import { useTestSsoMutation } from './security-api.ts';
import styles from './security.module.css';

const words = messages.sso;

/** Asks the provider as soon as it opens, and says of each check what is wrong. */
export function TestResult({ provider, onClose }: { provider: SsoProvider; onClose: () => void }) {
  const [test, { data, error, isLoading }] = useTestSsoMutation();
  useEffect(() => {
    void test(provider);
  }, [test, provider]);
  return (
    <div className={form.form} aria-busy={isLoading}>
      <p className={form.hint} role="status">
        {data && !isLoading ? (data.works ? words.works : words.worksNot) : error ? '' : words.testing}
      </p>
      {isLoading && [1, 2, 3].map((row) => <Skeleton key={row} height={40} radius="md" />)}
      {data && !isLoading && (
        <ul className={styles.checks}>
          {data.checks.map((check) => (
            <li key={check.name}>
              <span className={styles.mark} data-passed={check.passed}>
                {check.passed ? <IconCheck size={16} stroke={2.2} aria-hidden /> : <IconX size={16} stroke={2.2} aria-hidden />}
              </span>
              <div>
                <b>{check.name}</b>
                <VisuallyHidden>: {check.passed ? words.passed : words.failed}</VisuallyHidden>
                <p>{check.message}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!isLoading && <CallProblem error={error} />}
      <div className={form.actions}>
        <Button variant="default" loading={isLoading} onClick={() => test(provider)}>
          {words.testAgain}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {messages.close}
        </Button>
      </div>
    </div>
  );
}
