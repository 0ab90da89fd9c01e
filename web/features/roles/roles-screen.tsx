import '../../app/form-styles.ts';
import type { RoleRow } from '@frankly/contracts/people';
import { permissions, permissionWords } from '@frankly/contracts/permissions';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconLock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CallFailed } from '../../app/call-failed.tsx';
import { useMay } from '../../app/hooks.ts';
import { ScreenHead } from '../../app/screen-head.tsx';
import { Tag } from '../../ui/tag.tsx';
import { messages } from './messages.ts';
import { RoleDialog } from './role-dialog.tsx';
import { useRolesQuery } from './roles-api.ts';
import styles from './roles.module.css';

/** Every role, what its people may do, and how many they are. */
export function Component() {
  const { data: roles, error, refetch } = useRolesQuery();
  const mayDefine = useMay('roles.manage');
  const [editing, setEditing] = useState<RoleRow | 'new' | null>(null);
  return (
    <>
      <ScreenHead title={messages.title} hint={mayDefine ? messages.hint : `${messages.hint} ${messages.readOnly}`}>
        {mayDefine && (
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEditing('new')}>
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
            <RoleCard key={role.id} role={role} {...(mayDefine && !role.fixed ? { onEdit: () => setEditing(role) } : {})} />
          ))}
        </ul>
      )}
      <RoleDialog editing={editing} onClose={() => setEditing(null)} />
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
        <span>{messages.type(messages.types[role.roleType])}</span>
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
