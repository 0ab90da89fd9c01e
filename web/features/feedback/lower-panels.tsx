import { CrosstabPanel } from './crosstab-panel.tsx';
import { LatestPanel } from './latest-panel.tsx';
import { LeaderboardPanel } from './leaderboard-panel.tsx';
import styles from './summary.module.css';

/** The lower half of the summary: who, where, and in which words. */
export default function LowerPanels() {
  return (
    <>
      <LeaderboardPanel className={styles.leaders} />
      <CrosstabPanel className={styles.cross} />
      <LatestPanel className={styles.whole} />
    </>
  );
}
