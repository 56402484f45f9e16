import { describe, expect, test } from 'vitest';
import { createMapScope } from '../../test/support/map-scope.ts';
import { monotonicMs } from '../base/clock.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { ConsoleValue } from './console-value.ts';
import { evaluateText, runScript } from './evaluate.ts';
import { createFunctions } from './functions.ts';
import { expressionLimits } from './limits.ts';
import { text } from './text.ts';
import type { ExpressionValue } from './value.ts';

const logged: string[] = [];
const big = 'a'.repeat(expressionLimits.textLengthMax);
const deepest = nestedList(expressionLimits.valueDepthMax);
const circular: ExpressionValue[] = [1];
circular.push(circular);

function nestedList(depth: number): ExpressionValue {
  let list: ExpressionValue = [];
  for (let at = 0; at < depth; at += 1) list = [list];
  return list;
}

/** A list that holds the same list twice, and so on: small in memory, but exponential to write out. */
function doubledList(): ExpressionValue {
  let list: ExpressionValue = [];
  for (let at = 0; at < 60; at += 1) list = [list, list];
  return list;
}

const variables: readonly (readonly [string, ExpressionValue])[] = [
  ['big', big],
  ['circular', circular],
  ['doubled', doubledList()],
  ['doubledToo', doubledList()],
  ['deepest', deepest],
  ['deepestToo', nestedList(expressionLimits.valueDepthMax)],
  ['long', new Array(expressionLimits.listLengthMax).fill(0)],
  ['Fn', createFunctions()],
  ['Console', new ConsoleValue((_level, message) => logged.push(message))],
];

function evaluate(source: string, deadlineMs?: number): Promise<ExpressionValue> {
  const scope = createMapScope(new Map(variables));
  return runScript(source, scope, deadlineMs === undefined ? {} : { deadlineMs });
}

async function expectLimit(work: Promise<unknown>, message: string): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isAppError(error, 'expression.limit') && error.status === 400, String(error)).toBe(true);
  expect(String(error)).toContain(message);
}

function repeated(count: number, source: string): string {
  return source.repeat(count);
}

const { sourceLengthMax, tokensMax, nestingDepthMax, treeDepthMax, stepsMax } = expressionLimits;
const { textLengthMax, listLengthMax, integerDigitsMax } = expressionLimits;
const { datePatternLengthMax, separatorLengthMax } = expressionLimits;

