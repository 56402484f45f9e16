import { expect, test } from 'vitest';
import { bytesOfChunks, chunkRange, missingChunks, planChunks } from '../../src/uploads/chunks.ts';
import { freeName, numberedNames, sameName } from '../../src/uploads/conflicts.ts';
import { Estimate } from '../../src/uploads/estimate.ts';
import { pastedName } from '../../src/uploads/pasted.ts';
import { UploadQueue } from '../../src/uploads/queue.ts';
import { isPassing, pauseAfter } from '../../src/uploads/retries.ts';
import { Slots } from '../../src/uploads/slots.ts';
import { createUpload, shownBytes, type Upload } from '../../src/uploads/upload.ts';

const megabyte = 1024 * 1024;
const target = { uid: 'folder', title: 'Folder' };

function upload(name: string, { folders = ['a'], size = 100 } = {}): Upload {
  const facts = { name, size, modified: 1 };
  return createUpload({ group: 'g', kind: 'file', target, folders, facts }, name);
}

test('files are cut into chunks of 5 MB, larger ones where there would be more than 10,000', () => {
  expect(planChunks(0).count).toBe(1);
  expect(planChunks(5 * megabyte).count).toBe(1);
  const plan = planChunks(12 * megabyte);
  expect(plan.count).toBe(3);
  expect(chunkRange(plan, 2)).toEqual([10 * megabyte, 12 * megabyte]);
  const huge = planChunks(100_000 * 5 * megabyte);
  expect(huge.count).toBe(10_000);
  expect(chunkRange(huge, 9_999)[1]).toBe(100_000 * 5 * megabyte);
});

test('only what the server does not have is sent', () => {
  const plan = planChunks(12 * megabyte);
  expect(missingChunks(plan, [1])).toEqual([0, 2]);
  expect(missingChunks(plan, [2, 0, 1])).toEqual([]);
  expect(bytesOfChunks(plan, [0, 2])).toBe(7 * megabyte);
});

test('what is on its way never counts as a whole', () => {
  const sent = Object.assign(upload('x'), { confirmedBytes: 50, flyingBytes: 50 });
  expect(shownBytes(sent)).toBe(95);
  expect(shownBytes(Object.assign(sent, { state: 'done' }))).toBe(100);
});

test('uploads start in their order; those that are started again go first', () => {
  const queue = new UploadQueue();
  const [a, b, c] = [upload('a'), upload('b'), upload('c')];
  for (const each of [a, b, c]) queue.add(each);
  expect(queue.take()).toBe(a);
  a.state = 'failed';
  queue.restart(a);
  expect(queue.take()).toBe(a);
  expect(queue.take()).toBe(b);
  expect(queue.take()).toBe(c);
  expect(queue.take()).toBeUndefined();
  expect(c.state).toBe('running');
});

test('paused and removed uploads are passed over, and can come back', () => {
  const queue = new UploadQueue();
  const [a, b, c] = [upload('a'), upload('b'), upload('c')];
  for (const each of [a, b, c]) queue.add(each);
  a.state = 'paused';
  queue.remove('b');
  expect(queue.take()).toBe(c);
  expect(queue.take()).toBeUndefined();
  queue.restart(a);
  expect(queue.take()).toBe(a);
  queue.add(upload('d'));
  expect(queue.take()?.id).toBe('d');
});

test('what needs the user is shown first, what is over last', () => {
  const queue = new UploadQueue();
  const states = ['done', 'waiting', 'running', 'failed', 'lost', 'paused', 'asking'] as const;
  for (const state of states) queue.add(Object.assign(upload(state), { state }));
  expect(queue.shown().map(({ id }) => id)).toEqual([
    ...['failed', 'lost', 'asking'],
    ...['running', 'waiting', 'paused', 'done'],
  ]);
  expect(queue.counts()).toMatchObject({ all: 7, done: 1, failed: 1, lost: 1, active: 2 });
});

