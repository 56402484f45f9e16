import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EntryNames } from './entry-names.ts';

const taken = (...names: readonly string[]) => {
  const entries = new EntryNames();
  return names.map((name) => entries.take(name));
};

describe('the names in an archive', () => {
  test.each([
    ['a.txt', 'a.txt'],
    ['folder/été.txt', 'folder/été.txt'],
    ['/etc/passwd', 'etc/passwd'],
    ['../../a/../b', 'a/b'],
    ['..\\..\\a\\b', 'a/b'],
    ['C:\\a.txt', 'C_/a.txt'],
    ['./a//b/', 'a/b'],
    ['a\r\nb\0c', 'a__b_c'],
    ['', 'file'],
    ['/', 'file'],
    ['..', 'file'],
    ['...', '...'],
    ['\ud800', '\ufffd'],
  ])('are made safe: %j becomes %j', (name, expected) => {
    expect(taken(name)).toEqual([expected]);
  });

  test('are renamed when they are taken, within their folder', () => {
    expect(taken('a', 'a', 'b', 'x/a', 'x/a', 'a')).toEqual([
      'a',
      'renamed_1_a',
      'b',
      'x/a',
      'x/renamed_2_a',
      'renamed_3_a',
    ]);
    expect(taken('renamed_1_a', 'a', 'a')).toEqual(['renamed_1_a', 'a', 'renamed_2_a']);
  });

  test('are taken in other spellings too, which many file systems do not distinguish', () => {
    expect(taken('É', 'é', 'e\u0301')).toEqual(['É', 'renamed_1_é', 'renamed_2_e\u0301']);
  });

  test('stay within what an archive can hold', () => {
    const [long = '', deep = ''] = taken('x'.repeat(100_000), '€€€/'.repeat(50_000));
    expect(long).toHaveLength(255);
    expect(Buffer.byteLength(deep)).toBeLessThan(65_536);
  });

  test('are always relative, without parents, and different from each other', () => {
    const part = fc.constantFrom('/', '\\', '..', '.', 'a', 'A', 'C:', 'renamed_1_', '\0', '\n');
    fc.assert(
      fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (names) => {
        const entries = taken(...names);
        expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(names.length);
        for (const entry of entries) {
          const segments = entry.split('/');
          expect(segments.some((s) => s === '' || s === '.' || s === '..')).toBe(false);
          expect(entry).not.toMatch(/[\\\p{Cc}]|^[A-Za-z]:/u);
        }
      }),
    );
  });
});
