import { expect, test } from 'vitest';
import type { Value } from '../../src/api/types.ts';
import { differences, itemChanges } from '../../src/documents/compare.ts';

const state = (properties: Record<string, Value>) => ({ properties });
const file = (digest: string, data: string) => ({
  name: 'a.txt',
  'mime-type': 'text/plain',
  length: 3,
  digest,
  data,
});

test('properties that differ in their values, in the order of their names', () => {
  const before = state({ 'dc:title': 'a', 'dc:source': null, 'dc:language': 'fr' });
  const after = state({
    'dc:title': 'b',
    'dc:source': '',
    'dc:coverage': 'x',
    'dc:language': 'fr',
  });
  expect(differences(before, after)).toEqual([
    { xpath: 'dc:coverage', before: null, after: 'x' },
    { xpath: 'dc:title', before: 'a', after: 'b' },
  ]);
});

test('files with the same name and content are the same, at whatever address; what the server makes is left out', () => {
  const before = state({ 'file:content': file('d1', '/1'), 'dc:modified': '2026-01-01T00:00:00Z' });
  const moved = state({ 'file:content': file('d1', '/2'), 'dc:modified': '2026-02-02T00:00:00Z' });
  expect(differences(before, moved)).toEqual([]);
  const other = state({ 'file:content': file('d2', '/1') });
  expect(differences(before, other).map(({ xpath }) => xpath)).toEqual(['file:content']);
});

test('entries of vocabularies by their ids, which are below those of their parents', () => {
  const entry = (id: string, parent: string, label: string): Value => ({
    'entity-type': 'directoryEntry',
    id,
    properties: { id, parent, label_en: label },
  });
  const subjects = (...items: Value[]) => state({ 'dc:subjects': items });
  const renamed = subjects(entry('music', 'art', 'Musical arts'));
  expect(differences(subjects(entry('music', 'art', 'Music')), renamed)).toEqual([]);
  expect(differences(subjects(entry('music', 'science', 'Music')), renamed)).toHaveLength(1);
});

test('items of lists: what stays in its order, then what is new; equal ones count each', () => {
  expect(itemChanges(['a', 'b', 'b'], ['b', 'c'])).toEqual([
    { kind: 'removed', item: 'a' },
    { kind: 'same', item: 'b' },
    { kind: 'removed', item: 'b' },
    { kind: 'added', item: 'c' },
  ]);
});
