import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import type { PersonRow } from '@frankly/contracts/people';
import { Drawer, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import styles from './people.module.css';

const PersonDetails = lazy(() => import('./person-details.tsx'));

/** One person beside the list. */
export default function PersonDrawer({ person, onClose }: { person: PersonRow | null; onClose: () => void }) {
  // While the drawer closes it still shows whom it was about.
  const [shown, setShown] = useState(person);
  if (person && person !== shown) setShown(person);
  return (
    <Drawer
      opened={person !== null}
      onClose={onClose}
      position="right"
      size={480}
      title={<b className={styles.drawerTitle}>{shown?.name}</b>}
    >
      {shown && (
        <Suspense fallback={<Skeleton height={420} radius="md" />}>
          <PersonDetails key={shown.id} person={shown} />
        </Suspense>
      )}
    </Drawer>
  );
}
