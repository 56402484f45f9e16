import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

/** As a client reads it. */
function parse(header: string): { kind: string; filename: string } {
  const match = /^(\w+); filename(?:=([^;"\s]+)|\*=UTF-8''([\w!#$&+\-.^`|~%]*))$/.exec(header);
  if (!match) throw new Error(`not understood: ${header}`);
  return { kind: match[1] ?? '', filename: match[2] ?? decodeURIComponent(match[3] ?? '') };
}

describe('Content-Disposition', () => {
  test.each([
    ['x.txt', 'attachment; filename=x.txt'],
    ['été.txt', "attachment; filename*=UTF-8''%C3%A9t%C3%A9.txt"],
    ['two words.pdf', "attachment; filename*=UTF-8''two%20words.pdf"],
    [`a"b\\c'd(e)f*g%h`, "attachment; filename*=UTF-8''a%22b%5Cc%27d%28e%29f%2Ag%25h"],
    ['a;b=c', "attachment; filename*=UTF-8''a%3Bb%3Dc"],
    ['a\r\nSet-Cookie: x', "attachment; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x"],
    ['📄.md', "attachment; filename*=UTF-8''%F0%9F%93%84.md"],
    ['half \ud800', "attachment; filename*=UTF-8''half%20%EF%BF%BD"],
    ['', 'attachment; filename=file'],
    [null, 'attachment; filename=file'],
    [undefined, 'attachment; filename=file'],
  ])('%j', (name, expected) => {
    expect(contentDisposition('attachment', name)).toBe(expected);
  });

  test('any name comes back as it was, in a header of plain visible characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 })),
        fc.constantFrom('inline' as const, 'attachment' as const),
        (name, kind) => {
          const header = contentDisposition(kind, name);
          expect(header).toMatch(/^[\x20-\x7e]+$/);
          expect(parse(header)).toEqual({ kind, filename: name });
        },
      ),
    );
  });
});
