import { describe, expect, test } from 'vitest';
import { createMapScope } from '../../test/support/map-scope.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { DateValue } from './date-value.ts';
import { evaluateText, runScript } from './evaluate.ts';
import type { ExpressionScope } from './scope.ts';
import { type ExpressionValue, HostObject } from './value.ts';

/** A thing as operations will offer it: some members, entries, one that may be set. */
class Folder extends HostObject {
  readonly entries = new Map<string, ExpressionValue>([['dc:title', 'Plans']]);
  locked = false;

  override get(name: string): ExpressionValue | Promise<ExpressionValue> | undefined {
    if (name === 'title') return Promise.resolve('Plans');
    if (name === 'parent') return new Folder();
    return name === 'locked' ? this.locked : undefined;
  }

  override index(key: ExpressionValue): ExpressionValue | undefined {
    return this.entries.get(String(key));
  }

  override call(name: string, args: readonly ExpressionValue[]): ExpressionValue | undefined {
    return name === 'child' ? `child ${args.join(' and ')}` : undefined;
  }

  override set(name: string, value: ExpressionValue): boolean {
    if (name !== 'locked') return false;
    this.locked = value === true;
    return true;
  }

  override setIndex(key: ExpressionValue, value: ExpressionValue): boolean {
    this.entries.set(String(key), value);
    return true;
  }

  override isEmpty(): boolean {
    return true;
  }

  override text(): string {
    return 'a folder';
  }
}

const date = new DateValue(Date.UTC(2026, 0, 31, 13, 5, 9, 7));

function variables(): Map<string, ExpressionValue> {
  return new Map<string, ExpressionValue>([
    ['x', 3],
    ['name', 'Ada'],
    ['nothing', null],
    ['yes', true],
    ['list', [1, 'two', null]],
    [
      'map',
      new Map<string, ExpressionValue>([
        ['k', 'v'],
        ['a b', [7]],
      ]),
    ],
    ['folder', new Folder()],
    ['date', date],
    ['later', date.call('days', [1]) ?? null],
    ['$odd_näme', 'odd'],
  ]);
}

function scopeOf(kept = variables()): ExpressionScope {
  return createMapScope(kept, (name, value) => {
    kept.set(name, value);
  });
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    return `no failure but ${String(await work)}`;
  } catch (error) {
    if (!isAppError(error, 'expression.invalid')) throw error;
    expect(error.status).toBe(400);
    return error.message;
  }
}

function mapOf(entries: Record<string, ExpressionValue>): ExpressionValue {
  return new Map(Object.entries(entries));
}

