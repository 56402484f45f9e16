import { describe, expect, test } from 'vitest';
import type { ParameterValue } from '../query/bind-parameters.ts';
import type { PredicateOperator } from './definition.ts';
import { predicateClause } from './predicates.ts';

function clause(
  operator: PredicateOperator,
  value: ParameterValue,
  property = 'dc:title',
): string | undefined {
  const fields = ['s:a'];
  return predicateClause({ property, operator, fields }, new Map([['s:a', value]]));
}

describe('a predicate', () => {
  test.each<[PredicateOperator, ParameterValue, string]>([
    ['=', 'a', "dc:title = 'a'"],
    ['=', "o'clock \\", "dc:title = 'o\\'clock \\\\'"],
    ['=', true, 'dc:title = 1'],
    ['=', false, 'dc:title = 0'],
    ['=', ['a', 'b'], "dc:title = 'a'"],
    ['!=', 3n, 'dc:title != 3'],
    ['>=', new Date(0), "dc:title >= TIMESTAMP '1970-01-01T00:00:00.000Z'"],
    ['LIKE', 'a%', "dc:title LIKE 'a%'"],
    ['NOT ILIKE', 'a%', "dc:title NOT ILIKE 'a%'"],
    ['IN', 'a', "dc:title = 'a'"],
    ['IN', ['a'], "dc:title = 'a'"],
    ['IN', ['a', 'b'], "dc:title IN ('a', 'b')"],
    ['NOT IN', ['a', 'b'], "NOT (dc:title IN ('a', 'b'))"],
    ['STARTSWITH', ['a', 'b'], "(dc:title STARTSWITH 'a' OR dc:title STARTSWITH 'b')"],
    ['IS NULL', true, 'dc:title IS NULL'],
    ['IS NULL', false, 'dc:title IS NOT NULL'],
    ['ISEMPTY', true, "(dc:title IS NULL OR dc:title = '')"],
    ['ISEMPTY', false, "NOT (dc:title IS NULL OR dc:title = '')"],
  ])('%s %o is %s', (operator, value, expected) => {
    expect(clause(operator, value)).toBe(expected);
  });

  test('looks for ancestors one by one', () => {
    const expected = "(ecm:ancestorId = 'a' OR ecm:ancestorId = 'b')";
    expect(clause('IN', ['a', 'b'], 'ecm:ancestorId')).toBe(expected);
  });

  test.each<[ParameterValue | undefined, ParameterValue | undefined, string | undefined]>([
    [1, 2, 'dc:title BETWEEN 1 AND 2'],
    [1, undefined, 'dc:title >= 1'],
    [undefined, 2, 'dc:title <= 2'],
    [undefined, undefined, undefined],
  ])('BETWEEN %j and %j is %s', (low, high, expected) => {
    const given: [string, ParameterValue | undefined][] = [
      ['s:low', low],
      ['s:high', high],
    ];
    const values = new Map(
      given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const predicate = { property: 'dc:title', operator: 'BETWEEN', fields: ['s:low', 's:high'] };
    expect(predicateClause({ ...predicate, operator: 'BETWEEN' }, values)).toBe(expected);
  });

  test('without a value is none', () => {
    const predicate = { property: 'dc:title', operator: '=', fields: ['s:a'] } as const;
    expect(predicateClause(predicate, new Map())).toBeUndefined();
  });

  test.each([
    ['two words', 'two words'],
    ['a-b@c.d (e) {f} <g> h:i', 'a-b c d e f g h i'],
    ['- one * two', 'one two'],
    ['pre* -not "a phrase"', 'pre* -not "a phrase"'],
    ['!!!', ''],
  ])('takes the words of %j', (text, expected) => {
    expect(clause('FULLTEXT', text, 'ecm:fulltext')).toBe(`ecm:fulltext = '${expected}'`);
    expect(clause('FULLTEXT ALL', text)).toBe(`ecm:fulltext.dc:title = '${expected}'`);
  });
});
