import { describe, expect, test } from 'vitest';
import { zipOf } from '../../test/support/office-files.ts';
import {
  detectMimeType,
  isKnownMimeType,
  mimeTypeOfFileName,
  normalizeMimeType,
  storedMimeType,
} from './mime-types.ts';

describe('types of file names', () => {
  test.each([
    ['a.txt', 'text/plain'],
    ['A.PDF', 'application/pdf'],
    ['notes.md', 'text/x-web-markdown'],
    ['clip.mp4', 'video/mp4'],
    ['book.doc.xml', 'application/docbook+xml'],
    ['data.xml', 'text/xml'],
    ['art.ai', 'application/illustrator'],
    ['archive.tar.zip', 'application/zip'],
    ['~$draft.docx', 'application/octet-stream'],
    ['upload.TMP', 'application/octet-stream'],
  ])('%s is %s', (name, type) => {
    expect(mimeTypeOfFileName(name)).toBe(type);
  });

  test.each(['', 'README', '.', 'a.', 'a.unheard-of', 'txt'])('%j determines no type', (name) => {
    expect(mimeTypeOfFileName(name)).toBeUndefined();
  });
});

describe('spellings of types', () => {
  test.each([
    ['application/x-zip-compressed', 'application/zip'],
    ['APPLICATION/PDF', 'application/pdf'],
    ['text/plain; charset=utf-8', 'text/plain'],
    ['pdf', 'application/pdf'],
    ['image/psd', 'application/photoshop'],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
    ['application/x-unheard-of; v=1', 'application/x-unheard-of; v=1'],
  ])('%s becomes %s', (type, expected) => {
    expect(normalizeMimeType(type)).toBe(expected);
  });

  test('a type that is only registered is known', () => {
    expect(isKnownMimeType('text/x-python')).toBe(true);
  });
});

describe('detection', () => {
  test.each([
    [{ name: 'a.pdf', mimeType: 'text/plain' }, 'application/pdf'],
    [{ name: 'a.xml', mimeType: 'image/svg+xml' }, 'image/svg+xml'],
    [{ name: 'a.xml', mimeType: 'application/x-unheard-of' }, 'text/xml'],
    [{ name: 'README', mimeType: 'text/x-python' }, 'text/python-source'],
    [{ name: null, mimeType: null }, 'application/octet-stream'],
    [{ name: 'a.tmp', mimeType: 'text/plain' }, 'application/octet-stream'],
  ])('an import of %j is %s', (content, expected) => {
    expect(detectMimeType(content)).toBe(expected);
  });

  test.each([
    [{ name: 'a.pdf', mimeType: null }, 'application/pdf'],
    [{ name: 'a.pdf', mimeType: 'application/octet-stream' }, 'application/pdf'],
    [{ name: 'a.pdf', mimeType: 'text/plain' }, 'text/plain'],
    [{ name: 'a', mimeType: 'application/x-zip-compressed' }, 'application/zip'],
    [{ name: null, mimeType: null }, 'application/octet-stream'],
  ])('a saved %j is %s', (content, expected) => {
    expect(storedMimeType(content)).toBe(expected);
  });
});

describe('names beyond our own table', () => {
  test.each([
    ['a.json', 'application/json'],
    ['a.yaml', 'text/yaml'],
    ['a.yml', 'text/yaml'],
    ['a.HEIC', 'image/heic'],
    ['a.webp', 'image/webp'],
    ['plan.dwg', 'image/vnd.dwg'],
    ['plan.dxf', 'image/vnd.dxf'],
    ['a.7z', 'application/x-7z-compressed'],
    ['a.js', 'text/javascript'],
    ['a.epub', 'application/epub+zip'],
    ['mail.eml', 'message/rfc822'],
    ['mail.msg', 'application/vnd.ms-outlook'],
    ['sheet.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.key', 'application/vnd.apple.keynote'],
    ['a.wav', 'audio/x-wav'],
    ['a.psd', 'application/photoshop'],
    ['a.constructor', undefined],
    ['json', undefined],
    ['.json', undefined],
  ])('%s is %s', (name, type) => {
    expect(mimeTypeOfFileName(name)).toBe(type);
  });

  test('short names and types beyond the table are known', () => {
    expect(normalizeMimeType('json')).toBe('application/json');
    expect(detectMimeType({ name: 'blob', mimeType: 'application/json' })).toBe('application/json');
  });
});

