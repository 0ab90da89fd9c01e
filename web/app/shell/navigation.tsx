import { NavLink, useLocation, type To } from 'react-router';
import { messages } from '../messages.ts';
import { screens, type Screen } from '../screens.ts';
import styles from './shell.module.css';

/** Moving to another screen keeps the filter: only what every screen understands travels along. */
export function useScreenAddress(): (screen: Screen) => To {
  const { search } = useLocation();
  const kept = new URLSearchParams(search);
  for (const own of ['period', 'by', 'row', 'column', 'show', 'search']) kept.delete(own);
  return (screen) => ({ pathname: screen.path, search: kept.toString() });
}

export function SideNavigation() {
  const address = useScreenAddress();
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

/** On a phone: at most five places, under the thumb. */
export function TabBar() {
  const address = useScreenAddress();
  return (
    <nav className={styles.tabs} aria-label={messages.navigation}>
      {screens.slice(0, 5).map((screen) => (
        <NavLink key={screen.path} to={address(screen)}>
          <screen.icon size={22} stroke={1.6} aria-hidden />
          {screen.label}
        </NavLink>
      ))}
    </nav>
  );
}
