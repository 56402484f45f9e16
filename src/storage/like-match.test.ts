import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LikePattern, parseLikePattern } from './like-match.ts';

const unlimited = () => undefined;

/** The same by regular expressions. */
function expected(pattern: string, text: string): boolean {
  const source = parseLikePattern(pattern).map((part) => {
    if (part === 'any') return '[\\s\\S]*';
    return part === 'one' ? '[\\s\\S]' : `\\u{${(part.literal.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return new RegExp(`^${source.join('')}$`, 'u').test(text);
}

test.each([
  ['', '', true],
  ['', 'a', false],
  ['%', '', true],
  ['a%', 'abc', true],
  ['%c', 'abc', true],
  ['%b%', 'abc', true],
  ['a%a', 'a', false],
  ['_', '😀', true],
  ['%_', '😀', true],
  ['__', '😀', false],
  ['%😀_', 'a😀😀', true],
  ['\\%%', '%a', true],
  ['100\\%', '1000', false],
])('%s and %s: %s', (pattern, text, matches) => {
  expect(new LikePattern(pattern).matches(text, unlimited)).toBe(matches);
});

test('any pattern matches what the regular expression of the same meaning matches', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 8 });
  const signs = fc.array(fc.constantFrom('a', 'b', '😀', '%', '_', '\\%'), { maxLength: 7 });
  fc.assert(
    fc.property(letters, signs, (characters, parts) => {
      const [text, pattern] = [characters.join(''), parts.join('')];
      expect(new LikePattern(pattern).matches(text, unlimited)).toBe(expected(pattern, text));
    }),
    { numRuns: 5_000 },
  );
});

test('long texts are searched in pieces that leave nothing out', () => {
  const wanted = `${'ab'.repeat(40)}c`;
  for (let at = 8_000; at < 8_400; at += 7) {
    const text = `${'ab'.repeat(at / 2)}${wanted}${'ab'.repeat(9_000)}`;
    expect(new LikePattern(`%${wanted}%b`).matches(text, unlimited)).toBe(true);
    expect(new LikePattern(`%${wanted}%c`).matches(text, unlimited)).toBe(false);
  }
});

test('a match that takes long is stopped when the check throws', () => {
  const text = 'a'.repeat(1_000_000);
  const refuse = () => {
    throw new Error('enough');
  };
  const half = 'a'.repeat(1_900);
  for (const pattern of [`%${'a_'.repeat(1_900)}b%`, `%${half}b${half}%`, `%_${half}b%`]) {
    expect(() => new LikePattern(pattern).matches(text, refuse)).toThrow('enough');
  }
  let asked = 0;
  const some = new LikePattern('%ab%');
  for (let time = 0; time < 10; time += 1) {
    some.matches(text, () => {
      asked += 1;
    });
  }
  expect(asked).toBeGreaterThanOrEqual(10);
});
