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
  compute(2);
  compute(2);
  expect(isTurnOver()).toBe(true);
  await giveTurn();
  await nextTurn();
  expect(isTurnOver()).toBe(false);
});

test('of several that wait for a turn one goes on in each', async () => {
  const turns: number[] = [];
  const waiters = Array.from({ length: 5 }, async () => {
    await giveTurn();
    turns.push(turn);
  });
  let turn = 0;
  while (turns.length < waiters.length) {
    turn += 1;
    await nextTurn();
  }
  expect(new Set(turns).size).toBe(5);
});

test('a long list is mapped with turns in between, in its order', async () => {
  const items = Array.from({ length: 20 }, (_unused, at) => at);
  let results: readonly string[] = [];
  const turns = await turnsDuring(async () => {
    results = await mapInTurns(items, (item, index) => {
      compute(1);
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
