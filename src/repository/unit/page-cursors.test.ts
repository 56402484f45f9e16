import { describe, expect, test } from 'vitest';
import { PageCursors, type Position, positionsMax } from './page-cursors.ts';

function at(offset: number): Position {
  return { offset, id: `id-${offset}`, value: null, aclId: null };
}

describe('cached ends of pages', () => {
  test('the nearest one that is not behind the offset is found', () => {
    const cursors = new PageCursors();
    for (const offset of [1_500, 1_100, 1_300]) cursors.remember('a', at(offset));
    const found = [1_099, 1_100, 1_299, 1_300, 9_999].map((offset) => cursors.nearest('a', offset));
    expect(found.map((position) => position?.offset)).toEqual([
      undefined,
      1_100,
      1_100,
      1_300,
      1_500,
    ]);
  });

  test('results do not share them', () => {
    const cursors = new PageCursors();
    cursors.remember('a', at(1_000));
    expect(cursors.nearest('b', 2_000)).toBeUndefined();
  });

  test('of one result a bounded number is kept, and the oldest is evicted first', () => {
    const cursors = new PageCursors();
    for (let n = 0; n < positionsMax; n += 1) cursors.remember('a', at(1_000 + n));
    expect(cursors.nearest('a', 1_000)).toEqual(at(1_000));
    // Remembered anew, it is not the oldest any more.
    cursors.remember('a', at(1_000));
    cursors.remember('a', at(5_000));
    expect(cursors.nearest('a', 1_000)).toEqual(at(1_000));
    expect(cursors.nearest('a', 1_001)).toEqual(at(1_000));
    expect(cursors.nearest('a', 1_002)).toEqual(at(1_002));
  });

  test('results are bounded too', () => {
    const cursors = new PageCursors();
    for (let n = 0; n < 2_000; n += 1) cursors.remember(`result ${n}`, at(1_000));
    expect(cursors.nearest('result 0', 1_000)).toBeUndefined();
    expect(cursors.nearest('result 1999', 1_000)).toEqual(at(1_000));
  });
});