test('one question is asked for the names of a folder, up to a number', () => {
  const queue = new UploadQueue();
  const all = ['1', '2', '3', '4'].map((name) => upload(name));
  const other = upload('other', { folders: ['b'] });
  for (const each of [...all, other, upload('later')]) queue.add(each);
  const first = queue.take() as Upload;
  const beside = (count: number, ...asked: string[]) =>
    queue.uncheckedBeside(first, count, (id) => asked.includes(id)).map(({ id }) => id);
  expect(beside(2)).toEqual(['2', '3']);
  expect(beside(50)).toEqual(['2', '3', '4']);
  expect(beside(2, '2')).toEqual(['3', '4']);
});

test('rate and time left come from the last seconds', () => {
  const estimate = new Estimate();
  estimate.record(0, 0);
  estimate.record(500, 1_000_000);
  expect(estimate.bytesPerSecond, 'too early').toBeUndefined();
  estimate.record(2_000, 2_000_000);
  expect(estimate.bytesPerSecond).toBe(1_000_000);
  expect(estimate.secondsLeft(3_500_000)).toBe(4);
  estimate.record(17_000, 2_000_000);
  expect(estimate.bytesPerSecond, 'nothing was sent for long').toBe(0);
  expect(estimate.secondsLeft(1)).toBeUndefined();
});

test('after a pause, and when something was cancelled, the rate is measured anew', () => {
  const estimate = new Estimate();
  estimate.record(0, 0);
  estimate.record(2_000, 2_000_000);
  estimate.record(3_000, 500_000);
  expect(estimate.bytesPerSecond).toBeUndefined();
  estimate.record(5_000, 1_500_000);
  expect(estimate.bytesPerSecond).toBe(500_000);
  estimate.reset();
  expect(estimate.bytesPerSecond).toBeUndefined();
});

test('pauses between attempts grow, follow the server, and come to an end', () => {
  const pauses = [1, 2, 3, 4, 5].map((failures) => pauseAfter(failures, { chance: 0.5 }));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(pauseAfter(6, { chance: 0.5 })).toBeUndefined();
  expect(pauseAfter(1, { chance: 0 })).toBeLessThan(pauseAfter(1, { chance: 1 }) as number);
  expect(pauseAfter(1, { retryAfter: '7', chance: 0.5 })).toBe(7_000);
  expect(pauseAfter(1, { retryAfter: '3600', chance: 0.5 })).toBe(30_000);
  expect(pauseAfter(1, { retryAfter: 'Mon, 23 Nov 2026', chance: 0.5 })).toBe(1_000);
});

test('busy and broken servers are asked again, refusals stay', () => {
  expect([429, 500, 502, 503, 504].every(isPassing)).toBe(true);
  expect([400, 401, 403, 404, 409, 413, 507].some(isPassing)).toBe(false);
});

test('a second document of a name gets a number before its extension', () => {
  expect(numberedNames('plan.v2.pdf', 2)).toEqual(['plan.v2 (2).pdf', 'plan.v2 (3).pdf']);
  expect(numberedNames('.profile', 1)).toEqual(['.profile (2)']);
  expect(freeName(['a (2)', 'a (3)'], ['a (2)'])).toBe('a (3)');
  expect(freeName(['a (2)'], ['a (2)'])).toBeUndefined();
  expect(sameName('Ubergrosse', 'Übergröße')).toBe(false);
  expect(sameName('Ü.txt', 'Ü.txt'.normalize('NFD'))).toBe(true);
});

test('pasted pictures are named by the time, files keep their names', () => {
  const at = new Date(2026, 10, 3, 9, 5, 7);
  expect(pastedName('image.png', at)).toBe('Screenshot 2026-11-03 09.05.07.png');
  expect(pastedName('plan.png', at)).toBe('plan.png');
});

test('a number of tasks run at a time; a failure lets the next one run', async () => {
  const slots = new Slots(2);
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const started: number[] = [];
  const tasks = gates.map((gate, at) =>
    slots.run(async () => {
      started.push(at);
      await gate.promise;
    }),
  );
  expect(started).toEqual([0, 1]);
  gates[1]?.reject(new Error('lost'));
  await expect(tasks[1]).rejects.toThrow('lost');
  await expect.poll(() => started).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  gates[2]?.resolve();
  await Promise.all([tasks[0], tasks[2]]);
});
