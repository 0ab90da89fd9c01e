import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';

interface Call {
  items: readonly string[];
  answer(): void;
  fail(error: Error): void;
}

function recording({ parallel = 1, most = 100 } = {}) {
  const calls: Call[] = [];
  const commits = new GroupCommit<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({
          items,
          answer: () => resolve(items.map((item) => (item.startsWith('bad') ? new Error(item) : `${item}!`))),
          fail: reject,
        });
      }),
    { most, parallel, names: (item) => [item.split('/')[0]!] },
  );
  return { calls, commits };
}
const turn = () => new Promise(setImmediate);

test('what comes at the same moment is one commit, and what comes meanwhile is the next', async () => {
  const { calls, commits } = recording();
  const first = [commits.add('a'), commits.add('b')];
  await turn();
  const second = [commits.add('c'), commits.add('d')];
  expect(calls.map((call) => call.items)).toEqual([['a', 'b']]);
  calls[0]!.answer();
  expect(await Promise.all(first)).toEqual(['a!', 'b!']);
  await turn();
  calls[1]!.answer();
  expect(await Promise.all(second)).toEqual(['c!', 'd!']);
});

test('items with a name in common go one after the other, in their order', async () => {
  const { calls, commits } = recording();
  const all = Promise.all(['s/1', 't/1', 's/2', 's/3'].map((item) => commits.add(item)));
  for (let n = 0; n < 3; n += 1) {
    await turn();
    calls[n]!.answer();
    await turn();
  }
  await all;
  expect(calls.map((call) => call.items)).toEqual([['s/1', 't/1'], ['s/2'], ['s/3']]);
});

test('items with a name in common keep their order even when two commits are under way', async () => {
  const { calls, commits } = recording({ parallel: 2, most: 1 });
  const all = Promise.all(['s/1', 's/2', 't/1', 's/3'].map((item) => commits.add(item)));
  await turn();
  expect(calls.map((call) => call.items)).toEqual([['s/1'], ['t/1']]);
  calls[1]!.answer();
  await turn();
  expect(calls).toHaveLength(2);
  for (let n = 0; n < 4; n += 1) {
    calls[n]?.answer();
    await turn();
    await turn();
  }
  await all;
  expect(calls.map((call) => call.items[0])).toEqual(['s/1', 't/1', 's/2', 's/3']);
});

test('a refused item is refused alone; a failed commit fails all of its items and no others', async () => {
  const { calls, commits } = recording({ most: 2 });
  const [good, bad, lost] = [commits.add('good'), commits.add('bad'), commits.add('lost')].map((one) =>
    one.catch((error: Error) => error.message),
  );
  await turn();
  calls[0]!.answer();
  await turn();
  calls[1]!.fail(new Error('gone'));
  expect([await good, await bad, await lost]).toEqual(['good!', 'bad', 'gone']);
});

test('nothing is left waiting, whenever it comes', async () => {
  const commits = new GroupCommit<number, number>(async (items) => items, {
    most: 3,
    parallel: 2,
    names: (item) => [String(item)],
  });
  const results: number[] = [];
  for (let n = 0; n < 500; n += 1) {
    void commits.add(n).then((one) => results.push(one));
    for (let microtasks = n % 7; microtasks > 0; microtasks -= 1) await Promise.resolve();
    if (n % 11 === 0) await turn();
  }
  await commits.drain();
  await turn();
  expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, n) => n));
});
