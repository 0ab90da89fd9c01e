import type { Filter } from '@frankly/contracts/filters';
import type { Position } from '@frankly/contracts/position';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '../../app/store.ts';

/** A number that was opened: the filter that gives exactly the answers behind it. */
export interface OpenedNumber {
  title: string;
  filter: Filter;
  search?: string;
}

interface FeedbackState {
  connection: 'connecting' | 'live' | 'paused';
  /** The newest position that figures should show; null until one is known. */
  position: Position | null;
  /** When figures last arrived, in ms since 1970. */
  updatedAt: number | null;
  opened: OpenedNumber | null;
}

const initialState: FeedbackState = { connection: 'connecting', position: null, updatedAt: null, opened: null };

export const feedbackSlice = createSlice({
  name: 'feedback',
  initialState,
  reducers: {
    connectionChanged(state, { payload }: PayloadAction<FeedbackState['connection']>) {
      state.connection = payload;
    },
    advanced(state, { payload }: PayloadAction<Position>) {
      if (state.position === null || payload > state.position) state.position = payload;
    },
    figuresArrived(state, { payload }: PayloadAction<number>) {
      state.updatedAt = payload;
    },
    numberOpened(state, { payload }: PayloadAction<OpenedNumber>) {
      state.opened = payload;
    },
    numberClosed(state) {
      state.opened = null;
    },
    /** Remembered in this browser by the listener in `filter-memory.ts`. */
    filterChosen(_state, _action: PayloadAction<{ company: string; query: string }>) {},
  },
  selectors: {
    selectConnection: (state) => state.connection,
    selectPosition: (state) => state.position,
    selectUpdatedAt: (state) => state.updatedAt,
    selectOpened: (state) => state.opened,
  },
});

declare module '../../app/store.ts' {
  interface LazySlices {
    feedback: FeedbackState;
  }
}

export const injected = feedbackSlice.injectInto(rootReducer);
export const { connectionChanged, advanced, figuresArrived, numberOpened, numberClosed, filterChosen } = feedbackSlice.actions;
export const { selectConnection, selectPosition, selectUpdatedAt, selectOpened } = injected.selectors;
