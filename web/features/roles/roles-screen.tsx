import type { RoleRow } from '@frankly/contracts/people';
import { permissions, permissionWords } from '@frankly/contracts/permissions';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconLock, IconPlus } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { Dialog } from '../../app/dialog.tsx';
import { CallFailed } from '../../app/call-failed.tsx';
import { useMay } from '../../app/hooks.ts';
import { messages as appMessages } from '../../app/messages.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import { messages } from './messages.ts';
import { useRolesQuery } from './roles-api.ts';
import styles from './roles.module.css';

const RoleForm = lazy(() => import('./role-form.tsx'));
const { roles: roleNames } = appMessages;

/** Every role, what its people may do, and how many they are. */
export function Component() {
  const { data: roles, error, refetch } = useRolesQuery();
  const mayDefine = useMay('roles.manage');
  const [editing, setEditing] = useState<{ role: RoleRow | null } | null>(null);
  // While the dialog closes it still shows what it was about.
  const [shown, setShown] = useState(editing);
  if (editing && editing !== shown) setShown(editing);
  const close = () => setEditing(null);
  return (
    <>
      <ScreenHead title={messages.title} hint={mayDefine ? messages.hint : `${messages.hint} ${messages.readOnly}`}>
        {mayDefine && (
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEditing({ role: null })}>
            {messages.define}
          </Button>
        )}
      </ScreenHead>
      {roles === undefined && error !== undefined && <CallFailed error={error} retry={refetch} />}
      {roles === undefined && error === undefined && (
        <div className={styles.cards}>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} height={250} radius="lg" />
          ))}
        </div>
      )}
      {roles && (
        <ul className={styles.cards}>
          {roles.map((role) => (
            <RoleCard key={role.id} role={role} {...(mayDefine && !role.fixed ? { onEdit: () => setEditing({ role }) } : {})} />
          ))}
        </ul>
      )}
      <Dialog
        opened={editing !== null}
        onClose={close}
        title={shown?.role ? messages.form.editTitle(shown.role.name) : messages.form.newTitle}
        closeOnClickOutside={false}
      >
        {shown && <RoleForm role={shown.role} onClose={close} />}
      </Dialog>
    </>
  );
}

function RoleCard({ role, onEdit }: { role: RoleRow; onEdit?: () => void }) {
  const granted = permissions.filter((permission) => role.permissions.includes(permission));
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <h2>{role.name}</h2>
        {role.fixed ? (
          <Tag tone="accent">
            <IconLock size={13} aria-hidden /> {messages.fixed}
          </Tag>
        ) : (
          onEdit && (
            <Button variant="default" size="xs" aria-label={messages.editOf(role.name)} onClick={onEdit}>
              {messages.edit}
            </Button>
          )
        )}
      </header>
      <p className={styles.facts}>
        <span>{messages.type(roleNames[role.roleType])}</span>
        <span>{messages.people(role.people)}</span>
      </p>
      <p className={styles.sees}>{role.fixed ? messages.fixedMore : messages.sees[role.roleType]}</p>
      {granted.length === 0 ? (
        <p className={styles.nothing}>{messages.nothing}</p>
      ) : (
        <ul className={styles.may}>
          {granted.map((permission) => (
            <li key={permission}>
              <IconCheck size={16} stroke={2} aria-hidden />
              {permissionWords[permission]}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
