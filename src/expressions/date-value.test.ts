import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMapScope } from '../../test/support/map-scope.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { DateValue } from './date-value.ts';
import { evaluateText } from './evaluate.ts';
import type { ExpressionValue } from './value.ts';

function evaluateOn(iso: string, source: string): Promise<ExpressionValue> {
  const date = new DateValue(Date.parse(iso));
  return evaluateText(source, createMapScope(new Map([['date', date]])));
}

async function isoOf(iso: string, source: string): Promise<string> {
  const value = await evaluateOn(iso, source);
  return value instanceof DateValue ? new Date(value.epochMs).toISOString() : 'no date';
}

describe('a date is shifted', () => {
  test.each([
    ['2026-01-31T10:00:00.007Z', 'date.months(1)', '2026-02-28T10:00:00.007Z'],
    ['2024-01-31T10:00:00.000Z', 'date.months(1)', '2024-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 'date.months(-2)', '2025-11-30T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 'date.months(12)', '2027-01-31T10:00:00.000Z'],
    ['2024-02-29T10:00:00.000Z', 'date.years(1)', '2025-02-28T10:00:00.000Z'],
    ['2024-02-29T10:00:00.000Z', 'date.years(4)', '2028-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 'date.weeks(1)', '2026-02-07T10:00:00.000Z'],
    ['2026-01-01T10:00:00.000Z', 'date.days(-1)', '2025-12-31T10:00:00.000Z'],
    ['2026-01-01T10:00:00.000Z', 'date.hours(15)', '2026-01-02T01:00:00.000Z'],
    ['2026-01-01T10:00:00.000Z', 'date.minutes(61)', '2026-01-01T11:01:00.000Z'],
    ['2026-01-01T10:00:00.000Z', 'date.seconds(-1)', '2026-01-01T09:59:59.000Z'],
    ['2026-01-01T10:00:00.000Z', 'date.days(1).weeks(1).date', '2026-01-09T10:00:00.000Z'],
    ['2026-01-01T10:00:00.000Z', 'date.getCalendar()', '2026-01-01T10:00:00.000Z'],
  ])('%s, by %s, to %s', async (iso, source, shifted) => {
    expect(await isoOf(iso, source)).toBe(shifted);
  });

  test('never into another month than the one asked for', async () => {
    const dates = fc.date({
      min: new Date('1800-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(dates, fc.integer({ min: -500, max: 500 }), async (date, months) => {
        const shifted = new Date(await isoOf(date.toISOString(), `date.months(${months})`));
        const count = (of: Date): number => of.getUTCFullYear() * 12 + of.getUTCMonth();
        expect(count(shifted) - count(date)).toBe(months);
        expect(shifted.getUTCDate()).toBeLessThanOrEqual(date.getUTCDate());
        expect(shifted.toISOString().slice(-13)).toBe(date.toISOString().slice(-13));
      }),
    );
  });
});

test.each<[string, ExpressionValue]>([
  ['date.year', 2026],
  ['date.month', 10],
  ['date.day', 21],
  ['date.hour', 14],
  ['date.minute', 3],
  ['date.second', 5],
  ['date.week', 47],
  ['date.time', 1795269785008],
  ['date.getTime()', 1795269785008],
  ['date.toQueryString()', "TIMESTAMP '2026-11-21 14:03:05.008'"],
  ['"" + date', "TIMESTAMP '2026-11-21 14:03:05.008'"],
  ['date.format("yyyy-MM-dd\'T\'HH:mm:ss.SSSXXX")', '2026-11-21T14:03:05.008Z'],
  ['date.format("yy y M MM MMM MMMM")', '26 2026 11 11 Nov November'],
  ['date.format("d dd D DDD u")', '21 21 325 325 6'],
  ['date.format("H HH h hh a m mm s ss S SSS")', '14 14 2 02 PM 3 03 5 05 8 008'],
  ['date.format("E EEE EEEE w ww")', 'Sat Sat Saturday 47 47'],
  ['date.format("Z X z zzzz")', '+0000 Z UTC Coordinated Universal Time'],
  ["date.format(\"h 'o''clock' ''\")", "2 o'clock '"],
  ['date.hours(-14).format("h a H")', '12 AM 0'],
  ['date.format("")', ''],
])('on 2026-11-21 at 14:03:05.008, %s is %o', async (source, value) => {
  expect(await evaluateOn('2026-11-21T14:03:05.008Z', source)).toEqual(value);
});

test.each([
  ['2026-01-01', 1],
  ['2027-01-01', 53],
  ['2027-01-04', 1],
  ['2024-12-30', 1],
  ['2020-12-31', 53],
])('%s lies in week %i', async (iso, week) => {
  expect(await evaluateOn(iso, 'date.week')).toBe(week);
});

test.each([
  ['date.format("Q")', 'Unknown letter "Q" in a date pattern; use y M d'],
  ['date.format("yyyy \'x")', 'has a quote that is never closed'],
  ['date.format(1)', 'Expected a text as argument'],
  ['date.days()', '"days" takes 1 argument(s), not 0'],
  ['date.days(1.5)', 'must be an integer'],
  ['date.unknown', 'no member "unknown"'],
  ['date < 5', 'Cannot order an object and a number'],
])('%s is refused', async (source, message) => {
  const error = await evaluateOn('2026-01-01', source).catch((reason: unknown) => reason);
  expect(isAppError(error, 'expression.invalid')).toBe(true);
  expect(String(error)).toContain(message);
});
