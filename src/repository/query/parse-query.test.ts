import { describe, expect, test } from 'vitest';
import { isAppError } from '../../base/errors/app-error.ts';
import { parseQuery } from './parse-query.ts';
import { queryLimits } from './query-limits.ts';
import type { Comparison, Predicate } from './syntax-tree.ts';

function where(predicate: string): Predicate | undefined {
  return parseQuery(`SELECT * FROM Document WHERE ${predicate}`).where;
}

function fault(query: string): { message: string; status: number; offset: unknown } {
  try {
    parseQuery(query);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { offset } = error.detail as { offset: number };
    return { message: error.message, status: error.status, offset };
  }
  throw new Error(`${query} was read`);
}

describe('reading a query', () => {
  test('no separator is needed between tokens', () => {
    expect(where('ecm:isTrashed = 0AND (dc:title="x")')).toMatchObject({
      kind: 'and',
      items: [
        { kind: 'comparison', right: { kind: 'integer', value: 0n } },
        { kind: 'comparison', right: { kind: 'string', value: 'x' } },
      ],
    });
  });

  test('keywords have three spellings, and any other is a name', () => {
    for (const text of ['SELECT * FROM File', 'select * from File', 'Select * From File']) {
      expect(parseQuery(text).types).toMatchObject([{ name: 'File' }]);
    }
    expect(fault('sElect * FROM File').message).toContain('Invalid token <sElect> at offset 0');
    expect(where("a IS NULL or b ILike 'x' And c StartsWith 'd'")).toMatchObject({ kind: 'or' });
    expect(parseQuery('SELECT * FROM File Order By dc:title Desc').orderBy).toMatchObject([
      { isDescending: true },
    ]);
    expect(fault('SELECT * FROM File ORDER  BY dc:title').message).toContain(
      'Invalid token <ORDER>',
    );
  });

  test('NOT binds closer than AND, and AND closer than OR', () => {
    expect(where('a = 1 OR NOT b = 2 AND c = 3')).toMatchObject({
      kind: 'or',
      items: [
        { kind: 'comparison' },
        { kind: 'and', items: [{ kind: 'not' }, { kind: 'comparison' }] },
      ],
    });
  });

  test('strings keep a backslash that escapes nothing', () => {
    const literalIn = (literal: string) => (where(`a = ${literal}`) as Comparison).right;
    expect(literalIn(String.raw`'a\%b\'c\\d\n\"'`)).toMatchObject({ value: 'a\\%b\'c\\d\n\\"' });
    expect(literalIn(String.raw`"it's \"so\""`)).toMatchObject({ value: 'it\'s "so"' });
  });

  test('numbers are exact, negative ones too', () => {
    const literalIn = (literal: string) => (where(`a = ${literal}`) as Comparison).right;
    expect(literalIn('-9223372036854775808')).toMatchObject({ value: -9223372036854775808n });
    expect(literalIn('-.5e1')).toMatchObject({ kind: 'double', value: -5 });
    expect(literalIn('007')).toMatchObject({ kind: 'double', value: 7 });
    expect(fault('SELECT * FROM File WHERE a = 9223372036854775808').message).toContain(
      'out of range at offset 29',
    );
    expect(fault('SELECT * FROM File WHERE a = 1e999').status).toBe(400);
  });

  test('a path into a property has names, indexes and wildcards', () => {
    expect((where("files:files/*1/file/name = 'x'") as Comparison).left).toMatchObject({
      name: 'files:files',
      steps: [
        { kind: 'any', correlation: 1 },
        { kind: 'name', name: 'file' },
        { kind: 'name', name: 'name' },
      ],
    });
  });

  test('an index may stand in brackets, after a name that means nothing', () => {
    for (const [written, step] of [
      ['item[0]', { kind: 'index', index: 0 }],
      ['item[*]', { kind: 'any', correlation: undefined }],
      ['file[*2]', { kind: 'any', correlation: 2 }],
    ] as const) {
      expect((where(`files:files/${written}/file/name = 'x'`) as Comparison).left).toMatchObject({
        steps: [step, { kind: 'name', name: 'file' }, { kind: 'name', name: 'name' }],
      });
    }
  });

  test('dates are midnight in UTC, timestamps take a zone', () => {
    const literalIn = (literal: string) => (where(`a < ${literal}`) as Comparison).right;
    expect(literalIn("DATE '2024-05-01'")).toMatchObject({ value: Date.UTC(2024, 4, 1) });
    const noon = { kind: 'timestamp', value: Date.UTC(2024, 4, 1, 12) };
    expect(literalIn("TIMESTAMP '2024-05-01 12:00:00'")).toMatchObject(noon);
    expect(literalIn("TimeStamp '2024-05-01T14:00:00.000+02:00'")).toMatchObject(noon);
    for (const text of ["DATE '2024-02-30'", "DATE 'x'", "TIMESTAMP '2024-01-01T25:00:00'"]) {
      expect(fault(`SELECT * FROM File WHERE a < ${text}`).message).toMatch(
        /Invalid (date|timest)/,
      );
    }
  });

  test('limits in the text are read and have no effect', () => {
    expect(parseQuery('SELECT * FROM File LIMIT 10 OFFSET 5').types).toHaveLength(1);
  });

  test('columns have the name that was written, or their alias', () => {
    const { columns } = parseQuery('SELECT DISTINCT dc:title AS t, COUNT( ecm:uuid ) FROM File');
    expect(columns?.map(({ name }) => name)).toEqual(['t', 'COUNT( ecm:uuid )']);
  });
});

