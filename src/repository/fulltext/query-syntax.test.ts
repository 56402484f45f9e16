import { expect, test } from 'vitest';
import { parseFulltextQuery } from './query-syntax.ts';

/** `all words -without` for each alternative; the words of a phrase are joined, `*` marks a beginning. */
function read(text: string): string[] {
  return parseFulltextQuery(text).groups.map(({ required, excluded }) =>
    [
      ...required.map(({ words, isPrefix }) => words.join('_') + (isPrefix ? '*' : '')),
      ...excluded.map(({ words, isPrefix }) => `-${words.join('_')}${isPrefix ? '*' : ''}`),
    ].join(' '),
  );
}

test.each([
  ['alpha beta', ['alpha beta']],
  ['  alpha\t+beta\n', ['alpha beta']],
  ['alpha OR beta gamma or delta', ['alpha', 'beta gamma', 'delta']],
  ['alpha -beta -"gamma delta"', ['alpha -beta -gamma_delta']],
  ['+"alpha beta" gamma', ['alpha_beta gamma']],
  ['"alpha"', ['alpha']],
  ['"alpha OR beta"', ['alpha_beta']],
  ['alp* bet% -gam*', ['alp* bet* -gam*']],
  ['alpha-beta gamma.delta@epsilon.zeta', ['alpha_beta gamma_delta_epsilon_zeta']],
  ['alpha ... ?! "" -! beta', ['alpha beta']],
  ['alpha OR the OR beta', ['alpha', 'beta']],
  ['orange or ORegano', ['orange', 'oregano']],
  ['-alpha', []],
  ['-alpha OR beta', ['beta']],
  ['', []],
  ['the of', []],
  ['--alpha beta', ['beta -alpha']],
])('%s is read as %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  ['OR', 'standalone OR'],
  ['or alpha', 'standalone OR'],
  ['alpha OR OR beta', 'OR OR'],
  ['alpha OR', 'final OR'],
  ['alpha - beta', 'standalone -'],
  ['+', 'standalone +'],
  ['"alpha beta', 'unterminated phrase'],
  ['alpha -"beta', 'unterminated phrase'],
  ['al"pha', 'double quotes in word'],
  ['"alpha"beta', 'double quotes in word'],
])('%s is refused: %s', (text, reason) => {
  expect(() => parseFulltextQuery(text)).toThrow(
    expect.objectContaining({
      code: 'request.invalid',
      status: 400,
      message: `Invalid fulltext query (${reason}): ${text}`,
    }),
  );
});

test('200 words are searched, more are refused at once and not repeated', () => {
  const text = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  expect(parseFulltextQuery(text(200)).groups[0]?.required).toHaveLength(200);
  expect(() => parseFulltextQuery(text(201))).toThrow(/^Invalid fulltext query \(more than 200/);
  const long = 'alpha"'.repeat(20_000);
  expect(() => parseFulltextQuery(long)).toThrow(/^.{1,200}$/u);
});
