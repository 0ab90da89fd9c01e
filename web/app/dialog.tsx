import type { ModalProps } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const Modal = lazy(() => import('./modal.tsx'));

type DialogProps = Pick<ModalProps, 'size' | 'withCloseButton' | 'closeOnClickOutside' | 'closeOnEscape'> & {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
};

/** Something to fill in or to decide, over the screen. Its code loads when it is first wanted. */
export function Dialog({ opened, title, children, ...props }: DialogProps) {
  // Once it was wanted it stays, so that closing it can be seen and the focus goes back to where it was.
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <Modal opened={opened} title={<b>{title}</b>} centered {...props}>
        {children}
      </Modal>
    </Suspense>
  );
}