describe('the content', () => {
  const of = (
    name: string | null,
    content: string | Uint8Array,
    mimeType: string | null = null,
  ) => {
    const head = typeof content === 'string' ? Buffer.from(content) : content;
    return storedMimeType({ name, mimeType, head });
  };
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const ftyp = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1`, 'latin1');

  test.each([
    ['%PDF-1.7\n', 'application/pdf'],
    [hex('89504e470d0a1a0a 0000'), 'image/png'],
    [hex('ffd8ffe0 0010'), 'image/jpeg'],
    ['GIF89a...', 'image/gif'],
    [hex('49492a00 08000000'), 'image/tiff'],
    [ftyp('heic'), 'image/heic'],
    [ftyp('isom'), 'video/mp4'],
    [ftyp('qt  '), 'video/quicktime'],
    [hex('1a45dfa3 9f428681014282847765626d'), 'video/webm'],
    [hex('1a45dfa3 9f4286810142828861'), 'video/x-matroska'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/x-wav'],
    ['ID3\x03', 'audio/mpeg'],
    ['AC1032\0\0', 'image/vnd.dwg'],
    ['  0\nSECTION\n  2\nHEADER\n', 'image/vnd.dxf'],
    ['8BPS\0\x01', 'application/photoshop'],
    ['{\\rtf1 x}', 'text/rtf'],
    ['%!PS-Adobe-3.0', 'application/postscript'],
    ['<?xml version="1.0"?><a/>', 'text/xml'],
    ['<?xml version="1.0"?>\n<svg xmlns="…">', 'image/svg+xml'],
    ['\n<!DOCTYPE html><p>', 'text/html'],
    ['Received: x\nFrom: a@b\nSubject: c\n\nhello', 'message/rfc822'],
    ['{"a": 1}', 'application/json'],
    ['{not json', 'text/plain'],
    ['grüße', 'text/plain'],
    [Buffer.from('\ufeffgrüße', 'utf16le'), 'text/plain'],
    [Buffer.from('gr\xfc\xdfe', 'latin1'), 'application/octet-stream'],
    [hex('00010203'), 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('%j is examined when the name determines no type: %s', (content, type) => {
    expect(of(null, content)).toBe(type);
    expect(of('README', content, 'application/octet-stream')).toBe(type);
    expect(of('a.unheard-of', content, 'foo bar')).toBe(type);
  });

  test('of archives is recognised by their content', async () => {
    const files = {
      'application/zip': { 'a.txt': 'x' },
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': '<a/>',
      },
    };
    for (const [type, entries] of Object.entries(files)) {
      expect(of('blob', await zipOf(entries))).toBe(type);
    }
    const odt = `${'PK\x03\x04'.padEnd(30, '\0')}mimetypeapplication/vnd.oasis.opendocument.textPK\x03\x04`;
    expect(of('blob', odt)).toBe('application/vnd.oasis.opendocument.text');
  });

  test('has less priority than a name or a declared type', () => {
    expect(of('a.pdf', 'plain')).toBe('application/pdf');
    expect(of('a', '%PDF-1.7', 'text/csv')).toBe('text/csv');
    expect(of('a.tmp', '%PDF-1.7')).toBe('application/octet-stream');
    expect(of('setup.exe', 'plain')).toBe('application/octet-stream');
  });

  test('decides between the kinds of files that one extension has', () => {
    expect(of('a.tsv', 'a\tb\n')).toBe('text/tab-separated-values');
    expect(of('a.ts', 'export const a = 1;')).toBe('text/plain');
    expect(of('a.ts', hex(`47${'00'.repeat(187)}`.repeat(3)))).toBe('video/MP2T');
    expect(of('a.xml', '<?xml version="1.0"?><svg/>')).toBe('image/svg+xml');
    expect(of('a.xml', '')).toBe('text/xml');
  });

  test('is looked at no further than its beginning, cut characters or not', () => {
    const long = Buffer.from('é'.repeat(100_000));
    expect(of('a.tsv', long)).toBe('text/tab-separated-values');
    expect(of('a.tsv', Buffer.concat([Buffer.from('x'), long]))).toBe('text/tab-separated-values');
  });
});
