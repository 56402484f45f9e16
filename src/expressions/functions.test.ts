import { expect, test } from 'vitest';
import { createMapScope } from '../../test/support/map-scope.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { ConsoleValue } from './console-value.ts';
import { DateValue } from './date-value.ts';
import { evaluateText } from './evaluate.ts';
import { createFunctions } from './functions.ts';
import type { ExpressionValue } from './value.ts';

const logged: string[] = [];

function evaluate(source: string): Promise<ExpressionValue> {
  const functions = createFunctions({
    getEmail: ([user = null]) => Promise.resolve(`${String(user)}@example.org`),
  });
  const variables = new Map<string, ExpressionValue>([
    ['Fn', functions],
    ['Console', new ConsoleValue((level, message) => logged.push(`${level} ${message}`))],
    ['old', [1]],
    ['date', new DateValue(5)],
  ]);
  return evaluateText(source, createMapScope(variables));
}

test.each<[string, ExpressionValue]>([
  ['Fn.date(date) == date', true],
  ['Fn.calendar(5) == date', true],
  ['Fn.date("2026-11-21").time', Date.UTC(2026, 10, 21)],
  ['Fn.date("2026-11-21T10:00").time', Date.UTC(2026, 10, 21, 10)],
  ['Fn.date("2026-11-21T10:00:05.123+02:00").time', Date.UTC(2026, 10, 21, 8, 0, 5, 123)],
  [`Fn.escapeHtml("<a href='x'>\\"&</a>")`, '&lt;a href=&#39;x&#39;&gt;&quot;&amp;&lt;/a&gt;'],
  ['Fn.htmlEscape(null)', ''],
  ['Fn.htmlEscape(1)', '1'],
  [String.raw`Fn.nxqlEscape("it's \"a\" \\ \n")`, String.raw`it\'s \"a\" \\ \n`],
  ['Fn.concatenateIntoList(old, 2, [3, [4]])', [1, 2, 3, [4]]],
  ['Fn.concatenateIntoList(old)', [1]],
  ['Fn.concatenateValuesAsNewList(old, 2, null)', [1, 2, null]],
  ['Fn.concatenateValuesAsNewList()', []],
  ['Fn.getEmail("ada")', 'ada@example.org'],
  ['Console.log("hello")', null],
])('%s is %o', async (source, value) => {
  expect(await evaluate(source)).toEqual(value);
});

test.each([
  ['Fn.date(null)', 'Cannot make a date of null'],
  ['Fn.date("2026-99-99")', 'Cannot make a date of "2026-99-99"'],
  ['Fn.date("yesterday")', 'Cannot make a date of "yesterday"'],
  ['Fn.concatenateIntoList(1, 2)', 'concatenateIntoList needs a list first, not a number'],
  ['Fn.nxqlEscape([])', 'Expected a text as argument, not a list'],
  ['Fn.unknown()', 'There is no method "unknown"'],
  ['Console.fatal("x")', 'There is no method "fatal"'],
])('%s is refused', async (source, message) => {
  const error = await evaluate(source).catch((reason: unknown) => reason);
  expect(isAppError(error, 'expression.invalid')).toBe(true);
  expect(String(error)).toContain(message);
});

test('messages reach the log at the level of their name', async () => {
  logged.length = 0;
  for (const level of ['log', 'info', 'warn', 'error', 'trace']) {
    await evaluate(`Console.${level}("m" + 1)`);
  }
  expect(logged).toEqual(['info m1', 'info m1', 'warn m1', 'error m1', 'trace m1']);
});
