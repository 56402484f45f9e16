import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseKnownJson } from './json.ts';
import { JsonParts, JsonSyntaxError, JsonTokenTooLong, jsonTokenLengthMax } from './json-parts.ts';
import { describeJsonProblem, findJsonProblem } from './json-syntax.ts';

type Outcome = { readonly value: unknown } | { readonly refusal: string };

const hasLongNumbers = true;

function whole(text: string): Outcome {
  try {
    return { value: parseKnownJson(text, { hasLongNumbers }) };
  } catch {
    return { refusal: describeJsonProblem(text) };
  }
}

function inParts(text: string, cuts: readonly number[], partLength: number): Outcome {
  const parts = new JsonParts({ hasLongNumbers, partLength });
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length];
  places.sort((a, b) => a - b);
  try {
    for (const [at, place] of places.entries()) parts.add(text.slice(places[at - 1] ?? 0, place));
    return { value: parts.end() };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { refusal: error.message };
  }
}

/** The order of members counts. */
function expectSame(text: string, cuts: readonly number[], partLength: number): void {
  const [expected, found] = [whole(text), inParts(text, cuts, partLength)];
  expect(found, text).toEqual(expected);
  if ('value' in expected && 'value' in found) {
    expect(namesIn(found.value), text).toEqual(namesIn(expected.value));
  }
}

/** The names of members in their order, and the prototype of each object. */
function namesIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  const prototype = Object.getPrototypeOf(value);
  const own = Object.keys(value).map((name) => [
    name,
    namesIn(Object.getOwnPropertyDescriptor(value, name)?.value),
  ]);
  return [prototype === Object.prototype || prototype === Array.prototype, own];
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\\', '"', '\n', '漢', '😀', '\u0000', 'u', '0', ',', '[', '{'),
  }),
  fc.constantFrom('\\u12', '\\\\"', 'x'.repeat(40), '\\'.repeat(9)),
);
const names = fc.oneof(
  texts,
  fc.constantFrom('__proto__', 'constructor', '1', '0', '10', 'a', 'b'),
);
const leaves = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '-0', '1e5', '9007199254740993', '0.5', '{}', '[]'),
  texts.map((text) => JSON.stringify(text)),
  // With all characters as escapes, also of lone surrogates.
  texts.map(
    (text) => `"${[...Array(text.length).keys()].map((at) => escapeOf(text, at)).join('')}"`,
  ),
);

function escapeOf(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}

const gaps = fc.constantFrom('', ' ', '\n', '\t\r\n ');

/** JSON texts, also with the same name twice in one object. */
const { json: jsonTexts } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaves, tie('list'), tie('object')),
  list: fc
    .tuple(fc.array(tie('json'), { maxLength: 6 }), gaps)
    .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
  object: fc
    .tuple(fc.array(fc.tuple(names, tie('json')), { maxLength: 6 }), gaps)
    .map(
      ([members, gap]) =>
        `{${gap}${members.map(([name, json]) => `${JSON.stringify(name)}${gap}:${gap}${json}`).join(`${gap},${gap}`)}}`,
    ),
}));
const cutting = [fc.array(fc.nat(), { maxLength: 12 }), fc.integer({ min: 1, max: 12 })] as const;

test('a text in parts has the value of the whole, however it is cut', () => {
  fc.assert(
    fc.property(jsonTexts, ...cutting, (text, cuts, partLength) => {
      expectSame(text, cuts, partLength);
    }),
    { numRuns: 2_000 },
  );
});

const signs = [...'[]{}",:\\ 019-.eEtrufalsn+\n\u0001x漢'];

test('a text with an error is refused with the message for the whole text', () => {
  const mutation = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...signs));
  fc.assert(
    fc.property(jsonTexts, mutation, ...cutting, (json, [at, count, sign], cuts, partLength) => {
      const from = at % (json.length + 1);
      const text = `${json.slice(0, from)}${sign}${json.slice(from + count)}`;
      if (text !== '') expectSame(text, cuts, partLength);
    }),
    { numRuns: 3_000 },
  );
  const garbage = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(garbage, ...cutting, (text, cuts, partLength) => {
      expectSame(text, cuts, partLength);
    }),
    { numRuns: 3_000 },
  );
});

test('an error is found exactly where JSON.parse finds one', () => {
  const garbage = fc.string({ unit: fc.constantFrom(...signs), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(garbage, jsonTexts), (text) => {
      const expected = 'refusal' in whole(text === '' ? ' ' : text);
      expect(findJsonProblem(text) !== undefined).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['', 'the text ends too early at position 0 (line 1, column 1)'],
  ['{"a":', 'the text ends too early at position 5 (line 1, column 6)'],
  ['[1,\n 2 3]', 'unexpected character 3 at position 7 (line 2, column 4)'],
  ['["a\nb"]', 'unexpected character U+000A at position 3 (line 1, column 4)'],
  ['["\\x"]', 'unexpected character \\ at position 2 (line 1, column 3)'],
  [`[${'1'.repeat(401)}]`, 'an integer has more than 400 digits at position 1 (line 1, column 2)'],
])('the text %j is refused: %s', (text, message) => {
  expect(whole(text)).toEqual({ refusal: message });
  expect(inParts(text, [], 1)).toEqual({ refusal: message });
});

test.each([
  ['a name', () => `{"${'a'.repeat(jsonTokenLengthMax)}`],
  ['white space', () => ' '.repeat(jsonTokenLengthMax + 1)],
  ['a fraction', () => `[0.${'1'.repeat(jsonTokenLengthMax)}`],
])('%s that cannot be cut has a largest length', (_what, make) => {
  const parts = new JsonParts({ hasLongNumbers });
  expect(() => parts.add(make())).toThrow(JsonTokenTooLong);
});

test('a long text that is no JSON is refused for its first error, as soon as it is too long', () => {
  const parts = new JsonParts({ hasLongNumbers });
  const message = 'unexpected character x at position 1 (line 1, column 2)';
  expect(() => parts.add(`[${'x'.repeat(jsonTokenLengthMax)}`)).toThrow(
    new JsonSyntaxError(message),
  );
});
