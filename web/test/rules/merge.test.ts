import { expect, test } from 'vitest';
import { mergeChanges } from '../../src/forms/merge.ts';

const base = { 'dc:title': 'A', 'dc:description': 'old', 'dc:subjects': ['art'] };

test('changes of different properties are joined', () => {
  const theirs = { ...base, 'dc:description': 'new' };
  expect(mergeChanges(base, { 'dc:title': 'B' }, theirs)).toEqual({
    onlyTheirs: ['dc:description'],
    overlaps: [],
    changes: { 'dc:title': 'B' },
  });
});

test('different changes of the same property overlap', () => {
  const theirs = { ...base, 'dc:title': 'C' };
  const { overlaps, onlyTheirs } = mergeChanges(base, { 'dc:title': 'B' }, theirs);
  expect(overlaps).toEqual([{ name: 'dc:title', base: 'A', theirs: 'C', mine: 'B' }]);
  expect(onlyTheirs).toEqual([]);
});

test('the same change by both is done', () => {
  const theirs = { ...base, 'dc:subjects': ['art', 'cinema'] };
  expect(mergeChanges(base, { 'dc:subjects': ['art', 'cinema'] }, theirs)).toEqual({
    onlyTheirs: [],
    overlaps: [],
    changes: {},
  });
});

test('what the server writes with every change is no change of a person', () => {
  const theirs = { ...base, 'dc:modified': '2026-01-01T00:00:00Z', 'dc:lastContributor': 'ann' };
  expect(mergeChanges(base, { 'dc:title': 'B' }, theirs).onlyTheirs).toEqual([]);
});