/** For each limit what is just within it, what is just beyond, and what the message says. */
const bounds: readonly (readonly [string, { within: string; beyond: string; message: string }])[] =
  [
    [
      'characters of the source',
      {
        within: `1${repeated(sourceLengthMax - 1, ' ')}`,
        beyond: `1${repeated(sourceLengthMax, ' ')}`,
        message: `more than ${sourceLengthMax} characters`,
      },
    ],
    [
      // Every number, comma, bracket and the end is one.
      'tokens',
      {
        within: `[${repeated(tokensMax / 2 - 2, '1,')}1]`,
        beyond: `[${repeated(tokensMax / 2 - 2, '1,')}1];`,
        message: `more than ${tokensMax} words`,
      },
    ],
    [
      'brackets',
      {
        within: `${repeated(nestingDepthMax, '(')}1${repeated(nestingDepthMax, ')')}`,
        beyond: `${repeated(nestingDepthMax + 1, '(')}1${repeated(nestingDepthMax + 1, ')')}`,
        message: `more than ${nestingDepthMax} deep`,
      },
    ],
    [
      'signs',
      {
        within: `${repeated(nestingDepthMax, '!')}true`,
        beyond: `${repeated(nestingDepthMax + 1, '!')}true`,
        message: `more than ${nestingDepthMax} deep`,
      },
    ],
    [
      'lists in lists',
      {
        within: repeated(nestingDepthMax, '[') + repeated(nestingDepthMax, ']'),
        beyond: repeated(nestingDepthMax + 1, '[') + repeated(nestingDepthMax + 1, ']'),
        message: `more than ${nestingDepthMax} deep`,
      },
    ],
    [
      'conditions in a row',
      {
        within: `${repeated(nestingDepthMax, 'false ? 1 : ')}2`,
        beyond: `${repeated(nestingDepthMax + 1, 'false ? 1 : ')}2`,
        message: `more than ${nestingDepthMax} deep`,
      },
    ],
    [
      'blocks in blocks',
      {
        within: `${repeated(nestingDepthMax, 'if (true) {')}1${repeated(nestingDepthMax, '}')}`,
        beyond: `${repeated(nestingDepthMax + 1, 'if (true) {')}1${repeated(nestingDepthMax + 1, '}')}`,
        message: `more than ${nestingDepthMax} deep`,
      },
    ],
    [
      'operators in a row',
      {
        within: `1${repeated(treeDepthMax - 1, '+1')}`,
        beyond: `1${repeated(treeDepthMax, '+1')}`,
        message: `more than ${treeDepthMax} operators`,
      },
    ],
    [
      'accesses in a row',
      {
        within: `1${repeated(treeDepthMax - 1, '.intValue()')}`,
        beyond: `1${repeated(treeDepthMax, '.intValue()')}`,
        message: `more than ${treeDepthMax} operators`,
      },
    ],
    [
      'characters of a text',
      {
        within: 'big.substring(1) + "a"',
        beyond: 'big + "a"',
        message: `longer than ${textLengthMax} characters`,
      },
    ],
    [
      'characters of a text with replacements',
      {
        within: 'big.substring(2).replace("a", "b") + "cc"',
        beyond: 'big.substring(1).replace("a", "bb")',
        message: `longer than ${textLengthMax} characters`,
      },
    ],
    [
      'characters of a text in capitals',
      {
        within: '("ß" + big.substring(2)).toUpperCase()',
        beyond: '("ß" + big.substring(1)).toUpperCase()',
        message: `longer than ${textLengthMax} characters`,
      },
    ],
    [
      'items of a list',
      {
        within: 'Fn.concatenateIntoList([1], long.subList(1, long.size)).size',
        beyond: 'Fn.concatenateIntoList([1], long)',
        message: `more than ${listLengthMax} entries`,
      },
    ],
    [
      'pieces of a text',
      {
        within: `big.substring(0, ${listLengthMax - 1}).replace("a", ",x").split(",").size`,
        beyond: `big.substring(0, ${listLengthMax}).replace("a", ",x").split(",")`,
        message: `more than ${listLengthMax} pieces`,
      },
    ],
    [
      'digits of a written integer',
      {
        within: `1${repeated(integerDigitsMax - 1, '0')}`,
        beyond: `1${repeated(integerDigitsMax, '0')}`,
        message: `at most ${integerDigitsMax} digits`,
      },
    ],
    [
      'digits of a computed integer',
      {
        within: `1${repeated(integerDigitsMax - 2, '0')} * 10`,
        beyond: `1${repeated(integerDigitsMax - 1, '0')} * 10`,
        message: `at most ${integerDigitsMax} digits`,
      },
    ],
    [
      'size of a decimal',
      { within: '1e308 * 1.7', beyond: '1e308 * 1.8', message: 'A number gets too large' },
    ],
    [
      'size of a written decimal',
      { within: '1.7e308', beyond: '1.8e308', message: 'A decimal number is too large' },
    ],
    [
      'depth of a list in a text',
      { within: '"" + deepest', beyond: '"" + [deepest]', message: '100 deep' },
    ],
    [
      'depth of compared lists',
      {
        within: 'deepest == deepestToo',
        beyond: '[deepest] == [deepestToo]',
        message: '100 deep',
      },
    ],
    [
      'characters of a date pattern',
      {
        within: `Fn.date(0).format("${repeated(datePatternLengthMax, '-')}")`,
        beyond: `Fn.date(0).format("${repeated(datePatternLengthMax + 1, '-')}")`,
        message: `more than ${datePatternLengthMax} characters`,
      },
    ],
    [
      'characters of a separator',
      {
        within: `"a".split("${repeated(separatorLengthMax, '-')}")`,
        beyond: `"a".split("${repeated(separatorLengthMax + 1, '-')}")`,
        message: `more than ${separatorLengthMax} characters`,
      },
    ],
    [
      'time',
      {
        within: 'Fn.date(8640000000000000)',
        beyond: 'Fn.date(8640000000000000).seconds(1)',
        message: 'A date is too far away',
      },
    ],
  ];

