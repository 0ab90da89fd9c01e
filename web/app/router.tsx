import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { api } from './api.ts';
import { loadSession } from './auth-slice.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { store } from './store.ts';

/** Waits for the session. A missing one is sent to sign in by the API, and the page stays as it is until it leaves. */
async function knowSession() {
  const session = await store.dispatch(loadSession());
  if (loadSession.fulfilled.match(session)) return null;
  // Somebody moved on while it was being asked: that answer counts.
  if (session.meta.condition && (await store.dispatch(api.util.getRunningQueryThunk('me', undefined)))?.data) return null;
  if ((session.payload as { status?: unknown } | undefined)?.status === 401) return new Promise<never>(() => undefined);
  throw session.payload ?? session.error;
}

/** The first screen that somebody's role includes; without any there still is the own account. */
async function goHome() {
  const { data: me } = await store.dispatch(api.endpoints.me.initiate(undefined, { subscribe: false }));
  return me ? redirect(screens.find(({ needs }) => me.permissions.includes(needs))?.path ?? '/account') : null;
}

const feedback: RouteObject[] = [
  { path: 'summary', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/summary-screen.tsx') },
  { path: 'trend', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/trend-screen.tsx') },
  { path: 'leaderboards', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/leaderboards-screen.tsx') },
  { path: 'crosstab', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/crosstab-screen.tsx') },
  { path: 'responses', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/responses-screen.tsx') },
];

const admin: RouteObject[] = [
  { path: 'people', errorElement: <ErrorPage />, lazy: () => import('../features/people/people-screen.tsx') },
  { path: 'roles', errorElement: <ErrorPage />, lazy: () => import('../features/roles/roles-screen.tsx') },
  { path: 'keys', errorElement: <ErrorPage />, lazy: () => import('../features/keys/keys-screen.tsx') },
  { path: 'security', errorElement: <ErrorPage />, lazy: () => import('../features/security/security-screen.tsx') },
  { path: 'audit', errorElement: <ErrorPage />, lazy: () => import('../features/audit/audit-screen.tsx') },
];

export const router = createBrowserRouter([
  {
    path: '/',
    element: <Shell />,
    loader: knowSession,
    shouldRevalidate: () => false,
    errorElement: <ErrorPage />,
    HydrateFallback: ShellSkeleton,
    children: [
      { index: true, element: null, loader: goHome, HydrateFallback: () => null },
      {
        path: 'feedback',
        errorElement: <ErrorPage />,
        lazy: () => import('../features/feedback/dashboard.tsx'),
        children: feedback,
      },
      { path: 'admin', children: admin },
      { path: 'account', errorElement: <ErrorPage />, lazy: () => import('../features/account/account-screen.tsx') },
      { path: '*', element: <NotFound /> },
    ],
  },
]);
