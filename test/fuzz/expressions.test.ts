import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import { ConsoleValue } from '../../src/expressions/console-value.ts';
import { DateValue } from '../../src/expressions/date-value.ts';
import { evaluateText, runScript } from '../../src/expressions/evaluate.ts';
import { createFunctions } from '../../src/expressions/functions.ts';
import type { ExpressionScope } from '../../src/expressions/scope.ts';
import type { ExpressionValue } from '../../src/expressions/value.ts';
import { createMapScope } from '../support/map-scope.ts';

function createScope(): ExpressionScope {
  const variables = new Map<string, ExpressionValue>([
    ['x', 3],
    ['s', 'a,b|c'],
    ['big', 'ab'.repeat(100_000)],
    ['l', [1, 'two', null, [3]]],
    ['long', new Array(5_000).fill(1)],
    ['m', new Map<string, ExpressionValue>([['k', 'v']])],
    ['none', null],
    ['CurrentDate', new DateValue(0)],
    ['Fn', createFunctions()],
    ['Console', new ConsoleValue(() => undefined)],
  ]);
  return createMapScope(variables, (name, value) => {
    variables.set(name, value);
  });
}

/** Runs the source both ways; true when any returned a value. Anything but a value or a 400 fails. */
async function isValued(source: string): Promise<boolean> {
  const ways = [evaluateText, runScript].map(async (run) => {
    try {
      expect(await run(source, createScope())).not.toBeUndefined();
      return true;
    } catch (error) {
      if (!isAppError(error) || error.status !== 400) throw error;
      expect(error.code).toMatch(/^expression\./);
      expect(error.message.length).toBeLessThan(500);
      return false;
    }
  });
  return (await Promise.all(ways)).includes(true);
}

const pieces = [
  ...['x', 's', 'big', 'l', 'long', 'm', 'none', 'CurrentDate', 'Fn', 'Console', 'unknown'],
  ...['1', '0', '2.5', '99999999999999999999', '1e300', '"a"', "'b'", '"', "'", '\\', '\\u00'],
  ...['true', 'null', 'empty', 'not', 'and', 'OR', 'in', 'contains', 'if', 'else', 'foreach'],
  ...['+', '-', '*', '/', '%', '==', '!=', '<', '>=', '&&', '||', '!', '?', ':', '=', ';', ','],
  ...['(', ')', '[', ']', '{', '}', '@{', '.', '.?', '?.', '->', '//', '/*', '*/', '#', '\n'],
  ...['size()', 'length', 'split', 'replace', 'substring', 'format', 'months', 'constructor'],
  ...['new', 'import', '__proto__', 'concatenateIntoList', 'toString()', 'é', '😀', '\ud800'],
];

const valid = [
  '1 + 2 * (x - 4) / 2.5',
  'l[x - 3] == 1 ? s.split(",")[0] : none.?size',
  'm.k + m["k"].toUpperCase() + CurrentDate.days(-1).format("yyyy-MM-dd")',
  'Fn.concatenateIntoList(l, [1, 2], ["a" : x]) contains "two" and not (x in l)',
  'a @{x + 1} b @{s.replace(",", "@{")} c @{l}',
  'foreach (i : long) { if (i == x) { m["k"] = i; } else m.z = [i, m] } m.size',
  't = ""; foreach (i : l) { t = t + i; } l[3][0] = t; l',
  'foreach (i : long) { big = big.replace("a", "aa") + big }',
  'n = 2; foreach (i : long) { n = n * n } "" + n',
  'Console.warn(Fn.escapeHtml(s + "<>")); Fn.nxqlEscape("it\'s")',
  '[["a" : [1, [2]]], [:], []] != empty || !(-x < 0 && "b" >= "a")',
];

test('token soup is a value or a refusal, soon', async () => {
  const soups = fc
    .array(fc.constantFrom(...pieces), { maxLength: 30 })
    .chain((list) => fc.constantFrom(' ', '').map((glue) => list.join(glue)));
  let valued = 0;
  await fc.assert(
    fc.asyncProperty(soups, async (source) => {
      if (await isValued(source)) valued += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(valued).toBeGreaterThan(0);
});

/** A change of a source: a piece put in, in place of some characters, or characters repeated. */
const changes = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 6 }),
  by: fc.oneof(fc.constantFrom(...pieces), fc.constantFrom('', ' '), fc.string({ maxLength: 3 })),
  times: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(600) }),
});

const mutants = fc
  .tuple(fc.constantFrom(...valid), fc.array(changes, { maxLength: 4 }))
  .map(([source, list]) =>
    list.reduce((text, { at, length, by, times }) => {
      const from = Math.floor(at * text.length);
      return text.slice(0, from) + by.repeat(times) + text.slice(from + length);
    }, source),
  );

test('changed valid expressions are values or refusals, soon', async () => {
  let valued = 0;
  await fc.assert(
    fc.asyncProperty(mutants, async (source) => {
      if (await isValued(source)) valued += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(valued).toBeGreaterThan(300);
});

test('any text at all is a value or a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (source) => {
      await isValued(source);
      await isValued(`@{${source}}`);
    }),
    { numRuns: 1_000 },
  );
});
