import type { importEvents } from '@frankly/contracts/importer';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Decider } from '../decider.ts';

export type ImportEvent = EventsOf<typeof importEvents>;
type Started = Extract<ImportEvent, { type: 'ImportStarted' }>['data'];
type Finished = Extract<ImportEvent, { type: 'ImportFinished' }>['data'];

export type ImportCommand = ({ type: 'StartImport' } & Started) | ({ type: 'FinishImport' } & Finished);

interface ImportState {
  /** The name under which this content first came in. */
  source: string | null;
  started: readonly string[];
  finished: readonly string[];
}

const questionOf = ({ questionType, scoreColumn }: Started | Finished): string => `${questionType} ${scoreColumn}`;

/** The imports of one file's content: importing it again adds nothing, not even here, unless it added answers. */
export const importRun: Decider<ImportCommand, ImportEvent, ImportState> = {
  stream: ({ importId }) => `import-${importId}`,
  initial: { source: null, started: [], finished: [] },
  decide({ type, ...data }, state) {
    const question = questionOf(data as Started);
    if (type === 'StartImport') {
      return state.started.includes(question) ? [] : [{ type: 'ImportStarted', data: data as Started }];
    }
    const finished = data as Finished;
    return state.finished.includes(question) && finished.recorded === 0 ? [] : [{ type: 'ImportFinished', data: finished }];
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'ImportStarted':
        return { ...state, source: state.source ?? data.source, started: [...state.started, questionOf(data)] };
      case 'ImportFinished':
        return { ...state, finished: [...state.finished, questionOf(data)] };
    }
  },
};
