import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsvRecords } from './csv-records.ts';

test.each([
  ['', []],
  ['id,label', []],
  ['id,label\na,b', [{ id: 'a', label: 'b' }]],
  ['\ufeffid, label\r\na, b \r\n', [{ id: 'a', label: ' b ' }]],
  [
    'id,label\ra,\r\r,b\r',
    [
      { id: 'a', label: '' },
      { id: '', label: 'b' },
    ],
  ],
  ['id\n"a,""b"""\n"c\nd"\n', [{ id: 'a,"b"' }, { id: 'c\nd' }]],
  ['id,label\n\n"a",""', [{ id: 'a', label: '' }]],
  ['id,label\na,', [{ id: 'a', label: '' }]],
])('%j are the records %j', (text, records) => {
  expect(parseCsvRecords(text)).toEqual(records);
});

test.each([
  ['id,label\na', 'line 2 of the CSV has 1 values for 2 columns'],
  ['id,label\na,b\n"x\ny",b\na,b,c', 'line 5 of the CSV has 3 values'],
  ['id\n"a', 'line 2 of the CSV has a quote that is out of place'],
  ['id\n"a"b', 'line 2 of the CSV has a quote'],
  ['id\na"b', 'line 2 of the CSV has a quote'],
  ['id,id\na,b', 'line 1 of the CSV names the column id twice'],
])('%j is refused, and the line named', (text, message) => {
  expect(() => parseCsvRecords(text)).toThrow(message);
});

test('any values survive being quoted', () => {
  const table = fc.integer({ min: 2, max: 4 }).chain((width) => {
    const row = fc.array(fc.string({ unit: 'grapheme' }), { minLength: width, maxLength: width });
    return fc.array(row);
  });
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), (rows, lineEnd) => {
      const columns = (rows[0] ?? ['', '']).map((_, index) => `c${index}`);
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
      const text = [columns, ...rows].map((row) => row.map(quoted).join(',')).join(lineEnd);
      const expected = rows.map((row) =>
        Object.fromEntries(columns.map((column, index) => [column, row[index]])),
      );
      expect(parseCsvRecords(text)).toEqual(expected);
    }),
  );
});

test('a file of nothing but columns is read', () => {
  const columns = Array.from({ length: 150_000 }, (_, index) => `c${index}`);
  expect(parseCsvRecords(columns.join(','))).toEqual([]);
  expect(() => parseCsvRecords([...columns, 'c149999'].join(','))).toThrow('c149999 twice');
});

test('a file has as many records as a list has items, and no more', () => {
  const csv = `id${'\na'.repeat(50_000)}\n`;
  expect(parseCsvRecords(csv)).toHaveLength(50_000);
  expect(() => parseCsvRecords(`${csv}b`)).toThrow('line 50002 of the CSV is beyond the 50000');
});
