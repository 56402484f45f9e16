import { expect, test } from 'vitest';
import { addPeriod, parseTimestamp } from './instants.ts';

const january31 = Date.UTC(2024, 0, 31, 10);

test.each([
  ['P1D', Date.UTC(2024, 1, 1, 10)],
  ['-P7D', Date.UTC(2024, 0, 24, 10)],
  ['P1M', Date.UTC(2024, 1, 29, 10)],
  ['-P1Y2M', Date.UTC(2022, 10, 30, 10)],
  ['PT1H30M', Date.UTC(2024, 0, 31, 11, 30)],
  ['-PT0.5S', january31 - 500],
  ['+P1DT1H', Date.UTC(2024, 1, 1, 11)],
])('the period %s is added to an instant', (period, expected) => {
  expect(addPeriod(january31, period)).toBe(expected);
});

test.each(['', 'P', 'PT', 'P1', '1D', 'P1DT', 'P1H', 'PT1D', 'P-1D', 'P1D ', 'P999999999Y'])(
  'the period %j cannot be read',
  (period) => {
    expect(addPeriod(january31, period)).toBeUndefined();
  },
);

test.each([
  ['2024-05-01', Date.UTC(2024, 4, 1)],
  ['2024-05-01T10:00', Date.UTC(2024, 4, 1, 10)],
  ['2024-05-01 10:00:00.123456', Date.UTC(2024, 4, 1, 10, 0, 0, 123)],
  ['2024-05-01T10:00:00-0530', Date.UTC(2024, 4, 1, 15, 30)],
  ['0099-01-01T00:00:00Z', Date.parse('0099-01-01T00:00:00Z')],
])('%s is an instant', (text, expected) => {
  expect(parseTimestamp(text)).toBe(expected);
});

test.each(['2024-13-01', '2023-02-29', '2024-05-01T24:00:00', '2024-05-01T10', '1', 'now'])(
  '%s is no instant',
  (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  },
);
