import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../base/errors/app-error.ts';
import { limits } from '../base/limits.ts';
import { isDocumentName, validateDocumentName } from './document-name.ts';

function isRefused(name: string): boolean {
  try {
    validateDocumentName(name);
    return false;
  } catch (error) {
    if (!isAppError(error, 'document.name-invalid')) throw error;
    expect(error.status).toBe(400);
    return true;
  }
}

test.each([
  ['report', 'report'],
  ['  report.pdf ', 'report.pdf'],
  ['doc with [brackets]', 'doc with [brackets]'],
  ['test ; doc #, $, :, ;', 'test ; doc #, $, :, ;'],
  ['@home', '@home'],
  ['back\\slash', 'back-slash'],
  ['e\u0301t\u00e9', '\u00e9t\u00e9'],
  [
    'a name longer than the twenty-four characters',
    'a name longer than the twenty-four characters',
  ],
])('the name %j becomes %j', (asked, name) => {
  expect(validateDocumentName(asked)).toBe(name);
});

test.each(['-', '...', ' - .,;?!: ', '\\', `'"`])(
  'the name %j is meaningless and is replaced by a positive number',
  (name) => {
    const given = validateDocumentName(name);
    expect(given).toMatch(/^[1-9]\d*$/);
    expect(BigInt(given)).toBeLessThan(2n ** 63n);
  },
);

test.each(['', '  ', '.', '..', 'a/b', '/', 'a\0b', 'a\u007f', 'a\nb', 'a\u0085b', 'a\ud800'])(
  'the name %j is refused',
  (name) => {
    expect(isRefused(name)).toBe(true);
  },
);

test('a name may have as many characters as the limit allows, and no more', () => {
  expect(validateDocumentName('x'.repeat(limits.nameLengthMax))).toHaveLength(limits.nameLengthMax);
  expect(isRefused('x'.repeat(limits.nameLengthMax + 1))).toBe(true);
  // Normalisation may lengthen a name: this character becomes three.
  expect(isRefused('\u{fb2c}'.repeat(limits.nameLengthMax / 3 + 1))).toBe(true);
});

test('every accepted name can stand in a path and is accepted again as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (asked) => {
      if (isRefused(asked)) return;
      const name = validateDocumentName(asked);
      expect(name).not.toMatch(/[/\p{Cc}]/u);
      expect(name).not.toBe('');
      expect(isDocumentName(name)).toBe(true);
      expect(validateDocumentName(name)).toBe(name);
    }),
  );
});
