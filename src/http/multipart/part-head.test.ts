import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAppError } from '../../base/errors/app-error.ts';
import { parsePartHead } from './part-head.ts';

const parse = (...lines: readonly string[]) => parsePartHead(Buffer.from(lines.join('\r\n')));
const filename = (parameters: string) => parse(`Content-Disposition: attachment; ${parameters}`);

describe('the head of a part', () => {
  test('may be empty: bytes without a name', () => {
    expect(parse('')).toEqual({
      name: null,
      filename: null,
      isFile: false,
      mimeType: 'application/octet-stream',
      encoding: null,
      transferEncoding: '',
    });
  });

  test('has field, file, type, charset and transfer encoding in any spelling of their names', () => {
    expect(
      parse(
        'CONTENT-disposition:form-data;NAME=input ; FileName = "a b.txt"',
        'content-type: text/plain;\r\n\tcharset="ISO-8859-1"',
        'Content-Transfer-Encoding: BASE64 ',
        'X-Other: ignored',
      ),
    ).toEqual({
      name: 'input',
      filename: 'a b.txt',
      isFile: true,
      mimeType: 'text/plain',
      encoding: 'ISO-8859-1',
      transferEncoding: 'base64',
    });
  });

  test.each([
    ['filename=plain.txt', 'plain.txt'],
    ['filename="été €.txt"', 'été €.txt'],
    ['filename="a;b=\\"c\\".txt"; x=y', 'a;b="c".txt'],
    ['filename="unterminated', 'unterminated'],
    ['filename=""', null],
    ['other=x', null],
    ['filename="C:\\dir\\a.png"', 'a.png'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="=?UTF-8?Q?caf=C3=A9?="', '=?UTF-8?Q?caf=C3=A9?='],
    ['filename="100%22.txt"', '100%22.txt'],
    ["filename=plain.txt; filename*=UTF-8''caf%C3%A9%20%22x%22.txt", 'café "x".txt'],
    ["filename*=iso-8859-1'fr'caf%E9.txt", 'café.txt'],
    ["filename*=utf-8''%FF; filename=fallback.txt", 'fallback.txt'],
    ["filename*=no-such-charset''x; filename=fallback.txt", 'fallback.txt'],
    ["filename*0*=UTF-8''caf%C3; filename*1*=%A9; filename*2=.txt", 'café.txt'],
    ['filename*1="b.txt"; filename*0="a-"', 'a-b.txt'],
  ])('names its file: %s', (parameters, expected) => {
    expect(filename(parameters).filename).toBe(expected);
  });

  test('is read as Latin-1 when a value is not UTF-8, each header separately', () => {
    const latin = Buffer.from(
      'Content-Disposition: attachment; filename="caf\xe9.txt"\r\n',
      'latin1',
    );
    const utf8 = Buffer.from('Content-Type: text/plain; name="é"');
    expect(parsePartHead(Buffer.concat([latin, utf8])).filename).toBe('café.txt');
    expect(parsePartHead(utf8).filename).toBe('é');
  });

  test('of a form has quotation marks in names as browsers escape them', () => {
    const head = parse('Content-Disposition: form-data; name="input"; filename="say %22hi%22.txt"');
    expect(head.filename).toBe('say "hi".txt');
  });

  test.each([
    ['form-data; filename="a"', 'text/plain', true],
    ['form-data; filename=""', 'image/png', true],
    ['form-data', 'application/octet-stream', true],
    ['form-data; name="comment"', 'text/plain', false],
    ['attachment; filename="a"', 'text/plain', false],
  ])('%s of type %s is a file of a form: %s', (disposition, type, expected) => {
    const head = parse(`Content-Disposition: ${disposition}`, `Content-Type: ${type}`);
    expect(head.isFile).toBe(expected);
  });

  test('takes the name from the content type when the disposition has none', () => {
    expect(parse('Content-Type: image/png; name="x.png"').filename).toBe('x.png');
    const both = parse('Content-Type: image/png; name="x"', 'Content-Disposition: a; filename=y');
    expect(both.filename).toBe('y');
  });

  test.each([
    ['image/png', 'a.pdf', 'image/png'],
    ['application/octet-stream', 'a.pdf', 'application/octet-stream'],
    ['no type', 'a.pdf', 'application/pdf'],
    ['Application/Octet-Stream', 'a.unknown', 'application/octet-stream'],
    ['not a type', 'a.pdf', 'application/pdf'],
    ['text/x-own', 'a', 'text/x-own'],
  ])('declares %s for %s, which means %s', (type, name, expected) => {
    const head = parse(
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename=${name}`,
    );
    expect(head.mimeType).toBe(expected);
  });

  test('has no charset that is not the name of one', () => {
    expect(parse('Content-Type: text/plain; charset="a b"').encoding).toBeNull();
    expect(parse('Content-Type: text/plain; charset=').encoding).toBeNull();
  });

  test.each([
    'no colon',
    ': no name',
    'bad name: x',
    'A: b\0c',
    'A: b\rc',
    "Content-Disposition: attachment; filename*=UTF-8''a%00b",
    "Content-Disposition: attachment; filename*=UTF-8''a%0D%0Ab",
  ])('is refused: %j', (line) => {
    expect(() => parse(line)).toThrow(expect.objectContaining({ code: 'request.invalid' }));
  });

  test('of arbitrary bytes is read or refused, never more', () => {
    const marks = fc.constantFrom('a', ':', ';', '=', '"', '\\', '*', "'", '%', '0', '\r\n', ' ');
    const starts = fc.constantFrom('', 'Content-Type:', 'Content-Disposition: x; filename');
    fc.assert(
      fc.property(starts, fc.array(marks), fc.uint8Array(), (start, list, bytes) => {
        try {
          parsePartHead(Buffer.concat([Buffer.from(start + list.join('')), bytes]));
        } catch (error) {
          if (!isAppError(error, 'request.invalid')) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
