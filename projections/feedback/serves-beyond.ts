import type { DataScope } from '@frankly/contracts/data-scope';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { columnsOf } from './columns.ts';
import { Values, within } from './selection.ts';

/** Whether answers outside a scope name this person as who served. */
export async function servesBeyond(read: ReadDb, companyId: CompanyId, scope: DataScope, servedBy: string): Promise<boolean> {
  const columns = await columnsOf(read, companyId);
  const count = async (of: DataScope): Promise<number> => {
    const values = new Values();
    const visible = await within(read, companyId, { ...of, servedBy }, columns, 'own');
    const [row] = await read.query<{ answers: number }>(
      `select count(*)::float8 as answers ${visible.everywhere(values)}`,
      values.list,
    );
    return row?.answers ?? 0;
  };
  const [all, inside] = await Promise.all([count({ kind: 'all' }), count(scope)]);
  return all > inside;
}
