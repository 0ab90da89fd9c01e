import type { Me } from '@frankly/contracts/identity';
import { createAsyncThunk, createSlice } from '@reduxjs/toolkit';
import { api } from './api.ts';

/** How far the app knows who is signed in. */
export type AuthLoad = 'unset' | 'loading' | 'loaded' | 'error';
export interface AuthState {
  load: AuthLoad;
}

const initialState: AuthState = { load: 'unset' };

/** Asks the server who is signed in. Ignored while that is being asked; what this tab kept of somebody before goes. */
export const loadSession = createAsyncThunk<Me, void, { rejectValue: unknown; state: { auth: AuthState } }>(
  'auth/load',
  async (_, { dispatch, rejectWithValue }) => {
    window.sessionStorage.clear();
    const me = await dispatch(api.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true }));
    return me.data && !me.error ? me.data : rejectWithValue(me.error);
  },
  { condition: (_, { getState }) => selectAuthLoad(getState()) !== 'loading' },
);

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {},
  extraReducers: (on) =>
    on
      .addCase(loadSession.pending, (state) => {
        state.load = 'loading';
      })
      .addCase(loadSession.fulfilled, (state) => {
        state.load = 'loaded';
      })
      .addCase(loadSession.rejected, (state) => {
        state.load = 'error';
      }),
  selectors: { selectAuthLoad: (state) => state.load },
});

export const { selectAuthLoad } = authSlice.selectors;
