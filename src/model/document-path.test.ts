import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import { isDocumentName } from './document-name.ts';
import { isSelfOrBelow, joinPath, parentPath, parsePath, subtreeRange } from './document-path.ts';

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!isAppError(error, 'path.invalid')) throw error;
    expect(error.status).toBe(404);
    return error.message;
  }
  throw new Error('nothing was thrown');
}

test.each([
  ['/', '/'],
  ['/a/b', '/a/b'],
  ['/a/b/', '/a/b'],
  ['/e\u0301', '/\u00e9'],
  [[], '/'],
  [['a', 'b'], '/a/b'],
  [['a;b', 'c d'], '/a;b/c d'],
])('the path %j is read as %j', (given, path) => {
  expect(parsePath(given as string | string[])).toBe(path);
});

test.each([
  ['//'],
  ['//a'],
  ['/a//b'],
  ['/a//'],
  [['', 'a']],
  [['a', '', 'b']],
  [['']],
  [['a', '']],
])('an empty component is not found: %j', (given) => {
  expect(messageOf(() => parsePath(given as string | string[]))).toMatch(
    /^Path with empty component: /,
  );
});

test.each([['/a/../b'], ['/.'], [['a/b']], ['/a\0'], ['/a\ud800'], ['a/b'], ['']])(
  '%j is no path',
  (given) => {
    messageOf(() => parsePath(given as string | string[]));
  },
);

test('a path is refused when it has more bytes than an index entry can hold', () => {
  const parent = `/${'é'.repeat(limits.pathBytesMax / 2 - 2)}`;
  expect(Buffer.byteLength(joinPath(parent, 'xy'))).toBe(limits.pathBytesMax);
  expect(() => joinPath(parent, 'xyz')).toThrow('would have 2601 bytes');
});

const names = fc.string({ minLength: 1, maxLength: 8 }).filter(isDocumentName);
const paths = fc
  .array(names, { maxLength: 5 })
  .map((list) => list.reduce((path, name) => joinPath(path, name), '/'));

test('joining and taking apart are inverse', () => {
  fc.assert(
    fc.property(paths, names, (parent, name) => {
      const path = joinPath(parent, name);
      expect(parentPath(path)).toBe(parent);
      expect(parsePath(path)).toBe(path);
      expect(isSelfOrBelow(path, parent)).toBe(true);
      expect(isSelfOrBelow(parent, path)).toBe(false);
    }),
  );
  expect(parentPath('/')).toBeNull();
});

test('the range of a subtree has exactly the paths below', () => {
  fc.assert(
    fc.property(paths, paths, fc.boolean(), (ancestor, other, isBelow) => {
      const path = isBelow ? ancestor.replace(/\/$/, '') + other : other;
      const bytes = Buffer.from(path);
      const { from, to } = subtreeRange(ancestor);
      const isInRange = Buffer.from(from).compare(bytes) <= 0 && bytes.compare(Buffer.from(to)) < 0;
      const isStrictlyBelow = path !== ancestor && isSelfOrBelow(path, ancestor) && path !== '/';
      if (path.endsWith('/') && path !== '/') return;
      expect(isInRange).toBe(isStrictlyBelow);
    }),
  );
});

test('a sibling whose name begins alike is not below', () => {
  expect(isSelfOrBelow('/ab', '/a')).toBe(false);
  expect(isSelfOrBelow('/a', '/a')).toBe(true);
  expect(isSelfOrBelow('/anything', '/')).toBe(true);
});
