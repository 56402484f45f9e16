import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvError, CsvParser } from './csv-parser.ts';

function parse(parts: readonly string[]) {
  const parser = new CsvParser();
  return [...parts.flatMap((part) => parser.push(part)), ...parser.end()];
}

const valuesOf = (text: string) => parse([text]).map(({ values }) => values);

test.each([
  ['', []],
  ['a', [['a']]],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,\n,b',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['\n\r\n\ra', [['a']]],
  ['"a,b","c""d"\n', [['a,b', 'c"d']]],
  ['""\n', [['']]],
  ['"a\r\nb",c', [['a\r\nb', 'c']]],
  [',', [['', '']]],
])('%j is %j', (text, expected) => expect(valuesOf(text)).toEqual(expected));

test.each([
  ['a"b', 1],
  ['a\n"b" c', 2],
  ['a\n"b\n\nc', 2],
])('%j is refused at line %d', (text, line) => {
  expect(() => parse([text])).toThrow(CsvError);
  expect(() => parse([text])).toThrow(expect.objectContaining({ line }));
});

test('records know the line in which they begin', () => {
  const lines = parse(['a\r\n"b\n', 'c"\r', '\n\nd\re']).map(({ line }) => line);
  expect(lines).toEqual([1, 2, 5, 6]);
});

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', '\r\n', ' ', '😀') });

/** Every record has two values, so that none is an empty line. */
const records = fc.array(
  fc.tuple(cell, cell).map(([a, b]) => [a, b]),
  { maxLength: 20 },
);

test('what was written is read, however the text is cut', () => {
  fc.assert(
    fc.property(
      records,
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(300)),
      (rows, end, cuts) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map((row) => row.map(quote).join(',') + end).join('');
        const places = [0, ...cuts.filter((at) => at < text.length).sort((a, b) => a - b)];
        const parts = places.map((at, index) => text.slice(at, places[index + 1]));
        expect(parse(parts).map(({ values }) => values)).toEqual(rows);
      },
    ),
  );
});
