import '@mantine/core/styles/Input.css';
import type { AuditEntry } from '@frankly/contracts/audit';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { CallFailed } from '../../app/call-failed.tsx';
import { ScreenHead } from '../../app/screen-head.tsx';
import { downloadCsv } from '../../ui/charts/csv.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useAuditInfiniteQuery } from './audit-api.ts';
import { auditCsv } from './audit-csv.ts';
import { useAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import styles from './audit.module.css';
import { messages } from './messages.ts';
import { useNames } from './use-names.ts';

const none: readonly AuditEntry[] = [];

/** Everything that happened to how people get in and what they may do, newest first. */
export function Component() {
  const [filter, change] = useAuditFilter();
  const asked = useAuditInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const { data, currentData, error, isFetching, refetch } = asked;
  const names = useNames();
  const entries = data?.pages.flatMap((page) => page.entries) ?? none;
  const filtered = Object.keys(filter).length > 0;
  const failed = error !== undefined && !isFetching && !currentData;
  return (
    <>
      <ScreenHead title={messages.title} hint={messages.hint}>
        {entries.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={17} aria-hidden />}
            aria-label={messages.downloadOf(entries.length)}
            onClick={() => downloadCsv(messages.file, auditCsv(entries, names))}
          >
            {messages.download}
          </Button>
        )}
      </ScreenHead>
      <AuditFilters filter={filter} change={change} entries={entries} kinds={data?.pages[0]?.kinds ?? []} />
      <Panel title={messages.title} titleHidden busy={isFetching && data === undefined}>
        {failed && <CallFailed error={error} retry={refetch} />}
        {!data && !failed && <Skeleton height={360} radius="md" />}
        {data && !failed && entries.length === 0 && (
          <Notice
            icon={IconHistory}
            title={filtered ? messages.none : messages.empty}
            text={filtered ? messages.noneMore : messages.emptyMore}
          >
            {filtered && (
              <Button variant="default" onClick={() => change({ person: '', kind: '', from: '', to: '' })}>
                {messages.clear}
              </Button>
            )}
          </Notice>
        )}
        {!failed && entries.length > 0 && (
          <AuditList
            entries={entries}
            names={names}
            changing={currentData === undefined}
            onPerson={(person) => change({ person })}
          />
        )}
        {!failed && entries.length > 0 && <More asked={asked} />}
      </Panel>
    </>
  );
}

function More({ asked }: { asked: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }) {
  if (!asked.hasNextPage) return <p className={styles.end}>{messages.all}</p>;
  return (
    <Button variant="default" fullWidth mih={44} mt="md" loading={asked.isFetchingNextPage} onClick={() => asked.fetchNextPage()}>
      {messages.more}
    </Button>
  );
}
