import { expect, test } from 'vitest';
import { planTree } from './archive-plan.ts';

const top = { id: 'top', folder: 'top', bytes: 0 };

const placesIn = (parentId: string, names: readonly string[]) =>
  names.map((name, at) => ({ id: `${parentId}/${name}`, parentId, name, position: at, bytes: 1 }));

test('names of folders are safe and differ in more than case', async () => {
  const places = placesIn('top', ['a', 'A', 'a~2', 'C:x', '..', '1.blob', 'document.xml', 'x\\y']);
  expect((await planTree(top, places)).map(({ folder }) => folder)).toEqual([
    'top',
    'top/a',
    'top/A~2',
    'top/a~2~2',
    'top/C_x',
    'top/_..',
    'top/_1.blob',
    'top/_document.xml',
    'top/x_y',
  ]);
});

test('children of an ordered folder are in its order, each followed by what is below it', async () => {
  const [b, a] = placesIn('top', ['b', 'a']);
  const plan = await planTree(
    top,
    [a, b, ...placesIn('top/b', ['c'])].flatMap((each) => each ?? []),
  );
  expect(plan.map(({ id }) => id)).toEqual(['top', 'top/b', 'top/b/c', 'top/a']);
});

test('what is below a document that is left out is left out', async () => {
  expect(await planTree(top, placesIn('hidden', ['a']))).toEqual([top]);
});

test('a tree may have so many levels and no more', async () => {
  const levels = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: `${at}`, parentId: at === 0 ? 'top' : `${at - 1}`, name: 'f' },
      ...{ position: null, bytes: 1 },
    }));
  expect(await planTree(top, levels(59))).toHaveLength(60);
  await expect(planTree(top, levels(60))).rejects.toThrow('60 levels');
});

test('many names that are equal where they are cut get numbers, each of them once', async () => {
  const long = 'n'.repeat(200);
  const places = placesIn(
    'top',
    Array.from({ length: 20_000 }, (_, at) => `${long}${at}`),
  );
  const folders = (await planTree(top, places)).map(({ folder }) => folder);
  expect(new Set(folders).size).toBe(20_001);
  expect(folders.at(-1)).toBe(`top/${long}~20000`);
});