const values: readonly (readonly [string, ExpressionValue])[] = [
  // Literals.
  ['12', 12],
  ['12L', 12],
  ['007', 7],
  ['1.50', 1.5],
  ['2e3', 2000],
  ['1.5d', 1.5],
  ['9007199254740993', 9007199254740993n],
  ["'it''s'".replace("''", "\\'"), "it's"],
  [String.raw`"\n\t\\\"\'\u00e9"`, '\n\t\\"\'é'],
  ['true', true],
  ['null', null],
  ['empty', ''],
  ['[]', []],
  ['[1, [2], "a"]', [1, [2], 'a']],
  ['["k" : 1, x : [:]]', mapOf({ k: 1, 3: mapOf({}) })],
  ['x // the rest is a remark', 3],
  ['/* first */ x', 3],
  ['$odd_näme', 'odd'],
  // Arithmetic.
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['7 / 2', 3],
  ['-7 / 2', -3],
  ['7.0 / 2', 3.5],
  ['1 / (1 + 1.0)', 0.5],
  ['-7 % 3', -1],
  ['0 * -1', 0],
  ['0.1 + 0.2', 0.1 + 0.2],
  ['9007199254740991 + 2', 9007199254740993n],
  ['9007199254740993 - 2', 9007199254740991],
  ['3037000500 * 3037000500', 9223372037000250000n],
  ['--x', 3],
  // Text.
  ['"a" + 1 + 2', 'a12'],
  ['1 + 2 + "a"', '3a'],
  ['"a" + null', 'a'],
  ['"" + list', '[1, two, ]'],
  ['"" + map', '{k=v, a b=[7]}'],
  ['"" + folder', 'a folder'],
  ['"" + 1.5 + true', '1.5true'],
  // Comparison.
  ['x == 3.0', true],
  ['x == "3"', true],
  ['"3" == 3.0', true],
  ['"three" == 3', false],
  ['1 == true', false],
  ['"1" == "1.0"', false],
  ['nothing == null', true],
  ['null == 0', false],
  ['null != "a"', true],
  ['[1, "a"] == [1.0, "a"]', true],
  ['[1] == [1, 2]', false],
  ['["a" : 1] == ["a" : 1]', true],
  ['["a" : 1] == ["b" : 1]', false],
  ['folder == folder', true],
  ['folder == folder.parent', false],
  ['9007199254740993 == 9007199254740992', false],
  ['9007199254740993 > 9007199254740992.0', true],
  ['2 < 10', true],
  ['"2" < "10"', false],
  ['"2" < 10', true],
  ['"a" <= "a"', true],
  ['date < later', true],
  ['date >= later', false],
  ['date == later.days(-1)', true],
  // Emptiness.
  ['nothing == empty', true],
  ['"" == empty', true],
  ['[] == empty', true],
  ['empty == [:]', true],
  ['folder == empty', true],
  ['0 == empty', false],
  ['false == empty', false],
  ['name != empty', true],
  ['empty + "a"', 'a'],
  // Logic.
  ['yes && !yes', false],
  ['yes || unknown', true],
  ['!yes && unknown', false],
  ['yes AND NOT yes Or yes', true],
  ['not x == 4', true],
  ['true or false and false', true],
  ['1 + 1 == 2 and 2 < 3', true],
  ['yes ? "y" : unknown', 'y'],
  ['!yes ? 1 : yes ? 2 : 3', 2],
  // Containment.
  ['list contains "two"', true],
  ['1.0 in list', true],
  ['"d" in name', true],
  ['name contains "z"', false],
  ['map contains "k"', true],
  ['not (2 in list)', true],
  // Access.
  ['list[1]', 'two'],
  ['list[x - 3]', 1],
  ['map.k', 'v'],
  ['map["a b"][0]', 7],
  ['map.missing', null],
  ['map["missing"]', null],
  ['map.size', 2],
  ['list.length', 3],
  ['name.size', 3],
  ['list.empty', false],
  ['nothing.?title', null],
  ['nothing?.title', null],
  ['nothing.?call(unknown)', null],
  ['folder.title', 'Plans'],
  ['folder.getTitle()', 'Plans'],
  ['folder.isLocked()', false],
  ['folder["dc:title"]', 'Plans'],
  ['folder["dc:other"]', null],
  ['folder.child(1, "b")', 'child 1 and b'],
  ['folder.parent.title.length()', 5],
  ['folder.toString()', 'a folder'],
  // Methods of data.
  ['list.size()', 3],
  ['list.isEmpty()', false],
  ['list.contains(null)', true],
  ['list.indexOf("two")', 1],
  ['list.get(0)', 1],
  ['list.subList(1, 3)', ['two', null]],
  ['map.get("k")', 'v'],
  ['map.get("none")', null],
  ['map.getOrDefault("none", 1)', 1],
  ['map.containsKey("k")', true],
  ['map.containsValue("v")', true],
  ['map.keySet()', ['k', 'a b']],
  ['map.values()', ['v', [7]]],
  ['name.length()', 3],
  ['name.charAt(1)', 'd'],
  ['name.substring(1)', 'da'],
  ['name.substring(0, 2)', 'Ad'],
  ['name.indexOf("a")', 2],
  ['name.indexOf("A", 1)', -1],
  ['"abab".lastIndexOf("ab")', 2],
  ['name.toLowerCase()', 'ada'],
  ['name.toUpperCase()', 'ADA'],
  ['" a ".trim()', 'a'],
  ['name.concat("!")', 'Ada!'],
  ['name.startsWith("A")', true],
  ['name.endsWith("A")', false],
  ['name.contains("d")', true],
  ['"a.b.c".replace(".", "$&")', 'a$&b$&c'],
  ['"ab".replace("", "-")', '-a-b-'],
  ['"a,b,,".split(",")', ['a', 'b']],
  [String.raw`"a.b|c".split("\\|")`, ['a.b', 'c']],
  ['"".split(",")', ['']],
  ['name.equals("Ada")', true],
  ['name.equalsIgnoreCase("ADA")', true],
  ['name.compareTo("B")', -1],
  ['"".isEmpty()', true],
  ['"  ".isBlank()', true],
  ['12.toString() + x.toString()', '123'],
  ['7.9.intValue()', 7],
  ['2.intValue()', 2],
];

describe('an expression', () => {
  test.each(values)('%s has its value', async (source, value) => {
    expect(await evaluateText(source, scopeOf())).toEqual(value);
  });

  test('keeps the same object that it names', async () => {
    const folder = new Folder();
    const scope = createMapScope(new Map([['folder', folder]]));
    expect(await evaluateText('folder', scope)).toBe(folder);
  });
});

