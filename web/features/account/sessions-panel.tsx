import type { SessionRow } from '@frankly/contracts/account';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { wordsOf } from '../../app/api.ts';
import { CallFailed } from '../../app/call-failed.tsx';
import { toast } from '../../app/toast.ts';
import { momentOf } from '../../ui/ago.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useEndOtherSessionsMutation, useEndSessionMutation, useSessionsQuery } from './account-api.ts';
import styles from './account.module.css';
import { messages } from './messages.ts';

const words = messages.sessions;

/** Everywhere that one is signed in, this session first. */
export function SessionsPanel() {
  const { data, error, refetch } = useSessionsQuery();
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();
  const sessions = data?.toSorted((one, other) => Number(other.current) - Number(one.current));
  const alone = sessions?.length === 1;
  const end = async () => {
    const result = await endOthers();
    if (result.data) void toast(words.endedOthers(result.data.ended));
    else void toast(wordsOf(result.error, messages.offline), 'bad');
  };
  return (
    <Panel
      title={words.title}
      busy={!data && !error}
      side={
        sessions &&
        !alone && (
          <Button variant="default" size="xs" loading={isLoading} onClick={end}>
            {words.endOthers}
          </Button>
        )
      }
    >
      {sessions ? (
        <ul className={styles.sessions}>
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <CallFailed error={error} retry={refetch} />
      ) : (
        [1, 2].map((row) => <Skeleton key={row} height={44} mt="sm" radius="md" />)
      )}
      {alone && <p className={`${styles.quiet} ${styles.onlyHere}`}>{words.onlyHere}</p>}
    </Panel>
  );
}

const handheld = /iOS|Android/;

function Session({ session: { id, current, device, address, method, startedAt, seenAt } }: { session: SessionRow }) {
  const [endSession] = useEndSessionMutation();
  const DeviceIcon = handheld.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  const end = async () => {
    const result = await endSession(id);
    if ('data' in result) void toast(words.ended(device));
    else void toast(wordsOf(result.error, messages.offline), 'bad');
  };
  return (
    <li className={styles.session}>
      <span className={styles.deviceIcon} data-here={current}>
        <DeviceIcon size={21} stroke={1.6} aria-hidden />
      </span>
      <div>
        <div className={styles.device}>
          {device}
          {current && <Tag tone="accent">{words.here}</Tag>}
        </div>
        <div className={styles.quiet}>
          {words.since} {momentOf(startedAt)} {words.methods[method] ?? ''} {address && words.from(address)}
          {!current && (
            <>
              {' · '}
              {words.seen} <TimeAgo iso={seenAt} />
            </>
          )}
        </div>
      </div>
      {!current && (
        <Button variant="default" size="xs" aria-label={words.endThat(device)} onClick={end}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
