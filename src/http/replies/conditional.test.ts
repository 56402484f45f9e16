import { describe, expect, test } from 'vitest';
import { evaluatePreconditions, isRangeCurrent } from './conditional.ts';

const validators = { etag: '"abc"', lastModifiedMs: Date.UTC(2024, 0, 2, 3, 4, 5, 678) };
const same = 'Tue, 02 Jan 2024 03:04:05 GMT';
const before = 'Tue, 02 Jan 2024 03:04:04 GMT';
const after = 'Tue, 02 Jan 2024 03:04:06 GMT';

const evaluate = (headers: Record<string, string>, method = 'GET') =>
  evaluatePreconditions(method, headers, validators);

describe('conditional requests', () => {
  test.each([
    [{}, 'proceed'],
    [{ 'if-none-match': '"abc"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"abc"' }, 'not-modified'],
    [{ 'if-none-match': '"x", "abc"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"x"' }, 'proceed'],
    [{ 'if-none-match': 'abc' }, 'proceed'],
    [{ 'if-modified-since': same }, 'not-modified'],
    [{ 'if-modified-since': after }, 'not-modified'],
    [{ 'if-modified-since': before }, 'proceed'],
    [{ 'if-modified-since': 'yesterday' }, 'proceed'],
    [{ 'if-none-match': '"x"', 'if-modified-since': after }, 'proceed'],
    [{ 'if-none-match': '"abc"', 'if-modified-since': before }, 'not-modified'],
    [{ 'if-match': '"abc"' }, 'proceed'],
    [{ 'if-match': '"x"' }, 'failed'],
    [{ 'if-unmodified-since': same }, 'proceed'],
    [{ 'if-unmodified-since': before }, 'failed'],
    [{ 'if-match': '"abc"', 'if-unmodified-since': before }, 'proceed'],
  ])('%j → %s', (headers, expected) => {
    expect(evaluate(headers as Record<string, string>)).toBe(expected);
  });

  test('a tag that matches fails methods that do not read', () => {
    expect(evaluate({ 'if-none-match': '"abc"' }, 'HEAD')).toBe('not-modified');
    expect(evaluate({ 'if-none-match': '"abc"' }, 'POST')).toBe('failed');
    expect(evaluate({ 'if-modified-since': after }, 'POST')).toBe('proceed');
  });

  test('an unknown date matches no date', () => {
    const unknown = { etag: '"abc"', lastModifiedMs: null };
    for (const name of ['if-modified-since', 'if-unmodified-since']) {
      expect(evaluatePreconditions('GET', { [name]: same }, unknown)).toBe('proceed');
    }
    expect(isRangeCurrent({ 'if-range': same }, unknown)).toBe(false);
  });

  test.each([
    [undefined, true],
    ['"abc"', true],
    ['W/"abc"', false],
    ['"x"', false],
    [same, true],
    [after, false],
    ['nonsense', false],
  ])('If-Range %s', (value, expected) => {
    expect(isRangeCurrent(value === undefined ? {} : { 'if-range': value }, validators)).toBe(
      expected,
    );
  });
});