const syntaxErrors: readonly (readonly [string, string])[] = [
  ['', 'Unexpected end at position 1, expected a value'],
  ['1 +', 'Unexpected end at position 4, expected a value'],
  ['(1', 'Unexpected end at position 3, expected ")"'],
  ['[1, ]', 'Unexpected "]" at position 5, expected a value'],
  ['["a" : 1, 2]', 'Unexpected "]" at position 12, expected ":"'],
  ['1 2', 'Unexpected "2" at position 3, expected an operator or the end'],
  ['x = 1', 'Unexpected "=" at position 3, expected an operator or the end'],
  ['a ? b', 'Unexpected end at position 6, expected ":"'],
  ['"open', 'Unfinished text at position 1, expected a closing "'],
  [String.raw`"\q"`, 'Unknown escape "\\q" at position 2, expected one of'],
  ['1x', 'Malformed number "1" at position 1, expected digits'],
  ['1.5L', 'Malformed number "1.5L" at position 1, expected an integer'],
  ['#', 'Unexpected "#" at position 1, expected a name, a value or an operator'],
  ['😀', 'Unexpected "😀" at position 1'],
  ['a.1', 'at position 3, expected a name'],
  ['f(x)', 'Unexpected "(" at position 2, expected an operator; functions belong to objects'],
  ['new java.util.ArrayList()', '"new" (objects cannot be created'],
  ['import java.util.Date', '"import" (there is nothing to import)'],
  ['(String) x', 'at position 10, expected an operator or the end; values are not cast'],
  ['x -> x', '"->" (functions cannot be defined)'],
  ['x instanceof String', '"instanceof" (types cannot be asked for)'],
  ['x; x', 'Unexpected ";" at position 2'],
];

const failures: readonly (readonly [string, string])[] = [
  ['unknown + 1', 'There is no variable "unknown"'],
  ['nothing.title', 'Cannot read "title" of null; write .?title'],
  ['nothing.run()', 'Cannot call "run" of null; write .?run(…)'],
  ['nothing["k"]', 'Cannot look up an entry of null'],
  ['name.unknown', 'There is no member "unknown" in a text'],
  ['folder.unknown', 'There is no member "unknown" in an object'],
  ['folder.unknown()', 'There is no method "unknown" of an object'],
  ['list.add(1)', 'There is no method "add" of a list'],
  ['list[3]', 'There is no item 3 among 3'],
  ['list[-1]', 'There is no item -1 among 3'],
  ['list["0"]', 'An index must be an integer, not a text'],
  ['map[null]', 'The key of a map must be a text'],
  ['1 / 0', 'Cannot compute / with zero'],
  ['1.5 % 0', 'Cannot compute % with zero'],
  ['list + 1', 'Cannot compute a list + a number; use numbers, or a text on either side'],
  ['"3" * 2', 'Cannot compute a text * a number; use numbers'],
  ['-name', 'Cannot negate a text'],
  ['null < 1', 'Cannot order null and a number'],
  ['folder < folder', 'Cannot order an object and an object'],
  ['x ? 1 : 2', 'A condition must be true or false, not a number'],
  ['!nothing', 'A condition must be true or false, not null'],
  ['1 in x', 'Cannot look into a number'],
  ['name.substring(2, 1)', 'There is no part from 2 to 1'],
  ['name.charAt(3)', 'There is no item 3'],
  ['name.startsWith(1)', 'Expected a text as argument, not a number'],
  ['name.trim(1)', '"trim" takes 0 argument(s), not 1'],
  ['name.substring()', '"substring" takes 1 to 2 argument(s), not 0'],
  ['name.split("[a-z]")', 'Cannot split by "[a-z]": regular expressions are not available'],
  ['date.days("1")', 'The number of days must be an integer, not a text'],
];

describe('an expression is refused', () => {
  test.each([...syntaxErrors, ...failures])('%s: %s', async (source, message) => {
    expect(await failureOf(evaluateText(source, scopeOf()))).toContain(message);
  });
});

describe('a template', () => {
  test.each([
    ['plain @{x} text', 'plain 3 text'],
    ['@{name}@{nothing}@{name}', 'AdaAda'],
    ['@{"}"}', '}'],
    ['@{["a" : "@{"]}', '{a=@{}'],
    ['$' + '{x} @{ yes ? "a" : "b" }!', '$' + '{x} a!'],
    ['@{empty}', ''],
    ['@{date}', "TIMESTAMP '2026-01-31 13:05:09.007'"],
    ['{@{x}}', '{3}'],
  ])('%s becomes %s', async (source, value) => {
    expect(await evaluateText(source, scopeOf())).toBe(value);
  });

  test.each([
    ['@{}', 'Unexpected "}" at position 3, expected a value'],
    ['a @{x', 'Unexpected end at position 6, expected "}"'],
    ['@{x y}', 'Unexpected "y" at position 5, expected "}"'],
    ['@{"}', 'Unfinished text at position 3'],
  ])('%s is refused', async (source, message) => {
    expect(await failureOf(evaluateText(source, scopeOf()))).toContain(message);
  });
});

