import { expect, test } from 'vitest';
import { isMergeable } from './word-segments.ts';

const none = { segments: 0, merged: 0, pages: 0, entries: 0, removed: 0 };
const few = { segments: 15, merged: 0, pages: 100, entries: 1_000, removed: 299 };

test('few segments with few removed entries are left as they are', () => {
  expect(isMergeable([])).toBe(false);
  expect(isMergeable([few, few])).toBe(false);
});

test('new segments are merged when they are many and long: units merge short ones', () => {
  expect(isMergeable([{ ...few, segments: 63 }])).toBe(false);
  expect(isMergeable([{ ...few, segments: 16, pages: 256 }])).toBe(true);
});

test('sixteen segments that were merged before are merged again', () => {
  expect(isMergeable([none, { ...few, segments: 16 }])).toBe(true);
});

test('a merge that was begun goes on', () => {
  expect(isMergeable([none, { ...few, segments: 2, merged: 2 }])).toBe(true);
});

test('segments are merged when a third of their entries are removed, unless they are short', () => {
  expect(isMergeable([{ ...few, removed: 300 }])).toBe(true);
  expect(isMergeable([{ ...few, removed: 300, pages: 15 }])).toBe(false);
});
