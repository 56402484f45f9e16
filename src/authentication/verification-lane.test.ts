import { describe, expect, test } from 'vitest';
import { VerificationLane } from './verification-lane.ts';

/** Tasks that end when they are told to. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, task, end };
}

const wide = { concurrency: 1, waitingPerCallerMax: 10, waitingMax: 100 };

describe('a verification lane', () => {
  test('runs no more tasks at a time than it may', async () => {
    const lane = new VerificationLane({ ...wide, concurrency: 2 });
    const { started, task, end } = createTasks();
    const all = ['a', 'b', 'c'].map((name) => lane.run(name, task(name)));
    expect(started).toEqual(['a', 'b']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('b');
    await end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  test('lets callers take turns, also when one has more tasks', async () => {
    const lane = new VerificationLane(wide);
    const { started, task, end } = createTasks();
    const names = ['x1', 'x2', 'x3', 'x4', 'y1'];
    const all = names.map((name) => lane.run(name.slice(0, 1), task(name)));
    for (const name of ['x1', 'x2', 'y1', 'x3', 'x4']) await end(name);
    await Promise.all(all);
    expect(started).toEqual(['x1', 'x2', 'y1', 'x3', 'x4']);
  });

  test('refuses a caller with too many waiting tasks, and no other', async () => {
    const lane = new VerificationLane({ ...wide, waitingPerCallerMax: 1 });
    const { task, end } = createTasks();
    const running = lane.run('x', task('x1'));
    const waiting = lane.run('x', task('x2'));
    await expect(lane.run('x', task('x3'))).rejects.toMatchObject({
      code: 'authentication.slowed',
      status: 429,
      detail: { retryAfterSeconds: 5 },
    });
    const other = lane.run('y', task('y1'));
    for (const name of ['x1', 'x2', 'y1']) await end(name);
    expect(await Promise.all([running, waiting, other])).toEqual(['x1', 'x2', 'y1']);
  });

  test('refuses all callers when too many tasks wait in total', async () => {
    const lane = new VerificationLane({ ...wide, waitingMax: 1 });
    const { task, end } = createTasks();
    const accepted = ['a', 'b'].map((name) => lane.run(name, task(name)));
    await expect(lane.run('c', task('c'))).rejects.toMatchObject({ status: 429 });
    for (const name of ['a', 'b']) await end(name);
    await Promise.all(accepted);
  });

  test('goes on after a task that fails', async () => {
    const lane = new VerificationLane(wide);
    const { task, end } = createTasks();
    const failure = new Error('no');
    const failing = lane.run('a', () => Promise.reject(failure));
    const next = lane.run('b', task('b'));
    await expect(failing).rejects.toBe(failure);
    await end('b');
    expect(await next).toBe('b');
  });
});
