import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTimestamp, writeTimestamp } from './timestamp.ts';

test.each([
  ['2024', '2024-01-01T00:00:00.000Z'],
  ['2024Z', '2024-01-01T00:00:00.000Z'],
  ['2024-02', '2024-02-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-02-03T10:20', '2024-02-03T10:20:00.000Z'],
  ['2024-02-03T10:20Z', '2024-02-03T10:20:00.000Z'],
  ['2024-02-03T10:20:30', '2024-02-03T10:20:30.000Z'],
  ['2024-02-03T10:20:30.4Z', '2024-02-03T10:20:30.400Z'],
  ['2024-02-03T10:20:30.400999999Z', '2024-02-03T10:20:30.400Z'],
  ['2024-02-03T10:20:30+02', '2024-02-03T08:20:30.000Z'],
  ['2024-02-03T10:20:30+02:30', '2024-02-03T07:50:30.000Z'],
  ['2024-02-03T10:20:30-0530', '2024-02-03T15:50:30.000Z'],
  ['2024-02-03+01:00', '2024-02-02T23:00:00.000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is the instant %s', (text, instant) => {
  const epochMs = parseTimestamp(text);
  expect(epochMs === undefined ? undefined : writeTimestamp(epochMs)).toBe(instant);
});

test.each([
  '',
  'now',
  '24',
  '2024-13',
  '2024-02-30',
  '2023-02-29',
  '2024-00-01',
  '2024-2-3',
  '2024-02-03T10',
  '2024-02-03T24:00',
  '2024-02-03T10:60',
  '2024-02-03T10:20:60',
  '2024-02-03T10:20:30.Z',
  '2024-02-03 10:20:30',
  '2024-02-03T10:20:30z',
  '2024-02-03T10:20:30+25:00',
  '2024-02-03T10:20:30Z ',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00+01:00',
  '1706955630400',
])('%j is not a date', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test('every instant that can be written is read back exactly', () => {
  const instants = fc.date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (date) => {
      expect(parseTimestamp(writeTimestamp(date.getTime()))).toBe(date.getTime());
    }),
  );
});
