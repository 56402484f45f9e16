import { describe, expect, test } from 'vitest';
import { refuseOldVersion } from './server-version.ts';

describe('the version of the database', () => {
  test.each([
    [90_624, '9.6.24'],
    [130_023, '13.23 (Debian 13.23-0+deb11u1)'],
    [140_020, '14.20'],
  ])('%i is refused by name, and what is needed is said', (number, name) => {
    expect(() => refuseOldVersion({ number, name })).toThrow(
      expect.objectContaining({
        code: 'store.server-version',
        message: expect.stringMatching(/^the database is PostgreSQL .+: PostgreSQL 15 or newer/),
      }),
    );
    expect(() => refuseOldVersion({ number, name })).toThrow(name);
  });

  test.each([
    [150_015, '15.15 (Debian 15.15-0+deb12u1)'],
    [160_010, '16.10'],
    [170_000, '17.0'],
    [180_001, '18.1'],
    [250_000, '25.0'],
  ])('%i is taken', (number, name) => {
    expect(() => refuseOldVersion({ number, name })).not.toThrow();
  });
});
