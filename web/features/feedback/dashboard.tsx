import './styles.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, redirect, useLocation, type LoaderFunctionArgs } from 'react-router';
import { api } from '../../app/api.ts';
import { useAppDispatch, useAppSelector, useMe, useTitle } from '../../app/hooks.ts';
import { screens } from '../../app/screens.ts';
import { store } from '../../app/store.ts';
import styles from './dashboard.module.css';
import { filterChosen, selectOpened } from './feedback-slice.ts';
import { FilterBar } from './filter-bar.tsx';
import { rememberedFilter } from './filter-memory.ts';
import { hasFilter, writeFilter } from './filter-url.ts';
import { useLiveFigures } from './live.ts';
import { messages } from './messages.ts';
import { MetricTabs } from './metric-tabs.tsx';
import { TimeControl } from './time-control.tsx';
import { UpdatedAgo } from './updated-ago.tsx';
import { useFilter, usualFilter } from './use-filter.ts';

const AnswersDrawer = lazy(() => import('./answers-drawer.tsx'));

/** An address always names its filter, so that going back goes to what was seen: without one it gets the one used last. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const screen = /^\/feedback\/?$/.test(pathname) ? '/feedback/summary' : pathname;
  const { data: me } = await store.dispatch(api.endpoints.me.initiate(undefined, { subscribe: false }));
  if (!me || (screen === pathname && hasFilter(searchParams))) return null;
  const usual = usualFilter(me);
  const filter = hasFilter(searchParams)
    ? []
    : (rememberedFilter(me.company.slug, usual) ?? writeFilter({ ...usual, rules: [] }));
  return redirect(`${screen}?${new URLSearchParams([...filter, ...searchParams])}`);
}

/** What the five screens of the dashboard share: their head, the filter and the answers behind a number. */
export function Component() {
  const { company } = useMe();
  const { filter, refused, change } = useFilter();
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const title = screens.find((screen) => screen.path === pathname)?.label ?? messages.title;
  const query = writeFilter(filter).toString();
  const opened = useAppSelector(selectOpened) !== null;
  // Once it was wanted it stays, so that closing it can be seen.
  const [wanted, setWanted] = useState(false);
  if (opened && !wanted) setWanted(true);
  useTitle(title);
  useLiveFigures();
  useEffect(() => {
    dispatch(filterChosen({ company: company.slug, query }));
  }, [dispatch, company.slug, query]);

  return (
    <>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{title}</h1>
          <UpdatedAgo />
        </div>
        <div className={styles.time}>
          <TimeControl />
        </div>
      </header>
      <MetricTabs />
      <FilterBar />
      {refused.length > 0 && (
        <p className={styles.refused} role="status">
          {messages.filters.refused(refused)}
          <Button size="xs" variant="white" onClick={() => change({})}>
            OK
          </Button>
        </p>
      )}
      <Outlet />
      {wanted && (
        <Suspense>
          <AnswersDrawer />
        </Suspense>
      )}
    </>
  );
}
