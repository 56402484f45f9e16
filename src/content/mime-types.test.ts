import { describe, expect, test } from 'vitest';
import {
  detectMimeType,
  iconOf,
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

  test.each(['', 'README', '.', 'a.', 'a.unheard-of', 'txt'])('%j says nothing', (name) => {
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

  test('icons are known by type and alias', () => {
    expect(iconOf('application/pdf')).toBe('/icons/pdf.png');
    expect(iconOf('application/x-zip-compressed')).toBe('/icons/zip.png');
    expect(iconOf('application/x-unheard-of')).toBeUndefined();
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
