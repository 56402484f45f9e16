import { describe, expect, test } from 'vitest';
import { parseCronExpression } from './cron-expression.ts';

/** The next instants after one, as text. */
function instantsOf(text: string, after: string, count = 3, timeZone = 'UTC'): string[] {
  const expression = parseCronExpression(text, timeZone);
  const found: string[] = [];
  let atMs: number | null = Date.parse(after);
  for (let left = count; left > 0; left -= 1) {
    atMs = expression.next(atMs);
    if (atMs === null) break;
    found.push(new Date(atMs).toISOString().replace('.000Z', 'Z'));
  }
  return found;
}

describe('an expression of Quartz', () => {
  test.each<[text: string, after: string, expected: readonly string[]]>([
    // Steps from a value, and seconds first.
    [
      '0 0/5 * * * ?',
      '2026-11-22T10:01:00Z',
      ['2026-11-22T10:05:00Z', '2026-11-22T10:10:00Z', '2026-11-22T10:15:00Z'],
    ],
    ['30 0 * * * ?', '2026-11-22T10:00:00Z', ['2026-11-22T10:00:30Z', '2026-11-22T11:00:30Z']],
    ['0/20 * * * * ?', '2026-11-22T10:00:00Z', ['2026-11-22T10:00:20Z', '2026-11-22T10:00:40Z']],
    ['0 7/25 * * * ?', '2026-11-22T10:00:00Z', ['2026-11-22T10:07:00Z', '2026-11-22T10:32:00Z']],
    ['0 /30 10 * * ?', '2026-11-22T10:00:00Z', ['2026-11-22T10:30:00Z', '2026-11-23T10:00:00Z']],
    ['0 10-20/5 9 * * ?', '2026-11-22T09:10:00Z', ['2026-11-22T09:15:00Z', '2026-11-22T09:20:00Z']],
    ['0 1,2 9 * * ?', '2026-11-22T09:00:00Z', ['2026-11-22T09:01:00Z', '2026-11-22T09:02:00Z']],
    ['0 59 23 * * ?', '2026-11-22T23:59:00Z', ['2026-11-23T23:59:00Z']],
    // Days of the month.
    ['0 0 0 1/10 * ?', '2026-11-22T00:00:00Z', ['2026-12-01T00:00:00Z', '2026-12-11T00:00:00Z']],
    ['0 0 0 31 * ?', '2026-11-22T00:00:00Z', ['2026-12-31T00:00:00Z', '2027-01-31T00:00:00Z']],
    [
      '0 0 12 L * ?',
      '2027-12-31T12:00:00Z',
      ['2028-01-31T12:00:00Z', '2028-02-29T12:00:00Z', '2028-03-31T12:00:00Z'],
    ],
    // 15 November 2026 is a Sunday, 15 May 2027 a Saturday, 1 May 2027 a Saturday.
    ['0 0 9 15W 11 ?', '2026-11-01T00:00:00Z', ['2026-11-16T09:00:00Z', '2027-11-15T09:00:00Z']],
    ['0 0 9 15W 5 ?', '2027-05-01T00:00:00Z', ['2027-05-14T09:00:00Z']],
    ['0 0 9 1W 5 ?', '2027-04-01T00:00:00Z', ['2027-05-03T09:00:00Z']],
    // 28 February 2027 is a Sunday, 31 July 2027 a Saturday.
    ['0 0 9 LW * ?', '2027-02-01T00:00:00Z', ['2027-02-26T09:00:00Z', '2027-03-31T09:00:00Z']],
    ['0 0 9 LW 7 ?', '2027-02-01T00:00:00Z', ['2027-07-30T09:00:00Z']],
    // Weekdays begin with 1 for Sunday: 22 November 2026 is a Sunday.
    ['0 0 8 ? * 1', '2026-11-22T00:00:00Z', ['2026-11-22T08:00:00Z', '2026-11-29T08:00:00Z']],
    ['0 0 8 ? * 2', '2026-11-22T00:00:00Z', ['2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z']],
    ['0 0 8 ? * MON', '2026-11-22T00:00:00Z', ['2026-11-23T08:00:00Z']],
    ['0 0 8 ? * 7', '2026-11-22T00:00:00Z', ['2026-11-28T08:00:00Z']],
    ['0 0 8 ? * L', '2026-11-22T00:00:00Z', ['2026-11-28T08:00:00Z']],
    [
      '0 0 8 ? * 2-6',
      '2026-11-27T08:00:00Z',
      ['2026-11-30T08:00:00Z', '2026-12-01T08:00:00Z', '2026-12-02T08:00:00Z'],
    ],
    ['0 0 8 ? * MON-FRI', '2026-11-27T08:00:00Z', ['2026-11-30T08:00:00Z', '2026-12-01T08:00:00Z']],
    ['0 0 8 ? * mon,wed', '2026-11-22T00:00:00Z', ['2026-11-23T08:00:00Z', '2026-11-25T08:00:00Z']],
    ['0 0 8 ? * 6L', '2026-11-01T00:00:00Z', ['2026-11-27T08:00:00Z', '2026-12-25T08:00:00Z']],
    ['0 0 8 ? * FRIL', '2026-11-01T00:00:00Z', ['2026-11-27T08:00:00Z', '2026-12-25T08:00:00Z']],
    ['0 0 8 ? * 6#3', '2026-11-01T00:00:00Z', ['2026-11-20T08:00:00Z', '2026-12-18T08:00:00Z']],
    ['0 0 8 ? * 2#1', '2026-11-01T00:00:00Z', ['2026-11-02T08:00:00Z', '2026-12-07T08:00:00Z']],
    ['0 0 8 ? * SUN#5', '2026-11-01T00:00:00Z', ['2026-11-29T08:00:00Z', '2027-01-31T08:00:00Z']],
    // Months and years.
    ['0 0 0 1 JAN,JUL ?', '2026-11-22T00:00:00Z', ['2027-01-01T00:00:00Z', '2027-07-01T00:00:00Z']],
    ['0 0 0 1 1/6 ?', '2026-11-22T00:00:00Z', ['2027-01-01T00:00:00Z', '2027-07-01T00:00:00Z']],
    ['0 0 0 1 1 ? *', '2026-11-22T00:00:00Z', ['2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z']],
    ['0 0 0 1 1 ? 2030', '2026-11-22T00:00:00Z', ['2030-01-01T00:00:00Z']],
    [
      '0 0 0 1 1 ? 2028-2029',
      '2026-11-22T00:00:00Z',
      ['2028-01-01T00:00:00Z', '2029-01-01T00:00:00Z'],
    ],
    [
      '0 0 0 1 1 ? 2027,2031',
      '2026-11-22T00:00:00Z',
      ['2027-01-01T00:00:00Z', '2031-01-01T00:00:00Z'],
    ],
    [
      '0 0 0 1 1 ? 2026/4',
      '2026-11-22T00:00:00Z',
      ['2030-01-01T00:00:00Z', '2034-01-01T00:00:00Z'],
    ],
    ['0 0 0 29 2 ?', '2026-11-22T00:00:00Z', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
    // What has no instant.
    ['0 0 0 1 1 ? 2020', '2026-11-22T00:00:00Z', []],
    ['0 0 0 30 2 ?', '2026-11-22T00:00:00Z', []],
  ])('%s after %s is %j', (text, after, expected) => {
    const wanted = Math.max(expected.length, 1);
    expect(instantsOf(text, after, wanted)).toEqual(expected);
  });

  test('comes after the given instant, not at it', () => {
    expect(instantsOf('0 0/5 * * * ?', '2026-11-22T10:04:59.999Z', 1)).toEqual([
      '2026-11-22T10:05:00Z',
    ]);
    expect(instantsOf('0 0/5 * * * ?', '2026-11-22T10:05:00.000Z', 1)).toEqual([
      '2026-11-22T10:10:00Z',
    ]);
    expect(instantsOf('0 0/5 * * * ?', '2026-11-22T10:05:00.001Z', 1)).toEqual([
      '2026-11-22T10:10:00Z',
    ]);
  });

  test('means the time of its zone, also when that changes', () => {
    const daily = '0 30 8 * * ?';
    expect(instantsOf(daily, '2026-10-24T00:00:00Z', 3, 'Europe/Paris')).toEqual([
      '2026-10-24T06:30:00Z',
      '2026-10-25T07:30:00Z',
      '2026-10-26T07:30:00Z',
    ]);
    expect(instantsOf(daily, '2026-11-22T00:00:00Z', 1, 'Asia/Kolkata')).toEqual([
      '2026-11-22T03:00:00Z',
    ]);
    expect(instantsOf(daily, '2026-11-22T00:00:00Z', 1, 'America/New_York')).toEqual([
      '2026-11-22T13:30:00Z',
    ]);
  });

  test('runs once on the day on which an hour comes twice', () => {
    const found = instantsOf('0 30 2 * * ?', '2026-10-24T12:00:00Z', 2, 'Europe/Paris');
    expect(found.map((instant) => instant.slice(0, 10))).toEqual(['2026-10-25', '2026-10-26']);
  });
});

describe('an expression is refused', () => {
  test.each([
    ['', /six or seven fields/],
    ['0 0/5 * * *', /six or seven fields/],
    ['* * * * * ? 2026 *', /six or seven fields/],
    ['@daily', /six or seven fields/],
    ['2026-11-22T10:00:00', /six or seven fields/],
    ['? * * * * ?', /^seconds: \? is only for/],
    ['0 0 0 * ? ?', /^months: \? is only for/],
    ['0 0 0 ? * ?', /not for both/],
    ['0 0 0 1 * 2', /days of the month or weekdays/],
    ['0 0 0 ? * 0', /^weekdays: 0 is not a value/],
    ['0 0 0 ? * 8', /^weekdays: 8 is not a value/],
    ['0 0 0 ? * XYZ', /^weekdays: XYZ is not a value/],
    ['0 0 0 1 XYZ ?', /^months: XYZ is not a value/],
    ['0 60 * * * ?', /minute/],
    ['60 * * * * ?', /second/],
    ['0 0 24 * * ?', /hour/],
    ['0 0 0 32 * ?', /day/],
    ['0 0 0 0 * ?', /day/],
    ['0 0 0 1 13 ?', /month/],
    ['0 0/0 * * * ?', /^minutes: a step must be above 0/],
    ['0 20-10 * * * ?', /larger/],
    ['0 0 0 L-3 * ?', /^days of the month: L is not a value/],
    ['0 0 0 L,15 * ?', /^days of the month: L stands alone/],
    ['0 0 0 1,15W * ?', /^days of the month: 15W stands alone/],
    ['0 0 0 40W * ?', /./],
    ['0 0 0 ? * 2#6', /./],
    ['0 0 0 ? * 2#1,3#1', /^weekdays: 2#1 stands alone/],
    ['0 0 0 ? * MON+TUE', /not supported/],
    ['0 0 0 1 1 ? 1969', /^years: 1969 is not a value/],
    ['0 0 0 1 1 ? 26', /^years: 26 is not a value/],
    ['0 1:30 * * * ?', /not supported/],
    ['H * * * * ?', /^seconds: H is not a value/],
  ])('%s', (text, message) => {
    expect(() => parseCronExpression(text, 'UTC')).toThrow(message);
  });

  test('in a time zone that does not exist', () => {
    expect(() => parseCronExpression('0 0 0 * * ?', 'Mars/Olympus')).toThrow(
      'there is no time zone Mars/Olympus',
    );
  });
});
