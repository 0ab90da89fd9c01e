import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { router } from './router.tsx';
import { store } from './store.ts';
import { legibleVariables, theme } from './theme.ts';

const Toaster = lazy(() => import('./toaster.tsx'));
const root = document.getElementById('app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={legibleVariables} defaultColorScheme="auto">
        <Suspense>
          <Toaster />
        </Suspense>
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>
      </MantineProvider>
    </StrictMode>,
  );
}
