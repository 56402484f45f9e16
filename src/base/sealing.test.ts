import { expect, test } from 'vitest';
import { openSealedText, sealText } from './sealing.ts';

const seal = { secret: 'a secret of the store', purpose: 'request 1' };
const text = '{"password":"grüße 🔑"}';

test('a sealed text opens with its secret and purpose, and with no other', () => {
  const sealed = sealText(text, seal);
  expect(openSealedText(sealed, seal)).toBe(text);
  expect(openSealedText(sealed, { ...seal, secret: 'another' })).toBeUndefined();
  expect(openSealedText(sealed, { ...seal, purpose: 'request 2' })).toBeUndefined();
});

test('a sealed text shows nothing of the text, and differs each time', () => {
  const sealed = sealText(text, seal);
  for (const form of [sealed, Buffer.from(sealed, 'base64url').toString('latin1')]) {
    expect(form).not.toContain('password');
  }
  expect(sealText(text, seal)).not.toBe(sealed);
});

test('a sealed text that was changed anywhere or cut short does not open', () => {
  const bytes = Buffer.from(sealText(text, seal), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(openSealedText(changed.toString('base64url'), seal)).toBeUndefined();
    expect(openSealedText(bytes.subarray(0, at).toString('base64url'), seal)).toBeUndefined();
  }
  expect(openSealedText('no base64 at all!', seal)).toBeUndefined();
});

test('an empty text is a text', () => {
  expect(openSealedText(sealText('', seal), seal)).toBe('');
});
