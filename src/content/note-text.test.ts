import { expect, test } from 'vitest';
import { decodeNoteText } from './note-text.ts';

const accented = 'déjà vu\n';

test.each([
  ['UTF-8', Buffer.from(accented), null],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${accented}`), null],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${accented}`, 'utf16le'), null],
  ['big endian UTF-16', Buffer.from(`\ufeff${accented}`, 'utf16le').swap16(), null],
  ['UTF-16 as its sender says', Buffer.from(accented, 'utf16le'), 'UTF-16LE'],
  ['Latin 1 without a word', Buffer.from(accented, 'latin1'), null],
  ['Latin 1 as its sender says', Buffer.from(accented, 'latin1'), 'ISO-8859-1'],
  ['Latin 1 that calls itself UTF-8', Buffer.from(accented, 'latin1'), 'UTF-8'],
  ['UTF-8 in an unknown character set', Buffer.from(accented), 'x-unheard-of'],
])('a text in %s is read', (_case, bytes, encoding) => {
  expect(decodeNoteText(bytes, encoding)).toBe(accented);
});

test.each([
  ['NUL', Buffer.from('a\0b')],
  ['control characters', Buffer.from([0x89, 0x01, 0x02, 0xff])],
  ['an unpaired surrogate of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
])('content with %s is not text', (_case, bytes) => {
  expect(decodeNoteText(bytes, null)).toBeUndefined();
});

test('nothing is the empty text', () => {
  expect(decodeNoteText(Buffer.alloc(0), null)).toBe('');
});
