import { describe, expect, test } from 'vitest';
import { limits } from '../../base/limits.ts';
import {
  checkPassword,
  createDecoyHash,
  hashPassword,
  hashQuickly,
  verifyPassword,
} from './passwords.ts';

hashQuickly(false);

describe('passwords', () => {
  test('are kept as argon2id hashes with a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=4,p=1\$/);
    expect(first).not.toBe(second);
  });

  test('are right or wrong, also beyond ASCII and at the longest', async () => {
    for (const password of ['secret', 'pässwörd 😀', 'x'.repeat(limits.passwordLengthMax)]) {
      const stored = await hashPassword(password);
      expect(await verifyPassword(stored, password)).toBe(true);
      expect(await verifyPassword(stored, `${password}x`)).toBe(false);
    }
  });

  test('have a decoy of the same form, which no password has', async () => {
    const form = (hash: string) => hash.replace(/[^$]{20,}/g, ({ length }) => `<${length}>`);
    const decoy = createDecoyHash();
    expect(form(decoy)).toBe(form(await hashPassword('secret')));
    expect(decoy).not.toBe(createDecoyHash());
    expect(await verifyPassword(decoy, 'secret')).toBe(false);
  });

  test('do not depend on how a keyboard composes accents', async () => {
    const stored = await hashPassword('caf\u00e9');
    expect(await verifyPassword(stored, 'cafe\u0301')).toBe(true);
  });

  test('that are empty, too long or half characters are refused by name', async () => {
    for (const password of ['', 'x'.repeat(limits.passwordLengthMax + 1), '\ud800']) {
      expect(() => checkPassword(password, 'newPassword')).toThrow(/^newPassword: /);
      await expect(hashPassword(password)).rejects.toMatchObject({ code: 'user.invalid' });
    }
  });
});
