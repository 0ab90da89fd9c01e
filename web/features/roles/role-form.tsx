import '../../app/form-styles.ts';
import type { RoleRow } from '@frankly/contracts/people';
import { type Permission, permissions, permissionWords } from '@frankly/contracts/permissions';
import type { RoleType } from '@frankly/contracts/role-types';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { useMe } from '../../app/hooks.ts';
import { messages as appMessages } from '../../app/messages.ts';
import { roleTypes } from '../../app/role-types.ts';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { messages } from './messages.ts';
import { useChangeRoleMutation, useDefineRoleMutation } from './roles-api.ts';

const words = messages.form;

const sameOf = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

/** A new role, or another name and other permissions for one that there is. */
export default function RoleForm({ role, onClose }: { role: RoleRow | null; onClose: () => void }) {
  const { permissions: own, userRoleType } = useMe();
  // From the narrowest sight to the widest: nobody grants more than their own.
  const types = roleTypes.slice(0, roleTypes.indexOf(userRoleType) + 1);
  const [name, setName] = useState(role?.name ?? '');
  const [roleType, setRoleType] = useState<RoleType>(role?.roleType ?? 'frontline_staff');
  const [granted, setGranted] = useState<readonly Permission[]>(role?.permissions ?? ['responses.view']);
  const [missing, setMissing] = useState(false);
  const [unchanged, setUnchanged] = useState(false);
  const [define, defining] = useDefineRoleMutation();
  const [change, changing] = useChangeRoleMutation();
  const nameField = useRef<HTMLInputElement>(null);
  const beyond = permissions.some((permission) => !own.includes(permission));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const called = name.trim();
    setMissing(!called);
    if (!called) return nameField.current?.focus();
    const changes = {
      ...(called === role?.name ? {} : { name: called }),
      ...(role && sameOf(granted, role.permissions) ? {} : { permissions: [...granted] }),
    };
    setUnchanged(Object.keys(changes).length === 0);
    if (Object.keys(changes).length === 0) return;
    const result = role
      ? await change({ id: role.id, ...changes })
      : await define({ name: called, roleType, permissions: [...granted] });
    if (!('data' in result)) return;
    void toast(role ? words.saved : words.created);
    onClose();
  };

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        ref={nameField}
        label={words.name}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={missing && !name.trim() ? words.nameMissing : null}
        data-autofocus
      />
      <NativeSelect
        label={words.type}
        description={role ? words.typeStays : messages.sees[roleType]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={role !== null}
        value={roleType}
        onChange={(event) => setRoleType(event.currentTarget.value as RoleType)}
        data={(role ? roleTypes : types).map((value) => ({ value, label: appMessages.roles[value] }))}
      />
      <Checkbox.Group
        label={words.permissions}
        description={beyond ? words.beyondOwn : undefined}
        value={[...granted]}
        onChange={(chosen) => setGranted(permissions.filter((permission) => chosen.includes(permission)))}
      >
        <div className={form.checks}>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={permissionWords[permission]}
              disabled={!own.includes(permission) && !granted.includes(permission)}
            />
          ))}
        </div>
      </Checkbox.Group>
      {role !== null && role.people > 0 && <p className={form.hint}>{words.atOnce(role.people)}</p>}
      {unchanged && (
        <p className={form.warning} role="status">
          {words.nothingChanged}
        </p>
      )}
      <CallProblem error={defining.error ?? changing.error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={defining.isLoading || changing.isLoading}>
          {role ? words.save : words.create}
        </Button>
      </div>
    </form>
  );
}