describe('a query that cannot be read', () => {
  test.each([
    ['', '<EOF> at offset 0: expected SELECT', 0],
    ['SELECT * FROM', '<EOF> at offset 13: expected a document type', 13],
    ['SELECT * FROM File WHERE', 'expected a property, a value or a function', 24],
    ['SELECT * FROM File WHERE a', '<EOF> at offset 26: expected an operator', 26],
    ['SELECT * FROM File WHERE a = 1 b', 'Invalid token <b> at offset 31', 31],
    ['SELECT * FROM File WHERE (a = 1', 'expected AND, OR or )', 31],
    ['SELECT * FROM File WHERE a IN ()', 'expected a value', 31],
    ['SELECT * FROM File WHERE a IN (1 2)', 'expected , or )', 33],
    ['SELECT * FROM File WHERE a LIKE 1', 'expected a string', 32],
    ["SELECT * FROM File WHERE a NOT STARTSWITH 'x'", 'IN, BETWEEN, LIKE or ILIKE', 31],
    ['SELECT * FROM File GROUP BY a', 'Invalid token <GROUP BY>', 19],
    ['SELECT COUNT(*) FROM File', 'Invalid token <*> at offset 13', 13],
    ['SELECT * FROM File WHERE a = ?', 'Lexical Error: Illegal character <?> at offset 29', 29],
    ['SELECT * FROM File WHERE a = :x', 'Illegal character <:> at offset 29', 29],
    ["SELECT * FROM File WHERE a = 'x", "Illegal character <'> at offset 29 (the string", 29],
    ["SELECT * FROM File WHERE a = 'x\ny'", "Illegal character <'> at offset 29", 29],
    ["SELECT * FROM File WHERE a = '\0'", 'Lexical Error', 29],
    ["SELECT * FROM File WHERE a = '\ud800'", 'Lexical Error', 29],
    ['SELECT * FROM File WHERE a + 1 = 2', 'arithmetic is not available, at offset 27', 27],
  ])('%s', (query, message, offset) => {
    expect(fault(query)).toEqual({
      message: expect.stringContaining(message),
      status: 400,
      offset,
    });
    expect(fault(query).message).toMatch(/^Failed to execute query: /);
  });

  test('every bound is refused just above it', () => {
    const inside = 'a = 1';
    const nested = (depth: number) => `${'('.repeat(depth)}${inside}${')'.repeat(depth)}`;
    const { depthMax, conditionsMax, listLengthMax, lengthMax } = queryLimits;
    expect(where(nested(depthMax))).toBeDefined();
    expect(fault(`SELECT * FROM File WHERE ${nested(depthMax + 1)}`).message).toContain('nested');
    expect(fault(`SELECT * FROM File WHERE ${'NOT '.repeat(depthMax + 1)}${inside}`).status).toBe(
      400,
    );
    const chain = (count: number) => Array(count).fill(inside).join(' OR ');
    expect(where(chain(conditionsMax))).toBeDefined();
    expect(fault(`SELECT * FROM File WHERE ${chain(conditionsMax + 1)}`).message).toContain(
      'use IN',
    );
    const list = (count: number) => `a IN (${Array(count).fill('1').join(',')})`;
    expect(where(list(listLengthMax))).toBeDefined();
    expect(fault(`SELECT * FROM File WHERE ${list(listLengthMax + 1)}`).status).toBe(400);
    const long = fault(`SELECT * FROM File WHERE a = '${'x'.repeat(lengthMax)}'`);
    expect(long.message.length).toBeLessThan(1_000);
  });
});
