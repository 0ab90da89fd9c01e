import { type FileHandle, open, rm } from 'node:fs/promises';
import { refusedColumns } from '@frankly/contracts/importer';

export interface RefusedRow {
  line: number;
  column: number | string | null;
  reason: string;
  fields: readonly string[];
}

/** A CSV file of the rows that were not taken: where, why, and the row as it was. There is no file when there are none. */
export class RefusedRows {
  private handle: FileHandle | null = null;

  constructor(
    readonly path: string,
    private readonly columns: readonly string[],
  ) {}

  async add(rows: readonly RefusedRow[]): Promise<void> {
    if (rows.length === 0) return;
    this.handle ??= await this.create();
    await this.handle.write(
      rows.map(({ line, column, reason, fields }) => csvLine([line, column ?? '', reason, ...fields])).join(''),
    );
  }

  /** The path of the file, or null when nothing was refused. */
  async close(): Promise<string | null> {
    await this.handle?.close();
    if (this.handle) return this.path;
    await rm(this.path, { force: true });
    return null;
  }

  private async create(): Promise<FileHandle> {
    const handle = await open(this.path, 'w');
    await handle.write(csvLine([...refusedColumns, ...this.columns]));
    return handle;
  }
}

const csvLine = (values: readonly (string | number)[]): string =>
  `${values.map((value) => (/[",;\t\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value)).join(',')}\n`;
