import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTransferDecoder } from './transfer-decoder.ts';

function decode(encoding: string, ...pieces: readonly string[]): string {
  const decoder = createTransferDecoder(encoding);
  const decoded = pieces.map((piece) => decoder.decode(Buffer.from(piece, 'latin1')));
  return Buffer.concat([...decoded, decoder.finish()]).toString('latin1');
}

/** The text in pieces of a few characters. */
const cut = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

/** Every byte escaped that may be, and lines broken at will. */
function toQuotedPrintable(bytes: Uint8Array): string {
  const escaped = Array.from(bytes, (byte, index) => {
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x3d && index % 3 > 0;
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).padStart(2, '0')}`;
  });
  return escaped.map((text, index) => (index % 7 === 6 ? `${text}=\r\n` : text)).join('');
}

describe('a transfer encoding', () => {
  test.each(['', '7bit', '8bit', 'binary'])('%j leaves the bytes alone', (encoding) => {
    expect(decode(encoding, 'a=3D\r\n', '\xff\0')).toBe('a=3D\r\n\xff\0');
  });

  test('base64 is undone however it is broken into lines and cut', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const text = Buffer.from(bytes).toString('base64');
        const lines = cut(text, 5).join('\r\n');
        expect(decode('base64', ...cut(lines, size))).toBe(Buffer.from(bytes).toString('latin1'));
        const unpadded = text.replaceAll('=', '');
        expect(decode('base64', ...cut(unpadded, size))).toBe(
          Buffer.from(bytes).toString('latin1'),
        );
      }),
    );
  });

  test('base64 that is cut short or goes on after its end is refused', () => {
    expect(() => decode('base64', 'YWJjZ')).toThrow('cut short');
    for (const pieces of [['YQ==YQ=='], ['YQ==', 'YQ=='], ['YQ=', '=YQ'], ['YQ', '==YQ']]) {
      expect(() => decode('base64', ...pieces), pieces.join(' ')).toThrow('after its end');
    }
    expect(decode('base64', 'YQ=', '=\r\n')).toBe('a');
  });

  test('quoted-printable is undone however it is broken into lines and cut', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
        const pieces = cut(toQuotedPrintable(bytes), size);
        expect(decode('quoted-printable', ...pieces)).toBe(Buffer.from(bytes).toString('latin1'));
      }),
    );
  });

  test.each([
    ['a\r\nb', 'a\r\nb'],
    ['a=\nb', 'ab'],
    ['a=', 'a'],
    ['a=zb=4', 'a=zb=4'],
    ['a  \r\n', 'a  \r\n'],
    ['==3D', '=='],
  ])('quoted-printable %j means %j, also byte by byte', (text, expected) => {
    expect(decode('quoted-printable', text)).toBe(expected);
    expect(decode('quoted-printable', ...text)).toBe(expected);
  });

  test('that is not supported is refused by name', () => {
    expect(() => decode('x-uuencode', 'a')).toThrow('x-uuencode is not supported');
  });
});
