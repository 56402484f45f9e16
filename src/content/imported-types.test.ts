import { expect, test } from 'vitest';
import { importedType } from './imported-types.ts';

test.each([
  ['text/plain', 'Note'],
  ['text/x-web-markdown', 'Note'],
  ['application/xhtml+xml', 'Note'],
  ['text/csv', 'File'],
  ['image/jpeg', 'Picture'],
  ['image/svg+xml', 'Picture'],
  ['image/x-canon-cr2', 'Picture'],
  ['image/webp', 'File'],
  ['application/postscript', 'Picture'],
  ['audio/mpeg', 'Audio'],
  ['video/mp4', 'Video'],
  ['application/mxf', 'Video'],
  ['application/pdf', 'File'],
  ['application/octet-stream', 'File'],
])('content of %s is imported as %s', (mimeType, type) => {
  expect(importedType(mimeType)).toBe(type);
});
