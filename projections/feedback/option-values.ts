import { type Column, containing, fixedOptions } from './columns.ts';
import type { OptionValues } from './query-port.ts';
import { Values, type Visible } from './selection.ts';
import { dictionary } from './tables.ts';

const valuesPerPage = 50;

/** Values of a column that answers within sight have: names of colleagues and other stores stay away from whoever may not know them. */
export async function valuesOf(visible: Visible, column: Column, search: string, page: number): Promise<OptionValues> {
  if (column.kind !== 'coded') {
    const values = fixedOptions(column, 'nps').filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
    return { values: page === 1 ? values : [], more: false };
  }
  const { read, companyId } = visible;
  const values = new Values();
  const seen = visible.limited ? `and d.code in (select ${column.sql} ${visible.everywhere(values)})` : '';
  const found = await read.query<{ value: string }>(
    `select d.value from ${read.table(dictionary.name)} d
     where d.company_id = ${values.bind(companyId, 'uuid')} and d.attribute = ${values.bind(column.name, 'text')}
       and d.value ilike ${values.bind(containing(search), 'text')} ${seen}
     order by d.number, d.value limit ${values.bind(valuesPerPage + 1, 'bigint')} offset ${values.bind((page - 1) * valuesPerPage, 'bigint')}`,
    values.list,
  );
  return {
    values: found.slice(0, valuesPerPage).map(({ value }) => ({ value, label: value })),
    more: found.length > valuesPerPage,
  };
}
