import { Button, Drawer } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts';
import { AnswerList } from './answer-list.tsx';
import styles from './answers.module.css';
import { useAnswersInfiniteQuery } from './feedback-api.ts';
import { numberClosed, selectOpened, type OpenedNumber } from './feedback-slice.ts';
import { writeFilter } from './filter-url.ts';
import { messages } from './messages.ts';

const words = messages.responses;

/** The answers behind a number, beside the number itself. */
export default function AnswersDrawer() {
  const opened = useAppSelector(selectOpened);
  const dispatch = useAppDispatch();
  return (
    <Drawer
      opened={opened !== null}
      onClose={() => dispatch(numberClosed())}
      position="right"
      size={620}
      title={<b>{opened?.title ?? words.behind}</b>}
      returnFocus
    >
      {opened && <Behind opened={opened} />}
    </Drawer>
  );
}

function Behind({ opened }: { opened: OpenedNumber }) {
  const asked = useAnswersInfiniteQuery({ ...opened.filter, search: opened.search });
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const params = writeFilter(opened.filter);
  if (opened.search) params.set('search', opened.search);
  const address = { pathname: '/feedback/responses', search: params.toString() };
  const count = asked.data?.pages[0]?.provenance.answers;
  return (
    <>
      <div className={styles.behindHead}>
        <span role="status">{count === undefined ? '' : messages.answers(count)}</span>
        <Button
          component={Link}
          to={address}
          variant="default"
          size="xs"
          onClick={(event) => {
            event.preventDefault();
            dispatch(numberClosed());
            void navigate(address);
          }}
        >
          {words.openAll}
        </Button>
      </div>
      <AnswerList asked={asked} />
    </>
  );
}
