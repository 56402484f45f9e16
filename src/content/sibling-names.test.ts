import { expect, test } from 'vitest';
import { SiblingNames } from './sibling-names.ts';

const take = (names: readonly string[]) => {
  const siblings = new SiblingNames();
  return names.map((name) => siblings.take(name));
};

test('equal names get numbers before the extension, also where they differ in case only', () => {
  expect(take(['plan.txt', 'PLAN.txt', 'plan (2).txt', 'plan.txt', 'notes', 'notes'])).toEqual([
    'plan.txt',
    'PLAN (2).txt',
    'plan (2) (2).txt',
    'plan (3).txt',
    'notes',
    'notes (2)',
  ]);
});

test('what systems refuse in names is replaced', () => {
  expect(take(['a/b\\c:d?.txt', '..', 'end. ', '', ' ', 'con', 'NUL.txt', '.hidden'])).toEqual([
    'a_b_c_d_.txt',
    '__',
    'end_',
    'file',
    'file (2)',
    '_con',
    '_NUL.txt',
    '.hidden',
  ]);
});

test('long names keep their extension, and stay different', () => {
  const long = `${'n'.repeat(300)}.pdf`;
  const [first = '', second = ''] = take([long, long]);
  expect([first.length, first.endsWith('n.pdf')]).toEqual([150, true]);
  expect(second).toMatch(/n \(2\)\.pdf$/);
});

test('many equal names get numbers without trying all of them again', () => {
  const names = take(Array.from({ length: 20_000 }, () => 'x.txt'));
  expect([new Set(names).size, names.at(-1)]).toEqual([20_000, 'x (20000).txt']);
});
