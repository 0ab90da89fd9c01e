import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import type { RoleRow } from '@frankly/contracts/people';
import { Autocomplete, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMay, useMe } from '../../app/hooks.ts';
import { roleTypes } from '../../app/role-types.ts';
import form from '../../ui/form.module.css';
import { messages } from './messages.ts';
import { useHierarchyQuery, useRolesToGiveQuery, useValuesOfQuery } from './people-api.ts';
import type { Place } from './place.ts';

const words = messages.form;
const noRoles: RoleRow[] = [];

interface PlaceFieldsProps {
  place: Place;
  onChange: (place: Place) => void;
}

/** What somebody may do and where they belong. */
export default function PlaceFields({ place, onChange }: PlaceFieldsProps) {
  const me = useMe();
  const { data: roles = noRoles } = useRolesToGiveQuery();
  const { data: hierarchy } = useHierarchyQuery();
  const beyond = (role: RoleRow) =>
    roleTypes.indexOf(role.roleType) > roleTypes.indexOf(me.userRoleType) ||
    role.permissions.some((permission) => !me.permissions.includes(permission));
  return (
    <>
      <NativeSelect
        label={words.role}
        value={place.roleId}
        onChange={(event) => onChange({ ...place, roleId: event.currentTarget.value })}
        data={roles.map((role) => ({
          value: role.id,
          label: beyond(role) ? words.roleBeyond(role.name) : role.name,
          disabled: beyond(role) && role.id !== place.roleId,
        }))}
      />
      {hierarchy && hierarchy.levels.length > 0 && (
        <fieldset className={form.group}>
          <legend>{words.team}</legend>
          <p className={form.hint}>{words.teamHint}</p>
          {hierarchy.levels.map(({ attribute, label }) => (
            <ValueField
              key={attribute}
              column={attribute}
              label={label}
              value={place.team[attribute] ?? ''}
              onChange={(value) => onChange({ ...place, team: { ...place.team, [attribute]: value } })}
            />
          ))}
        </fieldset>
      )}
      <ValueField
        column="staff"
        label={words.servedBy}
        hint={words.servedByHint}
        value={place.servedBy}
        onChange={(servedBy) => onChange({ ...place, servedBy })}
      />
    </>
  );
}

interface ValueFieldProps {
  column: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A value that answers have, offered while typing; one that no answer has yet is fine too. */
function ValueField({ column, label, hint, value, onChange }: ValueFieldProps) {
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data: found } = useValuesOfQuery({ column, search }, { skip: !useMay('responses.view') });
  return (
    <Autocomplete
      label={label}
      description={hint}
      maxLength={200}
      value={value}
      onChange={onChange}
      data={[...new Set(found)]}
      limit={8}
      comboboxProps={{ shadow: 'md', zIndex: 310 }}
    />
  );
}
