import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTokens } from '../../../src/repository/query/lexer.ts';
import { valueAt } from '../../src/screens/search/nxql/cells.ts';
import { placeAt } from '../../src/screens/search/nxql/completion-place.ts';
import { problemOf } from '../../src/screens/search/nxql/problem-place.ts';
import { selectsColumns, tokenAt, tokensOf } from '../../src/screens/search/nxql/tokens.ts';

const pieces = fc.constantFrom(
  ...['SELECT', 'select', 'sElect', 'ORDER BY', 'Order', ' ', '\n', '\t', 'dc:title', 'a/*1/b'],
  ...[
    "'it\\'s'",
    '"x"',
    "'open",
    '1',
    '0.5e3',
    '<>',
    '!=',
    '(',
    ',',
    '/*+ES: x',
    '*/',
    '/*',
    '€',
    '😀',
  ],
);
const queries = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces).map((each) => each.join('')),
);

function refused(): never {
  throw new Error('refused');
}

/** As the server reads it; undefined for what it refuses. */
function serverTokens(text: string): readonly string[] | undefined {
  try {
    const tokens = readTokens(text, refused).filter(({ kind }) => kind !== 'end');
    return tokens.map(({ offset, end }) => text.slice(offset, end));
  } catch {
    return undefined;
  }
}

describe('tokens', () => {
  test('cover the text, one after the other', () => {
    fc.assert(
      fc.property(queries, (text) => {
        const tokens = tokensOf(text);
        expect(tokens.map((each) => each.text).join('')).toBe(text);
        for (const each of tokens) expect(text.startsWith(each.text, each.at)).toBe(true);
      }),
    );
  });

  test('are those of the server, in queries that it reads', () => {
    fc.assert(
      fc.property(queries, (text) => {
        const expected = serverTokens(text);
        fc.pre(expected !== undefined);
        const tokens = tokensOf(text).filter(({ kind }) => kind !== 'space');
        expect(tokens.map((each) => each.text)).toEqual(expected);
        expect(tokens.filter(({ kind }) => kind === 'wrong')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('of lines are those of the whole text', () => {
    fc.assert(
      fc.property(queries, (text) => {
        const kinds: string[] = [];
        let isInHint = false;
        for (const line of text.split('\n')) {
          for (let at = 0; at < line.length; ) {
            const token = tokenAt(line, at, isInHint);
            if (token.kind !== 'space') kinds.push(token.kind);
            isInHint = token.isInHint;
            at += token.text.length;
          }
        }
        const whole = tokensOf(text).flatMap((token) => linesOf(token));
        expect(kinds).toEqual(whole);
      }),
    );
  });

  test('tell whether columns are selected', () => {
    expect(selectsColumns('SELECT * FROM File')).toBe(false);
    expect(selectsColumns('select distinct dc:title from File')).toBe(true);
    expect(selectsColumns(' SELECT COUNT(ecm:uuid) FROM File')).toBe(true);
    expect(selectsColumns('SELECT')).toBe(false);
  });
});

/** Hints go over lines; all other tokens end with their line. */
function linesOf({ kind, text }: ReturnType<typeof tokensOf>[number]): string[] {
  if (kind === 'space') return [];
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(() => kind);
}

describe('what can stand at a place', () => {
  test.each([
    ['', { kind: 'start' }],
    ['SEL', { kind: 'start' }],
    ['SELECT ', { kind: 'columns' }],
    ['SELECT dc:title, ', { kind: 'columns' }],
    ['SELECT * ', { kind: 'afterColumns' }],
    ['SELECT * FROM Fi', { kind: 'types' }],
    ['SELECT * FROM File, ', { kind: 'types' }],
    ['SELECT * FROM File ', { kind: 'afterTypes' }],
    ['SELECT * FROM File WHERE dc:', { kind: 'conditions' }],
    ['SELECT * FROM File WHERE (dc:', { kind: 'conditions' }],
    ['SELECT * FROM File WHERE dc:title ', { kind: 'operators' }],
    ['SELECT * FROM File WHERE dc:nature = ', { kind: 'values', property: 'dc:nature' }],
    ["SELECT * FROM File WHERE dc:nature = 'me", { kind: 'values', property: 'dc:nature' }],
    ["SELECT * FROM File WHERE dc:nature IN ('memo', ", { kind: 'values', property: 'dc:nature' }],
    ["SELECT * FROM File WHERE dc:nature IN ('memo') ", { kind: 'afterConditions' }],
    ["SELECT * FROM File WHERE dc:title = 'x' ", { kind: 'afterConditions' }],
    ["SELECT * FROM File WHERE dc:title = 'x' AND ", { kind: 'conditions' }],
    ['SELECT * FROM File WHERE x BETWEEN 1 AND ', { kind: 'values', property: 'x' }],
    ['SELECT * FROM File ORDER BY dc:', { kind: 'sortKeys' }],
    ['SELECT * FROM File ORDER BY dc:title ', { kind: 'afterSortKeys' }],
  ])('%j', (text, expected) => {
    expect(placeAt(text, text.length).expected).toEqual(expected);
  });

  test('begins with what is being typed', () => {
    const text = "SELECT * FROM File WHERE dc:nature = 'me";
    expect(placeAt(text, text.length)).toMatchObject({ from: text.indexOf("'"), isQuoted: true });
    expect(placeAt('SELECT * FROM Fi', 16)).toMatchObject({ from: 14, isQuoted: false });
  });
});

describe('problems are shown at their place', () => {
  const shown = (query: string, detail: string) => {
    const { message, range } = problemOf(query, `Failed to execute query: ${query}, ${detail}`);
    return [message, range && query.slice(range.from, range.to)];
  };

  test.each([
    ['SELECT * FROM File WHERE x ! 1', 'Lexical Error: Illegal character <!> at offset 27', '!'],
    ['SELECT * FROM', 'Syntax error: Invalid token <EOF> at offset 13: expected x', 'FROM'],
    [
      "SELECT * FROM File WHERE t > 'at offset 3'",
      "the string 'at offset 3' at offset 29 does not compare",
      "'at offset 3'",
    ],
    ['SELECT * FROM Fil', 'Unknown type: Fil', 'Fil'],
    ['SELECT * FROM File WHERE dc:x/y = 1', 'No such property: dc:x/y', 'dc:x/y'],
    ["SELECT * FROM File WHERE x > NOW('z')", 'Invalid period: z', "'z'"],
    ['SELECT * FROM File', 'something else', undefined],
  ])('%s', (query, detail, place) => {
    expect(shown(query, detail)).toEqual([detail, place]);
  });
});

test('values within others are found by their paths', () => {
  const properties = {
    'files:files': [{ file: { name: 'a' } }, { file: { name: 'b' } }],
    'file:content': { name: 'c' },
    icon: 'i',
  };
  expect(valueAt(properties, 'files:files/*/file/name')).toEqual(['a', 'b']);
  expect(valueAt(properties, 'file:content/name')).toBe('c');
  expect(valueAt(properties, 'common:icon')).toBe('i');
  expect(valueAt(properties, 'dc:none/x')).toBeUndefined();
});
