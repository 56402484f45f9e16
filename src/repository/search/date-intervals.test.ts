import { expect, test } from 'vitest';
import { findDateInterval, formatDate, parseFormattedDate } from './date-intervals.ts';
import { addMonths, evaluateDateMath } from './date-math.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  ['second', '2026-05-13T10:20:30.400Z', '2026-05-13T10:20:30Z', '2026-05-13T10:20:31Z'],
  ['minute', '2026-05-13T10:20:30Z', '2026-05-13T10:20:00Z', '2026-05-13T10:21:00Z'],
  ['hour', '2026-05-13T10:20:30Z', '2026-05-13T10:00:00Z', '2026-05-13T11:00:00Z'],
  ['day', '2026-05-13T10:20:30Z', '2026-05-13T00:00:00Z', '2026-05-14T00:00:00Z'],
  ['week', '2026-05-13T10:20:30Z', '2026-05-11T00:00:00Z', '2026-05-18T00:00:00Z'],
  ['month', '2026-12-13T10:20:30Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['quarter', '2026-05-13T10:20:30Z', '2026-04-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['year', '2026-05-13T10:20:30Z', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['day', '1969-12-31T23:00:00Z', '1969-12-31T00:00:00Z', '1970-01-01T00:00:00Z'],
  ['week', '1969-12-31T23:00:00Z', '1969-12-29T00:00:00Z', '1970-01-05T00:00:00Z'],
  ['month', '1969-12-31T23:00:00Z', '1969-12-01T00:00:00Z', '1970-01-01T00:00:00Z'],
])('the %s of %s begins at %s and ends at %s', (name, instant, start, end) => {
  const interval = findDateInterval(name);
  expect(interval?.start(at(instant))).toBe(at(start));
  expect(interval?.next(at(start))).toBe(at(end));
});

test('there are no other intervals', () => {
  expect(findDateInterval('fortnight')).toBeUndefined();
});

test.each(['MM-yyyy', 'dd-MM-yyyy', 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss', 'yyyy.MM'])(
  'what is written as %s is read as the same instant',
  (pattern) => {
    const start = at('2026-05-01T00:00:00Z');
    expect(parseFormattedDate(formatDate(start, pattern), pattern)).toBe(start);
  },
);

test.each(['13-2026', '00-2026', '5-2026', '05-26', '05x2026', ''])('%j is not MM-yyyy', (text) => {
  expect(parseFormattedDate(text, 'MM-yyyy')).toBeUndefined();
});

test.each([
  ['now', '2026-03-31T12:00:00Z'],
  ['now-24H', '2026-03-30T12:00:00Z'],
  ['now-7d', '2026-03-24T12:00:00Z'],
  ['now-1M', '2026-02-28T12:00:00Z'],
  ['now-1y', '2025-03-31T12:00:00Z'],
  ['now+1w-90m', '2026-04-07T10:30:00Z'],
  ['2020-01-02', '2020-01-02T00:00:00Z'],
])('%s is an instant', (text, expected) => {
  expect(evaluateDateMath(text, at('2026-03-31T12:00:00Z'))).toBe(at(expected));
});

test.each(['', 'then', 'now-', 'now-7', 'now-7x', 'now - 7d', '2020-13-01'])(
  '%j is none',
  (text) => {
    expect(evaluateDateMath(text, 0)).toBeUndefined();
  },
);

test('a month after a long one ends where the short one does', () => {
  expect(addMonths(at('2028-01-31T00:00:00Z'), 1)).toBe(at('2028-02-29T00:00:00Z'));
});
