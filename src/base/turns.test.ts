import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turnsDuring } from '../../test/support/turns.ts';
import { monotonicMs } from './clock.ts';
import { giveTurn, isTurnOver, mapInTurns } from './turns.ts';

function compute(ms: number): void {
  const endMs = monotonicMs() + ms;
  while (monotonicMs() < endMs);
}

test('a turn is over once it has been used long enough, by all who ask together', async () => {
  await nextTurn();
  expect(isTurnOver()).toBe(false);
  compute(3);
  compute(3);
  expect(isTurnOver()).toBe(true);
  await giveTurn();
  await nextTurn();
  expect(isTurnOver()).toBe(false);
});

async function turnsOfWaiters(count: number, ms: number): Promise<ReadonlySet<number>> {
  let turn = 0;
  const turns: number[] = [];
  for (let n = 0; n < count; n += 1) {
    void giveTurn().then(() => {
      compute(ms);
      turns.push(turn);
    });
  }
  while (turns.length < count) {
    await nextTurn();
    turn += 1;
  }
  return new Set(turns);
}

test('of several that wait each goes on in a turn of its own if it takes long', async () => {
  expect((await turnsOfWaiters(5, 6)).size).toBe(5);
});

test('those that are quick share a turn', async () => {
  expect((await turnsOfWaiters(50, 0)).size).toBeLessThan(10);
});

test('a long list is mapped with turns in between, in its order', async () => {
  const items = Array.from({ length: 20 }, (_unused, at) => at);
  let results: readonly string[] = [];
  const turns = await turnsDuring(async () => {
    results = await mapInTurns(items, (item, index) => {
      compute(2);
      return index % 2 === 0 ? `${item}` : Promise.resolve(`${item}`);
    });
  });
  expect(results).toEqual(items.map(String));
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('a short one is mapped at once', async () => {
  await nextTurn();
  expect(await turnsDuring(() => mapInTurns([1, 2], (item) => item))).toBe(0);
});
