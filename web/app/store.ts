import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { api } from './api.ts';
import { authSlice } from './auth-slice.ts';

export interface LazySlices {}

/** Features arrive with their routes and inject their slices here. */
export const rootReducer = combineSlices(api, authSlice).withLazyLoadedSlices<LazySlices>();
export const listeners = createListenerMiddleware();

export const store = configureStore({
  reducer: rootReducer,
  middleware: (defaults) => defaults().prepend(listeners.middleware).concat(api.middleware),
});

export type AppDispatch = typeof store.dispatch;
export type RootState = ReturnType<typeof rootReducer>;
