import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const page = readFileSync(
  resolve(import.meta.dirname, '../../docs/decisions/0011-caches.md'),
  'utf8',
);

const caching = sourceFiles('src')
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .filter(({ text }) => /new (?:LRUCache|WeakMap)\b|\bboundedCache[<(]/.test(text))
  .filter(({ path }) => !path.endsWith('base/bounded-cache.ts'))
  .map(({ path }) => path.slice('src/'.length));

test('the page on caches names every file that keeps one', () => {
  expect(caching.filter((path) => !page.includes(path))).toEqual([]);
  expect(caching.length).toBeGreaterThan(10);
});

test('the page on caches names no file that is gone', () => {
  const named = [...page.matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.ts)`/g)].map(([, path]) => path);
  const present = new Set(sourceFiles('src', 'test').map(({ path }) => path.replace(/^src\//, '')));
  expect(named.filter((path) => !present.has(path ?? ''))).toEqual([]);
});
