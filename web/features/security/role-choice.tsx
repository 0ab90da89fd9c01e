import { administrator, builtInRoles } from '@frankly/contracts/permissions';
import { NativeSelect } from '@mantine/core';
import { useMay } from '../../app/hooks.ts';
import { useRolesToGiveQuery } from './security-api.ts';
import styles from './security.module.css';

interface RoleChoiceProps {
  label: string;
  value: string;
  onChange: (roleId: string) => void;
}

/** The role that newcomers get. Nobody becomes an administrator by coming along. */
export function RoleChoice({ label, value, onChange }: RoleChoiceProps) {
  const { data: roles = builtInRoles } = useRolesToGiveQuery(undefined, { skip: !useMay('users.manage') });
  const choices = roles.filter(({ id }) => id !== administrator || id === value);
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
