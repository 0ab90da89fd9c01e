import type { Me } from '@frankly/contracts/identity';
import type { Permission } from '@frankly/contracts/permissions';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useMeQuery } from './api.ts';
import { screens, type Screen } from './screens.ts';
import type { AppDispatch, RootState } from './store.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();

/** Who is signed in. The root route waits for this before any screen shows. */
export function useMe(): Me {
  const { data } = useMeQuery();
  if (!data) throw new Error('A screen was shown before the session was known.');
  return data;
}

export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission);

/** The screens of whoever is signed in. */
export function useScreens(): readonly Screen[] {
  const { permissions } = useMe();
  return screens.filter(({ needs }) => permissions.includes(needs));
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Frankly`;
  }, [title]);
}
