import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { api } from './api.ts';
import { loadSession } from './auth-slice.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
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

const feedback: RouteObject[] = [
  { path: 'summary', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/summary-screen.tsx') },
  { path: 'trend', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/trend-screen.tsx') },
  { path: 'leaderboards', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/leaderboards-screen.tsx') },
  { path: 'crosstab', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/crosstab-screen.tsx') },
  { path: 'responses', errorElement: <ErrorPage />, lazy: () => import('../features/feedback/responses-screen.tsx') },
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
      { index: true, element: null, loader: () => redirect('/feedback'), HydrateFallback: () => null },
      {
        path: 'feedback',
        errorElement: <ErrorPage />,
        lazy: () => import('../features/feedback/dashboard.tsx'),
        children: feedback,
      },
      { path: '*', element: <NotFound /> },
    ],
  },
]);
