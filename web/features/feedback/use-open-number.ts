import type { Filter } from '@frankly/contracts/filters';
import { useCallback } from 'react';
import { useAppDispatch } from '../../app/hooks.ts';
import { numberOpened } from './feedback-slice.ts';

/** Opens a number into the answers behind it, given the filter that counts exactly those. */
export function useOpenNumber(): (title: string, filter: Filter) => void {
  const dispatch = useAppDispatch();
  return useCallback((title, filter) => dispatch(numberOpened({ title, filter })), [dispatch]);
}
