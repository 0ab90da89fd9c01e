import '../../app/form-styles.ts';
import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { IconHierarchy3, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { CallFailed } from '../../app/call-failed.tsx';
import { useMay } from '../../app/hooks.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { HierarchyDialog } from './hierarchy-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { messages } from './messages.ts';
import { usePeopleQuery } from './people-api.ts';
import { peoplePageSize, usePeopleAddress } from './people-address.ts';
import { PeopleTable } from './people-table.tsx';
import styles from './people.module.css';
import { PersonDrawer } from './person-drawer.tsx';

/** Everybody who has an account here, or was invited to one. */
export function Component() {
  const { search, page, typed, setTyped, setPage } = usePeopleAddress();
  const { data, currentData, error, isFetching, refetch } = usePeopleQuery({ search, page }, { refetchOnMountOrArgChange: true });
  const setsLevels = useMay('settings.manage');
  const [inviting, setInviting] = useState(false);
  const [levels, setLevels] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = data?.people.find(({ id }) => id === openedId) ?? null;
  const failed = error !== undefined && !isFetching && !currentData;
  const invite = (
    <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={() => setInviting(true)}>
      {messages.invite}
    </Button>
  );
  return (
    <>
      <ScreenHead title={messages.title} hint={messages.hint}>
        {setsLevels && (
          <Button variant="default" leftSection={<IconHierarchy3 size={17} aria-hidden />} onClick={() => setLevels(true)}>
            {messages.levels}
          </Button>
        )}
        {invite}
      </ScreenHead>
      <Panel title={data ? messages.count(data.total) : messages.list} busy={isFetching && !data}>
        <TextInput
          className={styles.search ?? ''}
          aria-label={messages.search}
          placeholder={messages.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={typed ? <CloseButton size="sm" aria-label={messages.clearSearch} onClick={() => setTyped('')} /> : null}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {failed && <CallFailed error={error} retry={refetch} />}
        {!data && !failed && <Skeleton height={320} radius="md" />}
        {data && !failed && data.people.length === 0 && (
          <Notice
            icon={IconUsers}
            title={search ? messages.nobody : messages.empty}
            text={search ? messages.nobodyMore(search) : messages.emptyMore}
          >
            {search ? (
              <Button variant="default" onClick={() => setTyped('')}>
                {messages.clearSearch}
              </Button>
            ) : (
              invite
            )}
          </Notice>
        )}
        {data && !failed && data.people.length > 0 && (
          <PeopleTable people={data.people} changing={currentData === undefined} onOpen={setOpenedId} />
        )}
        {data && !failed && data.total > peoplePageSize && <Pages page={page} total={data.total} onPage={setPage} />}
      </Panel>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
      {setsLevels && <HierarchyDialog opened={levels} onClose={() => setLevels(false)} />}
      <PersonDrawer person={opened} onClose={() => setOpenedId(null)} />
    </>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const first = (page - 1) * peoplePageSize + 1;
  const last = Math.min(page * peoplePageSize, total);
  return (
    <nav className={styles.pages} aria-label={messages.list}>
      <span role="status">{messages.range(Math.min(first, total), last, total)}</span>
      <Button variant="default" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {messages.before}
      </Button>
      <Button variant="default" size="sm" disabled={last >= total} onClick={() => onPage(page + 1)}>
        {messages.next}
      </Button>
    </nav>
  );
}