describe('a script', () => {
  test.each<[string, ExpressionValue]>([
    ['', null],
    ['1; 2', 2],
    ['1; 2;;', 2],
    ['a = 1; b = a + 1; b', 2],
    ['a = 5', 5],
    ['if (x > 2) { "big" } else { "small" }', 'big'],
    ['if (x > 5) "big"; else if (x > 2) "middle"; else "small";', 'middle'],
    ['if (x > 5) { "big" }', null],
    ['if (yes) { if (!yes) 1; else 2 }', 2],
    ['t = 0; foreach (i : [1, 2, 3]) { t = t + i; } t', 6],
    ['foreach (i : []) { i }', null],
    ['x = 1; foreach (x : [5]) { x = x + 1; } x', 1],
    ['foreach (i : [1]) { foreach (i : [2]) { i; } i }', 1],
    ['m = [:]; m["a"] = 1; m.b = 2; m', mapOf({ a: 1, b: 2 })],
    ['l = [1, 2]; l[0] = l; l', [[1, 2], 2]],
    ['m = ["a" : ["b" : [1]]]; m.a["b"][0] = 2; m', mapOf({ a: mapOf({ b: [2] }) })],
    ['folder.locked = true; folder.locked', true],
    ['folder["dc:title"] = "New"; folder["dc:title"]', 'New'],
    ['folder["m"] = [:]; folder["m"]["k"] = 1; folder["m"]', mapOf({ k: 1 })],
  ])('%s results in the value of its last statement', async (source, value) => {
    expect(await runScript(source, scopeOf())).toEqual(value);
  });

  test.each([
    ['folder.title = 1', 'Cannot set the member "title"'],
    ['date["x"] = 1', 'Cannot set entries of this object'],
    ['nothing.a = 1', 'Cannot set an entry of null'],
    ['name[0] = "B"', 'Cannot set an entry of a text'],
    ['list[3] = 1', 'There is no item 3 among 3'],
    ['[1][0] = 2', 'Cannot assign to a part of a computed value'],
    ['1 = 2', 'expected a variable, member or item on the left of "="'],
    ['x.?a = 2', 'expected a variable, member or item on the left of "="'],
    ['true = 2', 'expected a variable, member or item on the left of "="'],
    ['foreach (i : 5) {}', 'foreach needs a list, not a number'],
    ['foreach (not : []) {}', 'expected the name of a variable'],
    ['a = 1 b = 2', 'Unexpected "b" at position 7, expected an operator, ";" or the end'],
    ['if (yes) { 1', 'Unexpected end at position 13, expected "}"'],
    ['1 }', 'Unexpected "}" at position 3, expected an operator or the end'],
    ['while (yes) { }', 'the only loop is foreach'],
    ['for (i : list) { }', 'the only loop is foreach'],
    ['def f() { 1 }', 'functions cannot be defined'],
  ])('%s is refused', async (source, message) => {
    expect(await failureOf(runScript(source, scopeOf()))).toContain(message);
  });

  test('sets variables of the scope, which keeps them', async () => {
    const kept = variables();
    await runScript('answer = x * 14; list[0] = "one"', scopeOf(kept));
    expect(kept.get('answer')).toBe(42);
    expect(kept.get('list')).toEqual(['one', 'two', null]);
  });

  test('never changes the lists and maps it was given', async () => {
    const kept = variables();
    const [map, list] = [kept.get('map'), kept.get('list')];
    await runScript('map.k = 1; map["a b"][0] = 2; list[0] = 9', scopeOf(kept));
    expect(map).toEqual(variables().get('map'));
    expect(list).toEqual(variables().get('list'));
    expect(kept.get('map')).toEqual(
      new Map<string, unknown>([
        ['k', 1],
        ['a b', [2]],
      ]),
    );
  });

  test('keeps its variables to itself when the scope takes none', async () => {
    const scope = createMapScope(variables());
    expect(await runScript('x = 8; x', scope)).toBe(8);
    expect(await runScript('x', scope)).toBe(3);
  });

  test('evaluates the keys of a target once', async () => {
    let calls = 0;
    class Counter extends HostObject {
      override call(): ExpressionValue {
        calls += 1;
        return 'k';
      }
      override text(): string {
        return 'counter';
      }
    }
    const kept = variables().set('counter', new Counter());
    await runScript('m = ["k" : ["a" : 1]]; m[counter.next()].a = 2', scopeOf(kept));
    expect(calls).toBe(1);
    expect(kept.get('m')).toEqual(mapOf({ k: mapOf({ a: 2 }) }));
  });
});
