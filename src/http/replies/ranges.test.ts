import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from './ranges.ts';

const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });

describe('the range of a request', () => {
  test.each([
    ['bytes=0-0', part(0, 0)],
    ['bytes=2-5', part(2, 5)],
    ['bytes=2-', part(2, 9)],
    ['bytes=2-99999999999999999999', part(2, 9)],
    ['bytes=9-9', part(9, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-30', part(0, 9)],
    ['Bytes = 1 - 2 ', part(1, 2)],
    ['bytes=10-', unsatisfiable],
    ['bytes=10-20', unsatisfiable],
    ['bytes=99999999999999999999-', unsatisfiable],
    ['bytes=-0', unsatisfiable],
  ])('%s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  test.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,4-5',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes=--1',
    'lines=0-1',
    '0-1',
  ])('%s is ignored', (header) => {
    expect(parseRange(header, 10)).toEqual(whole);
  });

  test('empty content has no first byte, and all of it for its end', () => {
    expect(parseRange('bytes=0-', 0)).toEqual(unsatisfiable);
    expect(parseRange('bytes=-5', 0)).toEqual(whole);
  });

  test('any range that is sent is within the content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), fc.nat(100), (text, size) => {
        const range = parseRange(`bytes=${text}`, size);
        return range.kind !== 'part' || (range.start <= range.end && range.end < size);
      }),
    );
  });

  test('a range and what it asks for agree', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.integer({ min: 1, max: 50 }),
        (first, length, size) => {
          const content = Array.from({ length: size }, (_, index) => index);
          const range = parseRange(`bytes=${first}-${first + length}`, size);
          const wanted = content.slice(first, first + length + 1);
          if (wanted.length === 0) return range.kind === 'unsatisfiable';
          return range.kind === 'part' && range.start === wanted[0] && range.end === wanted.at(-1);
        },
      ),
    );
  });
});
