import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { api } from './api.ts';

export interface LazySlices {}

/** Features arrive with their routes and inject their slices here. */
export const rootReducer = combineSlices(api).withLazyLoadedSlices<LazySlices>();
export const listeners = createListenerMiddleware();

export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) => defaults().prepend(listeners.middleware).concat(api.middleware),
});

export type AppDispatch = typeof store.dispatch;
export type RootState = ReturnType<typeof rootReducer>;