describe('the bound on', () => {
  test.each(bounds)('%s holds exactly', async (_what, { within, beyond, message }) => {
    await evaluate(within);
    await expectLimit(evaluate(beyond), message);
  });

  test('steps holds exactly', async () => {
    // The statement, its list and each turn with a statement and a value.
    const turns = (stepsMax - 4) / 3;
    const scope = createMapScope(new Map([['l', new Array(turns).fill(1)]]));
    expect(turns).toBe(33_332);
    expect(await runScript('foreach (i : l) { i } 1', scope)).toBe(1);
    await expectLimit(runScript('foreach (i : l) { i } 1; 1', scope), `${stepsMax} steps`);
  });

  test('characters of a template holds exactly', async () => {
    const scope = createMapScope(new Map([['big', big]]));
    expect(await evaluateText('@{big.substring(1)}b', scope)).toHaveLength(textLengthMax);
    await expectLimit(evaluateText('@{big}b', scope), `longer than ${textLengthMax}`);
  });

  test('entries of a map holds exactly', async () => {
    const entries = Array.from({ length: listLengthMax }, (_, at) => [String(at), 0] as const);
    const scope = createMapScope(new Map([['m', new Map(entries)]]));
    expect(await runScript('m["0"] = 1; m.size', scope)).toBe(listLengthMax);
    await expectLimit(runScript('m["x"] = 1', scope), `more than ${listLengthMax} entries`);
  });

  test('characters of a log message cuts the message', async () => {
    await evaluate('Console.info(big)');
    expect(logged.at(-1)).toBe('a'.repeat(expressionLimits.consoleLengthMax));
  });
});

describe('there is an end to', () => {
  test.each([
    ['doubling a text', 's = "x"; foreach (i : long) s = s + s'],
    ['squaring a number', 'n = 99; foreach (i : long) n = n * n'],
    ['doubling a list', 'l = [1]; foreach (i : long) l = Fn.concatenateIntoList(l, l)'],
    ['nesting a list', 'l = []; foreach (i : long) l = [l]; "" + l'],
    ['writing a list that contains itself', '"" + circular'],
    ['comparing a list that contains itself', 'circular == [1, circular]'],
    ['writing a list that doubles inside', '"" + doubled'],
    ['comparing lists that double inside', 'doubled == doubledToo'],
    ['making many large texts', 'r = []; foreach (i : long) r = [r, big.substring(1) + "b"]'],
    ['making many large lists', 'r = []; foreach (i : long) r = [r, long.subList(1, 50000)]'],
    ['copying a large list', 'foreach (i : long) long[0] = i'],
    [
      'searching what is almost everywhere',
      'foreach (i : long) big.contains("b" + big.substring(9))',
    ],
    ['replacing a little by a lot', 'big.replace("a", big)'],
    ['replacing nothing by a lot', 'big.replace("", big)'],
    ['splitting large texts', 'foreach (i : long) big.split(",")'],
    ['loops in loops', 'foreach (a : long) foreach (b : long) a == b'],
    ['empty loops in loops', 'foreach (a : long) foreach (b : long) {}'],
  ])('%s, by a bound on the work and not on its time', async (_what, source) => {
    await expectLimit(evaluate(source, monotonicMs() + 3_600_000), '');
  });

  test('a long evaluation at its deadline', async () => {
    const source = 'foreach (a : long.subList(0, 10000)) a == 1';
    expect(await evaluate(source, monotonicMs() + 60_000)).toBe(false);
    await expectLimit(evaluate(source, monotonicMs() - 1), 'longer than allowed');
  });
});

test('others get their turn during a long evaluation', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await evaluate('foreach (a : long.subList(0, 15000)) a == 1');
  isOver = true;
  expect(turns).toBeGreaterThan(10);
});

test('a long text that a variable holds may be read', () => {
  expect(text(big)).toBe(big);
});
