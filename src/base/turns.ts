import { setImmediate as nextTurn } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

/** Characters of a text that takes some milliseconds of the event loop to read, write or store. */
const longText = 262_144;

export function isLongText(text: string): boolean {
  return text.length > longText;
}

/** Waits one turn of the event loop after work on a long text, so that other requests run. */
export function turnAfter<T>(text: { readonly length: number }, value: T): T | Promise<T> {
  return text.length > longText ? nextTurn(value) : value;
}

/** How long reading may hold the event loop before other work runs. */
const turnMs = 5;

/** When the present turn began, as far as it is known: with the first question of `isTurnOver` in it. */
let beganMs: number | undefined;

/**
 * Whether reads have held the event loop for their share of this turn. All of them share it, as
 * each may be short and there can be many in one turn.
 */
export function isTurnOver(): boolean {
  const nowMs = monotonicMs();
  if (beganMs === undefined) {
    beganMs = nowMs;
    setImmediate(endTurn);
  }
  return nowMs - beganMs > turnMs;
}

function endTurn(): void {
  beganMs = undefined;
}

const waiting: (() => void)[] = [];

/** Waits until other work has had its turn. Of several that wait, as many go on as have time in a turn. */
export function giveTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  if (isTurnOver()) setImmediate(resumeNext);
  else waiting.shift()?.();
}

/** As `map`, one item after the other. Other work runs in between when they take long together. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  one: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let index = 0;
  for (const item of items) {
    const result = one(item, index);
    results.push(result instanceof Promise ? await result : result);
    index += 1;
    if (isTurnOver()) await giveTurn();
  }
  return results;
}
