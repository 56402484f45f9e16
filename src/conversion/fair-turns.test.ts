import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FairTurns, WorkshopBusy } from './fair-turns.ts';

const never = new AbortController().signal;

/** Work that takes its turns in the order that it records, and ends when it is told to. */
function desk(turns: FairTurns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (user: string, name: string, signal = never): Promise<string> =>
    turns.inTurn(user, signal, async () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end.resolve);
      await end.promise;
      return name;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { begun, ask, end };
}

describe('turns for work of many users', () => {
  test('a user who asks for one thing waits for one turn of a user who asks for many', async () => {
    const turns = new FairTurns({ atOnce: 1, waitingMax: 10 });
    const { begun, ask, end } = desk(turns);
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('ann', name));
    all.push(ask('bob', 'b1'), ask('eve', 'e1'), ask('bob', 'b2'));
    expect([turns.running, turns.waiting]).toEqual([1, 6]);
    for (const name of ['a1', 'a2', 'b1', 'e1', 'a3', 'b2', 'a4']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'e1', 'a3', 'b2', 'a4']);
    await Promise.all(all);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  test('several are done at the same time', async () => {
    const turns = new FairTurns({ atOnce: 2, waitingMax: 10 });
    const { begun, ask, end } = desk(turns);
    const all = ['a1', 'a2', 'a3'].map((name) => ask('ann', name));
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a1');
    await end('a3');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3']);
  });

  test('when too many wait, the last one of the user who has most makes room for others', async () => {
    const turns = new FairTurns({ atOnce: 1, waitingMax: 3 });
    const { begun, ask, end } = desk(turns);
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('ann', name));
    await expect(ask('ann', 'a5')).rejects.toBeInstanceOf(WorkshopBusy);
    const last = expect(all.pop()).rejects.toThrow('3 conversions wait already');
    all.push(ask('bob', 'b1'));
    await last;
    // As many as ann would have after that: nothing is won for bob's second one.
    await expect(ask('bob', 'b2')).rejects.toBeInstanceOf(WorkshopBusy);
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await Promise.all(all);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  test('who leaves has no place any more, and no turn', async () => {
    const turns = new FairTurns({ atOnce: 1, waitingMax: 2 });
    const { begun, ask, end } = desk(turns);
    const first = ask('ann', 'a1');
    const leaving = new AbortController();
    const left = expect(ask('bob', 'b1', leaving.signal)).rejects.toThrow('left');
    const next = ask('eve', 'e1');
    leaving.abort(new Error('left'));
    await left;
    expect(turns.waiting).toBe(1);
    await expect(ask('bob', 'b2', leaving.signal)).rejects.toThrow('left');
    await end('a1');
    await end('e1');
    expect([begun, await first, await next]).toEqual([['a1', 'e1'], 'a1', 'e1']);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  test('a turn is given on when the work fails', async () => {
    const turns = new FairTurns({ atOnce: 1, waitingMax: 2 });
    const failing = turns.inTurn('ann', never, () => Promise.reject(new Error('no')));
    const next = turns.inTurn('bob', never, async () => 'bob');
    await expect(failing).rejects.toThrow('no');
    expect([await next, turns.running, turns.waiting]).toEqual(['bob', 0, 0]);
  });
});
