import { expect, test } from 'vitest';
import { namesTrashedBetween } from '../../src/actions/commands/trashed-between.ts';
import type { Doc } from '../../src/api/types.ts';
import {
  forFilter,
  nothingSelected,
  type Rows,
  select,
  selectWhole,
  withoutLeft,
} from '../../src/grid/selection.ts';

/** As the server compares names with patterns of LIKE. */
function isLike(name: string, pattern: string): boolean {
  const expression = pattern
    .replaceAll('.', '\\.')
    .replaceAll('%', '.*')
    .replaceAll(/(?<!\\)_/g, '.')
    .replaceAll('\\_', '_');
  return new RegExp(`^${expression}$`).test(name);
}

test('names of what was put in the trash in a period, and of nothing else', () => {
  const [from, to] = [1795803314152, 1795803326236];
  const patterns = namesTrashedBetween(from, to);
  const isFound = (ms: number) => patterns.some((each) => isLike(`plan._${ms}_.trashed`, each));
  for (let ms = from - 3_000; ms < to + 3_000; ms += 7) {
    expect(isFound(ms), String(ms)).toBe(ms >= from && ms <= to);
  }
  expect([isFound(from), isFound(to), isFound(from - 1), isFound(to + 1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(patterns.length).toBeLessThan(80);
});

const documents = ['a', 'b', 'c'].map((uid) => ({ uid, title: uid }) as Doc);
const rows: Rows = {
  total: 1_000,
  at: (index) => documents[index],
  indexOf: (uid) => documents.findIndex((each) => each.uid === uid),
  loaded: () => documents.entries(),
};

test('all of a list: with another filter and after a click only what is known stays selected', () => {
  const whole = selectWhole(rows, nothingSelected, 'plan');
  expect(forFilter(whole, 'plan').extent).toBe('whole');
  expect(forFilter(whole, '').extent).toBeUndefined();
  const toggled = select(rows, whole, { at: 1, focus: 0, pick: 'toggle' });
  expect([toggled.extent, [...toggled.documents.keys()]]).toEqual([undefined, ['a', 'c']]);
});

test('what was taken out of a folder is not selected there any more', () => {
  const whole = selectWhole(rows, nothingSelected, '');
  expect(withoutLeft(whole, new Set(['a'])).documents.size).toBe(0);
  const some = { documents: whole.documents, anchor: 'a' };
  expect([...withoutLeft(some, new Set(['b'])).documents.keys()]).toEqual(['a', 'c']);
  expect(withoutLeft(some, new Set(['z']))).toBe(some);
});
