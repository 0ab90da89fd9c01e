/** Work that is done soon after, by whichever process is there for it, and again later when it fails. */
export interface Jobs {
  /** Durable when this resolves; taken up at once. The payload is JSON, and sealed at rest. */
  add(name: string, payload: object): Promise<void>;
}

/** Does a job. It may be called twice for one job, so it has to bear that; what it throws makes it try again later. */
export type JobHandler = (payload: unknown) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;
