import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clearSessionCookie,
  fingerprintPassword,
  readSession,
  sessionTokens,
  signSession,
  writeSessionCookie,
} from './sessions.ts';

const claims = {
  id: 'id',
  username: 'jané/李',
  issuedAt: 1,
  expiresAt: 2,
  passwordFingerprint: 'f',
};

describe('session tokens', () => {
  test('say what was signed, for any user', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (username) => {
        const token = signSession('secret', { ...claims, username });
        expect(readSession('secret', token)).toEqual({ ...claims, username });
      }),
    );
  });

  test('of another secret, or changed in any character, are invalid', () => {
    const token = signSession('secret', claims);
    expect(readSession('other', token)).toBeUndefined();
    for (let index = 0; index < token.length; index += 1) {
      const swapped = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + swapped + token.slice(index + 1);
      expect(readSession('secret', changed)).toBeUndefined();
    }
  });

  test('no text makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readSession('secret', text)).toBeUndefined();
        expect(readSession('secret', `v1.${text}`)).toBeUndefined();
      }),
    );
    expect(readSession('secret', `v1.${'A'.repeat(100_000)}`)).toBeUndefined();
  });

  test('fit a cookie', () => {
    const token = signSession('secret', claims);
    const cookie = writeSessionCookie(token, { contextPath: '/nuxeo', isSecure: false });
    expect(cookie).toBe(`JSESSIONID=${token}; Path=/nuxeo; HttpOnly; SameSite=Lax`);
    expect(token).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(sessionTokens(cookie.split(';')[0])).toEqual([token]);
  });

  test('are found among other cookies, and all of that name are tried', () => {
    expect(sessionTokens('a=1; JSESSIONID=x.y; XJSESSIONID=no; JSESSIONID="z"')).toEqual([
      'x.y',
      'z',
    ]);
    expect(sessionTokens(undefined)).toEqual([]);
    expect(sessionTokens('JSESSIONID')).toEqual([]);
  });

  test('cookies are Secure behind https, and a root context has the path /', () => {
    expect(clearSessionCookie({ contextPath: '', isSecure: true })).toBe(
      'JSESSIONID=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    );
  });

  test('the fingerprint differs by password hash and by secret', () => {
    const prints = [
      fingerprintPassword('secret', 'a'),
      fingerprintPassword('secret', 'b'),
      fingerprintPassword('other', 'a'),
    ];
    expect(new Set(prints).size).toBe(3);
  });
});
