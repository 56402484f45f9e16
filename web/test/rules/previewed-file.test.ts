import { expect, test } from 'vitest';
import { familyOf, previewedFileOf } from '../../src/previews/previewed-file.ts';

test.each([
  ['application/pdf', 'x', 'pdf'],
  ['image/svg+xml', 'x', 'picture'],
  ['image/tiff', 'x', 'scan'],
  ['image/heic', 'x', 'scan'],
  ['video/quicktime', 'x', 'video'],
  ['audio/mpeg', 'x', 'audio'],
  ['TEXT/HTML; charset=utf-8', 'x', 'page'],
  ['text/markdown', 'x', 'markdown'],
  ['text/x-python', 'x', 'text'],
  ['application/ld+json', 'x', 'text'],
  ['application/atom+xml', 'x', 'text'],
  ['text/rtf', 'x', 'converted'],
  ['message/rfc822', 'x', 'page'],
  ['text/plain', 'notes.md', 'markdown'],
  ['application/octet-stream', 'plan.PDF', 'pdf'],
  ['application/vnd.oasis.opendocument.text', 'plan.pdf', 'converted'],
  [null, null, 'converted'],
])('%s named %s is shown as %s', (type, name, family) => {
  expect(familyOf({ 'mime-type': type, name })).toBe(family);
});

test('the text of a note comes before a file; folders have nothing to show', () => {
  const blob = { name: 'a', 'mime-type': 'text/plain', length: 1, digest: 'd', data: '/a' };
  const note = { 'note:note': 'text', 'note:mime_type': 'text/html', 'file:content': blob };
  expect(previewedFileOf({ properties: note })).toMatchObject({ family: 'page', note: 'text' });
  expect(previewedFileOf({ properties: { 'file:content': null } })).toBe(undefined);
});
