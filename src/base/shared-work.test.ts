import { describe, expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };
  return { work, resolve, signals };
}

describe('work that several wait for', () => {
  test('is done once, and goes on when one of them leaves', async () => {
    const shared = new SharedWork<string>();
    const { work, resolve, signals } = held();
    const leaving = new AbortController();
    const first = expect(shared.do('a', leaving.signal, work)).rejects.toThrow('left');
    const second = shared.do('a', new AbortController().signal, work);
    leaving.abort(new Error('left'));
    await first;
    resolve('made');
    expect(await second).toBe('made');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  test('is stopped when the last one leaves, and begins anew for the next', async () => {
    const shared = new SharedWork<string>();
    const { work, signals } = held();
    const leaving = new AbortController();
    const both = [1, 2].map(() =>
      expect(shared.do('a', leaving.signal, work)).rejects.toThrow('left'),
    );
    leaving.abort(new Error('left'));
    expect(await shared.do('a', new AbortController().signal, async () => 'anew')).toBe('anew');
    await Promise.all(both);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('is not begun for one who has left, and is done again after it has failed', async () => {
    const shared = new SharedWork<string>();
    const fails = async (): Promise<string> => Promise.reject(new Error('no'));
    const present = new AbortController().signal;
    await expect(shared.do('a', AbortSignal.abort(new Error('left')), fails)).rejects.toThrow(
      'left',
    );
    await expect(shared.do('a', present, fails)).rejects.toThrow('no');
    expect(await shared.do('a', present, async () => 'made')).toBe('made');
  });
});
