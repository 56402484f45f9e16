import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../test/support/engines.ts';
import { createLogger } from '../base/log.ts';
import { compose } from '../compose.ts';
import { ConfigError, loadConfig } from '../config/load.ts';
import { hashPassword, hashQuickly } from '../repository/principals/passwords.ts';
import { updateUser } from '../repository/principals/users.ts';
import { openStore } from '../store.ts';
import { isLoopback } from './known-password.ts';

test.each([
  '127.0.0.1',
  '127.8.8.8',
  'localhost',
  'LOCALHOST',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '0:0:0:0:0:0:0:1',
])('%s is a loopback address', (host) => expect(isLoopback(host)).toBe(true));

test.each([
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '192.168.127.1',
  '127.example.org',
  'localhost.evil.org',
  '::2',
  '::ffff:10.0.0.1',
  '1::1',
  '::10',
])('%s is not a loopback address', (host) => expect(isLoopback(host)).toBe(false));

hashQuickly(false);

describe('a store that others on the network would reach', () => {
  const log = createLogger('silent');
  const start = async (data: string, flags: Record<string, unknown> = {}) => {
    const { config } = loadConfig({ environment: {}, flags: { data, host: '0.0.0.0', ...flags } });
    await (await compose(config, log)).close();
  };
  const inFolder = async (work: (data: string) => Promise<void>) => {
    const folder = await makeFolder();
    try {
      await work(folder.path);
    } finally {
      await folder.remove();
    }
  };
  const refusal = (text: string) =>
    expect.objectContaining({ problems: [expect.stringContaining(text)] });

  test('is not created without a password, and is once there is one', () =>
    inFolder(async (data) => {
      await expect(start(data)).rejects.toThrow(ConfigError);
      await expect(start(data)).rejects.toEqual(refusal('set CARTULARY_ADMIN_PASSWORD'));
      await start(data, { administratorPassword: 'quite my own' });
      await start(data);
    }));

  test('is not created with the default password given as one', () =>
    inFolder(async (data) => {
      const flags = { administratorPassword: 'Administrator' };
      await expect(start(data, flags)).rejects.toEqual(refusal('a password of your own'));
    }));

  test.each([
    ['sho-rt7', /at least 8 characters/],
    ['ADMINistrator', /must not be the user name/],
    ['Password123', /most common/],
    ['12345', /at least 8 characters/],
  ])('is not created with the weak password %s', (administratorPassword, reason) =>
    inFolder(async (data) => {
      const failure = await start(data, { administratorPassword }).catch(String);
      expect(failure).toMatch(reason);
      expect(failure).toMatch(/host 0\.0\.0\.0 .* set CARTULARY_ADMIN_PASSWORD/);
      expect(failure).not.toContain(administratorPassword);
      // The refused start has stored nothing.
      await start(data, { administratorPassword: 'quite my own' });
    }),
  );

  test('is held to passwordMinLength on a loopback address, too, when that is set', () =>
    inFolder(async (data) => {
      const flags = { host: '127.0.0.1', passwordMinLength: 15 };
      await expect(start(data, flags)).rejects.toEqual(refusal('CARTULARY_ADMIN_PASSWORD'));
      const short = { ...flags, administratorPassword: 'quite my own' };
      await expect(start(data, short)).rejects.toEqual(refusal('at least 15 characters'));
      await start(data, { ...flags, administratorPassword: 'quite my own phrase' });
    }));

  test('is refused while it has the default password, whatever the setting says', () =>
    inFolder(async (data) => {
      await start(data, { host: '127.0.0.1' });
      const flags = { administratorPassword: 'quite my own' };
      await expect(start(data, flags)).rejects.toEqual(refusal('cartulary user password'));
      const store = await openStore(loadConfig({ environment: {}, flags: { data } }).config);
      const passwordHash = await hashPassword('another');
      await store.database.write((handle) => updateUser(handle, 'Administrator', { passwordHash }));
      await store.close();
      await start(data, flags);
    }));
});
