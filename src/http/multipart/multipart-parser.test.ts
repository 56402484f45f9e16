import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../base/limits.ts';
import { MultipartParser } from './multipart-parser.ts';

interface ParsedPart {
  head: string;
  content: Buffer;
}

/** All parts of a body that arrives in these chunks. */
function parse(chunks: readonly Buffer[], boundary = 'B'): ParsedPart[] {
  const parser = new MultipartParser(boundary);
  const parts: { head: string; pieces: Buffer[] }[] = [];
  for (const chunk of chunks) {
    for (const event of parser.feed(chunk)) {
      if (event.kind === 'head') parts.push({ head: event.bytes.toString('latin1'), pieces: [] });
      if (event.kind === 'content') parts.at(-1)?.pieces.push(event.bytes);
    }
  }
  parser.finish();
  return parts.map(({ head, pieces }) => ({ head, content: Buffer.concat(pieces) }));
}

const parseText = (text: string, boundary?: string) =>
  parse([Buffer.from(text, 'latin1')], boundary).map(({ head, content }) => [
    head,
    content.toString('latin1'),
  ]);

/** The body cut at these places, some of which may be equal or too far. */
function cut(body: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (body.length + 1)), body.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end));
}

function write(parts: readonly ParsedPart[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head === '' ? '' : `${head}\r\n`}\r\n`, 'latin1'),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Content made of what delimiters are made of. */
const almostBoundaries = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r', '\n', '\r\n', '-', '--', 'AB', '--AB', '\r\n--A', '\r\n--ABC', ' '),
      fc.constantFrom('\r\n--AB-', '\r\n--AB \t', '\r\n--AB\n', '\r\n-', '\r\r\n--A', '\n--AB\n'),
      fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''))
  // What is a delimiter by the rules cannot be content.
  .filter((text) => !/\r\n--AB(?:--|[ \t]*(?:\r\n|\r?$))/.test(`\r\n${text}`))
  .filter((text) => !/\r\n--AB-$/.test(`\r\n${text}`))
  .map((text) => Buffer.from(text, 'latin1'));

const parts = fc.array(
  fc.record({ head: fc.constantFrom('', 'A: b', 'A: b\r\nC:d'), content: almostBoundaries }),
  { minLength: 1, maxLength: 4 },
);

describe('a multipart body', () => {
  test('returns what was written, for any content and any cuts', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.nat(5_000), { maxLength: 12 }), (written, places) => {
        expect(parse(cut(write(written, 'AB'), places), 'AB')).toEqual(written);
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives the same parts byte by byte as in one piece', () => {
    fc.assert(
      fc.property(parts, (written) => {
        const body = write(written, 'AB');
        const bytes = Array.from(body, (_byte, index) => body.subarray(index, index + 1));
        expect(parse(bytes, 'AB')).toEqual(written);
      }),
    );
  });

  test('may begin with a preamble and end with an epilogue', () => {
    const text = 'say --B\r\n--Bx\r\n--B\r\n\r\none\r\n--B--  \r\n--B\r\n\r\nno part\r\n--B--';
    expect(parseText(text)).toEqual([['', 'one']]);
  });

  test('may have padding after a boundary, up to a bound', () => {
    expect(parseText('--B \t \r\nA: b\r\n\r\none\r\n--B\t\r\n\r\ntwo\r\n--B--')).toEqual([
      ['A: b', 'one'],
      ['', 'two'],
    ]);
    const wide = ' '.repeat(257);
    expect(parseText(`--B\r\n\r\none\r\n--B${wide}\r\n\r\n--B--`)).toEqual([
      ['', `one\r\n--B${wide}\r\n`],
    ]);
  });

  test('may be written with LF alone, when its first line is', () => {
    expect(parseText('--B\nA: b\n\none\r\n\n--B\n\n\n--B--\n')).toEqual([
      ['A: b', 'one\r\n'],
      ['', ''],
    ]);
    expect(parseText('--B\r\n\r\none\n--B\ntwo\r\n--B--')).toEqual([['', 'one\n--B\ntwo']]);
  });

  test('may leave out the empty line before the boundary of a part without content', () => {
    expect(parseText('--B\r\nA: b\r\n\r\n--B\r\nC: d\r\n\r\n--B--')).toEqual([
      ['A: b', ''],
      ['C: d', ''],
    ]);
  });

  test('may have no part at all', () => {
    expect(parseText('--B--')).toEqual([]);
  });

  test('is refused when it ends anywhere before its closing boundary', () => {
    const body = Buffer.from('preamble\r\n--B\r\nA: b\r\n\r\none\r\n--B\r\n\r\ntwo\r\n--B--');
    for (let length = 0; length < body.length; length += 1) {
      expect(() => parse([body.subarray(0, length)]), `${length} bytes`).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
    }
    expect(parse([body])).toHaveLength(2);
  });

  test('may have as many parts as the limit and not one more', () => {
    const part = '\r\n--B\r\n\r\n';
    const full = part.repeat(limits.multipartPartsMax);
    expect(parseText(`${full}\r\n--B--`)).toHaveLength(limits.multipartPartsMax);
    expect(() => parseText(`${full}${part}\r\n--B--`)).toThrow('more than 10000 parts');
  });

  test('may have a part header as large as the limit, with any cuts, and not one byte more', () => {
    const withHead = (sizeBytes: number) =>
      Buffer.from(`--B\r\nA: ${'x'.repeat(sizeBytes - 5)}\r\n\r\none\r\n--B--`);
    const fitting = withHead(limits.multipartHeaderBytesMax);
    const tooLarge = withHead(limits.multipartHeaderBytesMax + 1);
    for (let place = limits.multipartHeaderBytesMax - 10; place < fitting.length; place += 1) {
      expect(parse(cut(fitting, [place]))).toHaveLength(1);
      expect(() => parse(cut(tooLarge, [place]))).toThrow('header of a part is larger');
    }
  });

  test('needs a boundary', () => {
    expect(() => new MultipartParser('')).toThrow('1 to 256 characters');
    expect(() => new MultipartParser('x'.repeat(257))).toThrow('1 to 256 characters');
  });
});
