import { expect, test } from 'vitest';
import { PendingWork } from './pending-work.ts';

test('settles once everything has ended, also what failed or was added meanwhile', async () => {
  const pending = new PendingWork();
  const ended: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const added = pending.add(first.promise.then(() => pending.add(second.promise)));
  const failing = pending.add(Promise.reject(new Error('on purpose')));
  await expect(failing).rejects.toThrow('on purpose');
  const settled = pending.settled().then(() => ended.push('settled'));
  first.resolve();
  await Promise.resolve();
  expect(ended).toEqual([]);
  second.resolve();
  await added;
  await settled;
  expect(ended).toEqual(['settled']);
});

test('is settled when there is nothing to do', async () => {
  await expect(new PendingWork().settled()).resolves.toBeUndefined();
});
