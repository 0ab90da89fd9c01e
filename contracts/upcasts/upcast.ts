/** Turns the data of one stored version into the next; `from` is the version it reads. */
export interface Upcast {
  type: string;
  from: number;
  up(data: Record<string, unknown>): Record<string, unknown>;
}
