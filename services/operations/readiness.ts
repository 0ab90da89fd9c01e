import type { ProjectionStatus } from '@frankly/projections/engine/engine';
import type { Platform } from '../platform.ts';

/** How far the read models are, in positions and parked streams. */
export interface ProjectionsUnderWatch {
  status(): Promise<ProjectionStatus[]>;
}

export interface ProjectionLag extends ProjectionStatus {
  /** Age of the oldest event that the read model has not folded. */
  lagSeconds: number;
}

/** Seconds behind the log at which a read model is too old to serve from. */
export const tooFarBehind = 10;

export async function projectionLags({ store, clock }: Platform, watched: ProjectionsUnderWatch): Promise<ProjectionLag[]> {
  const ageOfNext = async ({ lag, position }: ProjectionStatus): Promise<number> => {
    if (lag === 0) return 0;
    const { events } = await store.readPage({ after: position, limit: 1 });
    return events[0] ? Math.max(0, (clock.now().getTime() - events[0].metadata.at.getTime()) / 1_000) : 0;
  };
  const statuses = await watched.status();
  return Promise.all(statuses.map(async (status) => ({ ...status, lagSeconds: await ageOfNext(status) })));
}
