import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useMe } from '../hooks.ts';
import { useIdentityAsked } from '../identity-check.ts';
import { messages } from '../messages.ts';
import { NotAllowed } from '../not-allowed.tsx';
import { screenAt } from '../screens.ts';
import { SideNavigation, TabBar } from './navigation.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

const ConfirmIdentity = lazy(() => import('../confirm-identity.tsx'));
const Palette = lazy(() => import('./palette.tsx'));

/** What stays around every screen: top bar, navigation, the palette and the place for the screen itself. */
export function Shell() {
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { permissions } = useMe();
  const needs = screenAt(pathname)?.needs;
  const before = useRef(pathname);
  const navigating = useNavigation().state !== 'idle';
  const identityAsked = useIdentityAsked();
  // Once it was wanted it stays, so that closing it can be seen.
  const [confirms, setConfirms] = useState(false);
  if (identityAsked && !confirms) setConfirms(true);
  useHotkeys([['mod+K', () => setPalette('open')]], []);

  /** A new screen starts at its top, with the keyboard there too. */
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {messages.skip}
      </a>
      {navigating && <div className={styles.progress} />}
      <TopBar onSearch={() => setPalette('open')} />
      <SideNavigation />
      <main id="main" ref={main} className={styles.main} tabIndex={-1}>
        {needs && !permissions.includes(needs) ? <NotAllowed /> : <Outlet />}
      </main>
      <TabBar />
      {palette !== 'never' && (
        <Suspense>
          <Palette opened={palette === 'open'} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
      {confirms && (
        <Suspense>
          <ConfirmIdentity />
        </Suspense>
      )}
    </div>
  );
}
