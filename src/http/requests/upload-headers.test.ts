import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFileName, parseUploadHeaders } from './upload-headers.ts';

const binary = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

describe('X-File-Name', () => {
  test.each([
    ['a.txt', 'a.txt'],
    ['a%20b+c%2Bd.txt', 'a b c+d.txt'],
    ['%C3%A9t%C3%A9.txt', 'été.txt'],
    [binary('été.txt'), 'été.txt'],
    [`${binary('é')}%C3%A9`, 'éé'],
    ['%E9t%E9.txt', 'été.txt'],
    ['%EF%BB%BFa', '\ufeffa'],
    ['', ''],
  ])('%j is %j', (header, expected) => {
    expect(decodeFileName(header)).toBe(expected);
  });

  test.each(['%', '%2', '%zz', '100%', 'a%%20'])('%j is refused', (header) => {
    expect(() => decodeFileName(header)).toThrow('invalid % escape');
  });

  test('every encoding that clients use gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(decodeFileName(encodeURIComponent(name))).toBe(name);
        expect(decodeFileName(new URLSearchParams({ n: name }).toString().slice(2))).toBe(name);
        const raw = name.replace(/[%+]/g, encodeURIComponent);
        expect(decodeFileName(binary(raw))).toBe(name);
      }),
    );
  });
});

describe('upload headers', () => {
  const chunked = {
    'x-upload-type': 'chunked',
    'x-upload-chunk-index': '1',
    'x-upload-chunk-count': '3',
    'x-file-size': '1000',
  };

  test('a whole file has neither name nor type unless they are sent', () => {
    expect(parseUploadHeaders({ 'content-type': 'text/plain' })).toEqual({
      name: null,
      mimeType: null,
      contentLength: undefined,
      chunk: undefined,
    });
  });

  test('a chunk has its numbers', () => {
    const headers = { ...chunked, 'x-file-name': 'a', 'x-file-type': 'b/c', 'content-length': '5' };
    expect(parseUploadHeaders(headers)).toEqual({
      name: 'a',
      mimeType: 'b/c',
      contentLength: '5',
      chunk: { index: 1, count: 3, fileSizeBytes: 1000 },
    });
  });

  test('a number that is missing or none is refused', () => {
    for (const name of ['x-upload-chunk-index', 'x-upload-chunk-count', 'x-file-size']) {
      for (const value of [undefined, '', 'one', '1.5', '1e3', '99999999999999999999']) {
        const headers = { ...chunked, [name]: value };
        expect(() => parseUploadHeaders(headers), `${name}: ${value}`).toThrow('must be numbers');
      }
    }
  });

  test('numbers are checked before the content type', () => {
    const multipart = { 'content-type': 'Multipart/Form-Data; boundary=x' };
    expect(() => parseUploadHeaders(multipart)).toThrow('"multipart/form-data" is not supported');
    const both = { ...multipart, 'x-upload-type': 'chunked' };
    expect(() => parseUploadHeaders(both)).toThrow('must be numbers');
  });

  test('any other upload type is a whole file', () => {
    expect(parseUploadHeaders({ ...chunked, 'x-upload-type': 'normal' }).chunk).toBeUndefined();
  });
});
