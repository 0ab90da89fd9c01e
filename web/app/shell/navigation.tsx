import { NavLink, useLocation, type To } from 'react-router';
import { useScreens } from '../hooks.ts';
import { messages } from '../messages.ts';
import type { Screen } from '../screens.ts';
import styles from './shell.module.css';

/** How many screens a phone has at its foot. */
export const tabCount = 5;

const filtered = (path: string): boolean => path.startsWith('/feedback/');

/** Moving between screens of answers keeps the filter: only what each of them understands travels along. */
export function useScreenAddress(): (screen: Screen) => To {
  const { pathname, search } = useLocation();
  const kept = new URLSearchParams(filtered(pathname) ? search : '');
  for (const own of ['period', 'by', 'row', 'column', 'show', 'search']) kept.delete(own);
  return ({ path }) => ({ pathname: path, search: filtered(path) ? kept.toString() : '' });
}

export function SideNavigation() {
  const address = useScreenAddress();
  const screens = useScreens();
  const groups = [...new Set(screens.map((screen) => screen.group))];
  return (
    <nav className={styles.side} aria-label={messages.navigation}>
      <div className={styles.sideInner}>
        {groups.map((group) => (
          <div key={group} className={styles.group}>
            <h2>{group}</h2>
            <ul>
              {screens
                .filter((screen) => screen.group === group)
                .map((screen) => (
                  <li key={screen.path}>
                    <NavLink to={address(screen)}>
                      <screen.icon size={19} stroke={1.7} aria-hidden />
                      {screen.label}
                    </NavLink>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** On a phone: at most five places, under the thumb. The others are in the menu of the account. */
export function TabBar() {
  const address = useScreenAddress();
  const screens = useScreens();
  return (
    <nav className={styles.tabs} aria-label={messages.navigation}>
      {screens.slice(0, tabCount).map((screen) => (
        <NavLink key={screen.path} to={address(screen)}>
          <screen.icon size={22} stroke={1.6} aria-hidden />
          {screen.label}
        </NavLink>
      ))}
    </nav>
  );
}
