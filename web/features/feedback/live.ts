import type { Advanced, livePath } from '@frankly/contracts/feedback';
import { useEffect } from 'react';
import { api } from '../../app/api.ts';
import { useAppDispatch } from '../../app/hooks.ts';
import { advanced, connectionChanged } from './feedback-slice.ts';

const address: typeof livePath = '/api/v1/live';
const quietMs = 300;
/** When connecting took longer than this, answers may have come between the first figures and the connection. */
const slowMs = 1_000;
const retryMs = { first: 1_000, longest: 30_000 };

/** Calls at once, then at most once per quiet time, never losing the last call. */
function throttled(call: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const settle = () => {
    timer = undefined;
    if (again) run();
  };
  const run = () => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    again = false;
    call();
    timer = setTimeout(settle, ms);
  };
  return { run, stop: () => clearTimeout(timer) };
}

/** Follows the company's figures: whenever they advance, what is on screen is asked for again. */
export function useLiveFigures(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let source: EventSource;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wait = retryMs.first;
    let missed = false;
    const since = performance.now();
    const refresh = throttled(() => dispatch(api.util.invalidateTags(['Figures'])), quietMs);

    const connect = () => {
      source = new EventSource(address);
      source.addEventListener('open', () => {
        wait = retryMs.first;
        dispatch(connectionChanged('live'));
        if (missed || performance.now() - since > slowMs) refresh.run();
        missed = false;
      });
      source.addEventListener('advanced', (event) => {
        dispatch(advanced((JSON.parse(event.data as string) as Advanced).position));
        if (document.hidden) missed = true;
        else refresh.run();
      });
      source.addEventListener('error', () => {
        source.close();
        missed = true;
        dispatch(connectionChanged('paused'));
        retry = setTimeout(connect, wait);
        wait = Math.min(wait * 2, retryMs.longest);
      });
    };
    const onVisible = () => {
      if (document.hidden || !missed || source.readyState !== EventSource.OPEN) return;
      missed = false;
      refresh.run();
    };

    connect();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(retry);
      refresh.stop();
      source.close();
    };
  }, [dispatch]);
}
