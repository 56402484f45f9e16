import { describe, expect, test } from 'vitest';
import { changeInChunks, chunkSize, type Item } from '../../src/actions/bulk.ts';
import { isSingleCharacter, matchesKeys, shownKeys } from '../../src/actions/keys.ts';
import type { Doc } from '../../src/api/types.ts';
import { pathBefore, titleBefore, trashedAt } from '../../src/documents/trashed.ts';

const items = Array.from(
  { length: 2 * chunkSize + 5 },
  (_, at): Item => ({ uid: `${at}`, title: `${at}`, path: `/${at}`, parentRef: null }),
);
const uids = (some: readonly Pick<Item, 'uid'>[]) => some.map(({ uid }) => uid);

class Ends extends Error {}

function run(
  send: (some: readonly Item[]) => void,
  more: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
) {
  return changeInChunks({
    documents: items,
    async send(some) {
      send(some);
      return some as readonly Doc[];
    },
    endsAll: (error) => error instanceof Ends,
    ...more,
  });
}

describe('changes of many documents', () => {
  test('are sent in parts, in order', async () => {
    const sizes: number[] = [];
    const progress: number[] = [];
    const result = await run((some) => void sizes.push(some.length), {
      onProgress: (done) => progress.push(done),
    });
    expect(sizes).toEqual([chunkSize, chunkSize, 5]);
    expect(progress).toEqual([chunkSize, 2 * chunkSize, items.length]);
    expect(uids(result.done)).toEqual(uids(items));
    expect(uids(result.results)).toEqual(uids(items));
  });

  test('of a part that is refused only what is refused is left out', async () => {
    const result = await run((some) => {
      if (some.some(({ uid }) => uid === '3')) throw new Error('no');
    });
    expect(result.refused.map(({ document }) => document.uid)).toEqual(['3']);
    expect(uids(result.done)).toEqual(uids(items).filter((uid) => uid !== '3'));
    expect(result.left).toEqual([]);
  });

  test('end where the server cannot be asked any more, and say what was not tried', async () => {
    const result = await run((some) => {
      if (some.some(({ uid }) => uid === `${chunkSize}`)) throw new Ends();
    });
    expect(result.done).toHaveLength(chunkSize);
    expect(result.refused).toHaveLength(chunkSize);
    expect(uids(result.left)).toEqual(uids(items.slice(2 * chunkSize)));
  });

  test('end between two parts when the user stops', async () => {
    const stop = new AbortController();
    const result = await run(() => stop.abort(), { signal: stop.signal });
    expect(result.done).toHaveLength(chunkSize);
    expect(uids(result.left)).toEqual(uids(items.slice(chunkSize)));
  });
});

describe('shortcuts', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

  test.each([
    ['Mod+X', { key: 'x', ctrlKey: true }, false, true],
    ['Mod+X', { key: 'x', metaKey: true }, false, false],
    ['Mod+X', { key: 'x', metaKey: true }, true, true],
    ['Mod+X', { key: 'X', ctrlKey: true, shiftKey: true }, false, false],
    ['n', { key: 'n' }, false, true],
    ['n', { key: 'n', ctrlKey: true }, false, false],
    ['?', { key: '?', shiftKey: true }, false, true],
    ['F2', { key: 'F2' }, true, true],
    ['F2', { key: 'F2', altKey: true }, false, false],
    ['Mod+Shift+C', { key: 'C', ctrlKey: true, shiftKey: true }, false, true],
  ])('%s and %j (Mac: %s): %s', (keys, pressed, isMac, expected) => {
    expect(matchesKeys({ ...none, ...pressed }, keys, isMac)).toBe(expected);
  });

  test('are shown as on the keyboard', () => {
    expect([shownKeys('Mod+X', false), shownKeys('Mod+X', true)]).toEqual(['Ctrl+X', '⌘X']);
    expect([shownKeys('n', false), shownKeys('Delete', true)]).toEqual(['N', '⌦']);
    expect(['n', '?', 'F2'].map(isSingleCharacter)).toEqual([true, true, false]);
  });
});

test('what the server calls documents in the trash', () => {
  const path = '/a/b._1706955630400_.trashed/plan._1706955630401_.trashed';
  expect(trashedAt(path)).toEqual(new Date(1706955630401));
  expect(trashedAt('/a/plan')).toBeUndefined();
  expect(pathBefore(path)).toBe('/a/b');
  expect(titleBefore('plan._1706955630401_.trashed')).toBe('plan');
  expect(titleBefore('plan.trashed')).toBe('plan.trashed');
});
