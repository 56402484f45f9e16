import { expect, test } from 'vitest';
import { inParallel } from './parallel.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('results come in the order of the items, with no more at a time than allowed', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel([3, 1, 2, 0], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn += 1) await tick();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([30, 10, 20, 0]);
  expect(most).toBe(2);
});

test('after a failure nothing more is begun, and what runs is waited for', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = inParallel([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    await tick();
    if (item === 1) throw new Error('on purpose');
    await tick();
    ended.push(item);
  });
  await expect(work).rejects.toThrow('on purpose');
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});

test('nothing to do is done at once', async () => {
  expect(await inParallel([], 4, async () => 1)).toEqual([]);
});
