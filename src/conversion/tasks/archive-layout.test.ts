import { expect, test } from 'vitest';
import { layoutOf } from './archive-layout.ts';

test('parents come before their children, others keep their order, and files are those beside', () => {
  const names = ['.nuxeo-archive', 'a/c/document.xml', 'a/b/document.xml', 'a/document.xml'];
  expect(layoutOf([...names, 'a/b/1.blob', 'a/b/2.blob'])).toEqual([
    { entry: 'a/document.xml', folder: 'a', parent: null, files: [] },
    { entry: 'a/c/document.xml', folder: 'a/c', parent: 0, files: [] },
    { entry: 'a/b/document.xml', folder: 'a/b', parent: 0, files: ['1.blob', '2.blob'] },
  ]);
});

test('a document may be in folders that are none', () => {
  expect(layoutOf(['x/y/document.xml'])).toEqual([
    { entry: 'x/y/document.xml', folder: 'x/y', parent: null, files: [] },
  ]);
});

test.each([
  ['no documents', ['.nuxeo-archive'], 'the archive has no document.xml'],
  ['a path out of the archive', ['../a/document.xml'], '../a/document.xml: is no name'],
  ['an absolute path', ['/a/document.xml'], '/a/document.xml: is no name'],
  ['a backslash', ['a\\..\\b'], 'is no name'],
  ['a name twice', ['a/document.xml', 'a/document.xml'], 'a/document.xml: is there twice'],
  ['a file in no document', ['a/document.xml', 'b/1.blob'], 'b/1.blob: there is no document.xml'],
  ['a gap', ['a/document.xml', 'a/b/c/document.xml'], 'a/b/document.xml: is missing'],
  ['too many levels', [`${'a/'.repeat(200)}document.xml`], 'is too deep'],
])('an archive with %s is refused', (_what, names, reason) => {
  expect(() => layoutOf(names)).toThrow(reason);
});
