import '@mantine/core/styles/Input.css';
import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core';
import { IconHierarchy3, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { CallFailed } from '../../app/call-failed.tsx';
import { useMay } from '../../app/hooks.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { messages } from './messages.ts';
import { usePeopleQuery } from './people-api.ts';
import { peoplePageSize, usePeopleAddress } from './people-address.ts';
import { PeopleTable } from './people-table.tsx';
import styles from './people.module.css';

const HierarchyForm = lazy(() => import('./hierarchy-form.tsx'));
const InviteForm = lazy(() => import('./invite-form.tsx'));
const PersonDrawer = lazy(() => import('./person-drawer.tsx'));

/** Everybody who has an account here, or was invited to one. */
export function Component() {
  const { search, page, typed, setTyped, setPage } = usePeopleAddress();
  const { data, currentData, error, isFetching, refetch } = usePeopleQuery({ search, page }, { refetchOnMountOrArgChange: true });
  const setsLevels = useMay('settings.manage');
  const [inviting, setInviting] = useState(false);
  const [levels, setLevels] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = data?.people.find(({ id }) => id === openedId) ?? null;
  // Once it was wanted it stays, so that closing it can be seen.
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
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
      <Dialog opened={inviting} onClose={() => setInviting(false)} title={messages.form.inviteTitle} closeOnClickOutside={false}>
        <InviteForm onClose={() => setInviting(false)} />
      </Dialog>
      <Dialog opened={levels} onClose={() => setLevels(false)} title={messages.hierarchy.title} closeOnClickOutside={false}>
        <HierarchyForm onClose={() => setLevels(false)} />
      </Dialog>
      {wanted && (
        <Suspense>
          <PersonDrawer person={opened} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
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
