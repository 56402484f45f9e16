import { describe, expect, test } from 'vitest';
import { bindParameters, escapeString } from './bind-parameters.ts';
import { parseQuery } from './parse-query.ts';
import type { Comparison } from './syntax-tree.ts';

describe('filling in parameters', () => {
  test('positional values are taken in order, as literals of their types', () => {
    const positional = ['x', 5, -0.5, true, false, new Date(0), ['a', 2], 10n];
    expect(bindParameters('? ? ? ? ? ? ? ?', { positional })).toBe(
      "'x' 5 -0.5 1 0 TIMESTAMP '1970-01-01T00:00:00.000Z' ('a', 2) 10",
    );
  });

  test('what has no value stays, and values too many are ignored', () => {
    expect(bindParameters('? ?', { positional: ['x'] })).toBe("'x' ?");
    expect(bindParameters('?', { positional: ['x', 'y'] })).toBe("'x'");
    expect(bindParameters('a = :b', {})).toBe('a = :b');
    expect(bindParameters('a = :toString', { named: {} })).toBe('a = :toString');
  });

  test('a name may have a prefix, and its value come without', () => {
    const text = 'dc:title = :np:title AND a=:np:b';
    expect(bindParameters(text, { named: { 'np:title': 'x', b: 'y' } })).toBe(
      "dc:title = 'x' AND a='y'",
    );
    expect(bindParameters(text, { named: { np: 'x' } })).toBe(text);
  });

  test('without quotes a value by position is as it is, and one by name still a literal', () => {
    const parameters = { positional: ['0', "it's"], named: { t: 'x' }, mode: 'escaped' } as const;
    expect(bindParameters("a = ? AND b = '?' AND c = :t", parameters)).toBe(
      String.raw`a = 0 AND b = 'it\'s' AND c = 'x'`,
    );
  });

  test('a name after a prefix is not a parameter', () => {
    const named = { title: 'x' };
    expect(bindParameters('dc:title = :title AND a=:title', { named })).toBe(
      "dc:title = 'x' AND a='x'",
    );
  });

  test('the inside of strings is left alone, unless the pattern brings the quotes', () => {
    expect(bindParameters("'?' = ?", { positional: ['x'] })).toBe("'?' = 'x'");
    const escaped = { positional: ['it\'s "x"', 'y'], mode: 'escaped' } as const;
    expect(bindParameters("a LIKE '?%' AND b = ?", escaped)).toBe(
      String.raw`a LIKE 'it\'s "x"%' AND b = y`,
    );
    expect(bindParameters('a LIKE "?%"', escaped)).toBe(String.raw`a LIKE "it's \"x\"%"`);
  });

  test('a string that does not end is left unchanged, in every mode', () => {
    const positional = ['x'];
    for (const mode of ['quoted', 'escaped'] as const) {
      for (const open of ["a = 'b?", 'a = "b?', "a = 'b\\", "a = 'b\\'", "a = '"]) {
        expect(bindParameters(open, { positional, mode })).toBe(open);
      }
    }
  });

  test('any value is read back unchanged and cannot end its quotes', () => {
    const values = [
      "' OR 1 = 1 OR a = '",
      '\\',
      "\\' OR '",
      'a\nb\r\tc',
      '"',
      '?',
      ':x',
      'a\\%b',
      '%',
    ];
    for (const value of values) {
      const text = bindParameters('SELECT * FROM File WHERE a = ?', { positional: [value] });
      expect((parseQuery(text).where as Comparison).right).toMatchObject({ value });
      const quoted = `SELECT * FROM File WHERE a = "${escapeString(value, '"')}"`;
      expect((parseQuery(quoted).where as Comparison).right).toMatchObject({ value });
    }
  });

  test('what cannot be written is refused', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN)]) {
      expect(() => bindParameters('?', { positional: [value] })).toThrow('query parameter');
    }
  });

  test('a whole query can be a raw parameter', () => {
    const positional = ['SELECT * FROM File'];
    expect(bindParameters('?', { positional, mode: 'raw' })).toBe('SELECT * FROM File');
  });
});
