import type { administrator } from '@frankly/contracts/permissions';
import { NativeSelect } from '@mantine/core';
import { useMay } from '../../app/hooks.ts';
import { messages } from '../../app/messages.ts';
import { useRolesToGiveQuery } from './security-api.ts';
import styles from './security.module.css';

const topRole: typeof administrator = 'admin';
/** For whoever may not see the company's own roles. */
const usualRoles = Object.entries(messages.roles).map(([id, name]) => ({ id, name }));

interface RoleChoiceProps {
  label: string;
  value: string;
  onChange: (roleId: string) => void;
}

/** The role that newcomers get. Nobody becomes an administrator by coming along. */
export function RoleChoice({ label, value, onChange }: RoleChoiceProps) {
  const { data: roles = usualRoles } = useRolesToGiveQuery(undefined, { skip: !useMay('users.manage') });
  const choices = roles.filter(({ id }) => id !== topRole || id === value);
  return (
    <label className={styles.inline}>
      {label}
      <NativeSelect
        size="sm"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </label>
  );
}
