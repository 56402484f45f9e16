import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import { limits } from '../../src/base/limits.ts';
import { readJsonBody, requireEntity } from '../../src/http/requests/body.ts';

const rules = { bytesMax: limits.jsonBodyBytesMax, timeoutMs: 10_000 };
const headers = { 'content-type': 'application/json' };

/** The outcome of a body: its value, or the message of the refusal. */
async function read(bytes: Uint8Array | string): Promise<{ value: unknown } | { refusal: string }> {
  const chunks = [Buffer.from(bytes as string)].filter((chunk) => chunk.length > 0);
  try {
    return { value: await readJsonBody({ stream: Readable.from(chunks), headers }, rules) };
  } catch (error) {
    if (!isAppError(error, 'request.invalid')) throw error;
    return { refusal: error.message };
  }
}

/** The deepest nesting of a parsed value, counted without thought of speed. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('every JSON text within the limits is read as JSON.parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 8 }), async (text) => {
      // Integers too large for a double are kept exactly, which has its own test below.
      fc.pre(!/\d{16}/.test(text));
      expect(await read(text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

test('the depth guard counts what the parser would build, brackets in texts aside', async () => {
  const tricky = fc.constantFrom('[[[', ']]]', '{"a":', '\\', '\\"[', '"[', '\\\\"', '\u005b');
  const leaf = fc.oneof(tricky, fc.string(), fc.integer());
  const nested = fc.tuple(leaf, fc.array(fc.boolean(), { maxLength: limits.jsonDepthMax + 10 }));
  await fc.assert(
    fc.asyncProperty(nested, async ([inner, shape]) => {
      const value = shape.reduce<unknown>(
        (v, isList) => (isList ? [v] : { [`${inner}`]: v }),
        inner,
      );
      const result = await read(JSON.stringify(value));
      const isRefused = 'refusal' in result;
      expect(isRefused).toBe(depthOf(value) > limits.jsonDepthMax);
      if (isRefused) expect(result.refusal).toContain('nested deeper than 64');
    }),
  );
});

test('arbitrary bytes are read or refused with 400, never more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
      await read(bytes);
    }),
  );
  const marks = fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '1', ' ', 'a');
  await fc.assert(
    fc.asyncProperty(fc.array(marks, { maxLength: 300 }), async (list) => {
      await read(list.join(''));
    }),
  );
});

test.each([
  ['1', 1],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['-9223372036854775808', -9_223_372_036_854_775_808n],
  ['{"a":12345678901234567890}', { a: 12_345_678_901_234_567_890n }],
  ['1e400', Number.POSITIVE_INFINITY],
  ['0.1', 0.1],
])('the text %s keeps its number', async (text, value) => {
  expect(await read(text)).toEqual({ value });
});

test('a key __proto__ is a key like any other and changes no prototype', async () => {
  const result = await read('{"entity-type":"document","__proto__":{"polluted":true}}');
  const entity = requireEntity('value' in result ? result.value : null, 'document');
  expect(Object.hasOwn(entity, '__proto__')).toBe(true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([undefined, '', 'text/json', 'application/jsonx', 'application/x', 'json'])(
  'the content type %s is refused with 415',
  async (type) => {
    const attempt = readJsonBody(
      {
        stream: Readable.from([Buffer.from('{}')]),
        headers: type === undefined ? {} : { 'content-type': type },
      },
      rules,
    );
    await expect(attempt).rejects.toMatchObject({ status: 415 });
  },
);

test.each([
  'application/json',
  'APPLICATION/JSON',
  'application/json;charset=utf-8',
  'application/json+nxrequest',
  'application/json+nxentity',
  'application/hal+json',
])('the content type %s is taken', async (type) => {
  const stream = Readable.from([Buffer.from('{}')]);
  expect(await readJsonBody({ stream, headers: { 'content-type': type } }, rules)).toEqual({});
});
