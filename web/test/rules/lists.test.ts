import { expect, test } from 'vitest';
import type { Doc } from '../../src/api/types.ts';
import { commandOf, moved } from '../../src/grid/keys.ts';
import { placementOf, rangeOf, shownRows } from '../../src/grid/scroll-window.ts';
import { nothingSelected, type Pick, type Rows, select } from '../../src/grid/selection.ts';
import { TypeAhead } from '../../src/grid/type-ahead.ts';
import { collapsedPath } from '../../src/screens/browse/collapsed-path.ts';

/** Rows with one-letter ids; a dot has not been loaded. */
function rowsOf(ids: string, titles: Readonly<Record<string, string>> = {}): Rows {
  const documents = [...ids].map((uid) =>
    uid === '.' ? undefined : ({ uid, title: titles[uid] ?? uid } as Doc),
  );
  return {
    total: documents.length,
    at: (index) => documents[index],
    indexOf: (uid) => (ids.includes(uid) ? ids.indexOf(uid) : undefined),
    *loaded() {
      for (const [index, each] of documents.entries()) if (each) yield [index, each];
    },
  };
}

/** The selected ids after clicks such as `toggle 3`. */
function after(rows: Rows, ...steps: readonly string[]): string {
  let selection = nothingSelected;
  let focus = 0;
  for (const step of steps) {
    const [pick, at] = step.split(' ');
    selection = select(rows, selection, { at: Number(at), focus, pick: pick as Pick });
    focus = Number(at);
  }
  return [...selection.documents.keys()].join('');
}

test('selection: one, several, ranges from an anchor that stays', () => {
  const rows = rowsOf('abcdefg');
  expect(after(rows, 'only 2')).toBe('c');
  expect(after(rows, 'only 2', 'only 2')).toBe('c');
  expect(after(rows, 'only 2', 'toggle 4', 'toggle 2')).toBe('e');
  expect(after(rows, 'only 2', 'range 5', 'range 0')).toBe('abc');
  expect(after(rows, 'only 0', 'toggle 4', 'extend 6')).toBe('aefg');
  expect(after(rows, 'none 3', 'range 4')).toBe('de');
});

test('selection: a range has nothing that has not been loaded, and an anchor is found in another order', () => {
  const rows = rowsOf('ab..e');
  expect(after(rows, 'only 1', 'range 4')).toBe('be');
  expect(after(rows, 'only 1', 'only 2')).toBe('');
  const { documents } = select(
    rowsOf('eba'),
    select(rows, nothingSelected, { at: 0, focus: 0, pick: 'only' }),
    { at: 1, focus: 0, pick: 'range' },
  );
  expect([...documents.keys()]).toEqual(['b', 'a']);
});

test('keys: what they do, and which belong to others', () => {
  const pressed = (key: string, ...held: readonly string[]) =>
    commandOf({
      key,
      shiftKey: held.includes('shift'),
      ctrlKey: held.includes('ctrl'),
      metaKey: held.includes('meta'),
      altKey: held.includes('alt'),
    });
  expect(pressed('ArrowDown')).toEqual({ kind: 'move', move: 'down', pick: 'only' });
  expect(pressed('ArrowDown', 'shift')).toEqual({ kind: 'move', move: 'down', pick: 'range' });
  expect(pressed('End', 'ctrl')).toEqual({ kind: 'move', move: 'last', pick: 'none' });
  expect(pressed(' ', 'ctrl')).toEqual({ kind: 'toggle' });
  expect(pressed(' ', 'shift')).toEqual({ kind: 'preview' });
  expect(pressed('a', 'meta')).toEqual({ kind: 'all' });
  expect(pressed('ArrowUp', 'alt')).toEqual({ kind: 'parent' });
  expect(pressed('F10', 'shift')).toEqual({ kind: 'menu' });
  expect(pressed('é')).toEqual({ kind: 'type', text: 'é' });
  for (const [key, held] of [
    ['c', 'ctrl'],
    ['F2', ''],
    ['ArrowLeft', 'alt'],
    ['Tab', ''],
  ] as const) {
    expect(pressed(key, held), key).toBeUndefined();
  }
});

test('moves: by rows, pages and tiles, within the list', () => {
  const list = { total: 100, columns: 1, rows: 10 };
  expect(moved(0, 'up', list)).toBe(0);
  expect(moved(5, 'left', list)).toBe(5);
  expect(moved(95, 'page-down', list)).toBe(99);
  expect(moved(95, 'first', list)).toBe(0);
  const tiles = { total: 10, columns: 4, rows: 2 };
  expect(moved(1, 'down', tiles)).toBe(5);
  expect(moved(1, 'up', tiles)).toBe(1);
  expect(moved(7, 'right', tiles)).toBe(8);
  expect(moved(7, 'down', tiles)).toBe(9);
});

test('type-ahead: words without accents, the same letter again, and around the end', () => {
  const rows = rowsOf('abcde', { a: 'Élan', b: 'Edge', c: 'Zoo', d: 'zebra', e: 'Zest' });
  const typed = (from: number, text: string, gapMs = 100) => {
    const typing = new TypeAhead();
    let at: number | undefined;
    for (const [step, letter] of [...text].entries()) {
      at = typing.find(rows, at ?? from, { text: letter, atMs: step * gapMs });
    }
    return at;
  };
  expect(typed(2, 'el')).toBe(0);
  expect(typed(0, 'zes')).toBe(4);
  expect(typed(0, 'zz')).toBe(3);
  expect(typed(0, 'ze', 5_000)).toBe(0);
  expect(typed(0, 'q')).toBeUndefined();
});

test('very long lists are mapped to an element that browsers can show, to its last pixel', () => {
  const small = { rows: 100_000, rowHeight: 44, viewHeight: 600 };
  expect(placementOf(small, 1)).toEqual({ height: 4_400_000, factor: 1 });
  const large = { rows: 1_000_000, rowHeight: 44, viewHeight: 600 };
  const { height, factor } = placementOf(large, 2);
  expect(height).toBe(7_500_000);
  const end = (height - large.viewHeight) * factor;
  expect(rangeOf(large, end)[1]).toBe(999_999);
  expect(rangeOf(large, 0)).toEqual([0, 13]);
});

test('rows in the page: some around the view, and the one with the focus', () => {
  expect(shownRows([0, 2], 3, 0)).toEqual([0, 1, 2]);
  expect(shownRows([50, 51], 1000, 3).slice(0, 2)).toEqual([3, 44]);
  expect(shownRows([50, 51], 1000, 900).at(-1)).toBe(900);
  expect(shownRows([0, 0], 0, 0)).toEqual([]);
  expect(shownRows([0, 0], 0, 0, 0)).toEqual([]);
  expect(shownRows([50, 51], 1000, 50, 0)).toEqual([50, 51]);
});

test('a long path is hidden in its middle', () => {
  expect(collapsedPath(['a', 'b'], 4)).toEqual({ first: [], hidden: [], last: ['a', 'b'] });
  expect(collapsedPath([...'abcdef'], 4)).toEqual({
    first: ['a'],
    hidden: ['b', 'c'],
    last: ['d', 'e', 'f'],
  });
  expect(collapsedPath([...'abc'], 1)).toEqual({ first: [], hidden: ['a', 'b'], last: ['c'] });
});
