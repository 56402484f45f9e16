import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBasicCredentials, writeBasicCredentials } from './basic-credentials.ts';

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

describe('Basic credentials', () => {
  test('any user without a colon and any password come back as they were written', () => {
    const wellFormed = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(
        wellFormed.filter((text) => !text.includes(':')),
        wellFormed,
        (username, password) => {
          const header = writeBasicCredentials({ username, password });
          expect(readBasicCredentials(header)).toEqual({ username, password });
        },
      ),
    );
  });

  test('no header makes the reader throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readBasicCredentials(text);
        readBasicCredentials(`Basic ${text}`);
        readBasicCredentials(`Basic ${base64(text)}`);
      }),
    );
  });

  test('the user ends at the first colon', () => {
    expect(readBasicCredentials(`Basic ${base64('user:pass:word')}`)).toEqual({
      username: 'user',
      password: 'pass:word',
    });
  });

  test('the scheme may be written in any case, and padding may be left out', () => {
    const expected = { username: 'user', password: 'pw' };
    expect(readBasicCredentials(`bAsIc ${base64('user:pw')}`)).toEqual(expected);
    expect(readBasicCredentials(`Basic ${base64('user:pw').replaceAll('=', '')}`)).toEqual(
      expected,
    );
  });

  test.each([
    ['another scheme', `Bearer ${base64('user:pw')}`],
    ['no credentials', 'Basic'],
    ['an empty user', `Basic ${base64(':pw')}`],
    ['an empty password', `Basic ${base64('user:')}`],
    ['no colon', `Basic ${base64('user')}`],
    ['stray characters', 'Basic dXNlcjpwdw==!'],
    ['a wrong length', 'Basic dXNlcjpwd2x4a'],
    ['stray bits at the end', 'Basic dXNlcjpwdz=='.replace('w==', 'x==')],
    ['bytes that are not UTF-8', `Basic ${base64(Buffer.from([0x75, 0x3a, 0xe9, 0x21]))}`],
  ])('%s is not a usable credential', (_what, header) => {
    expect(readBasicCredentials(header)).toBeUndefined();
  });
});
