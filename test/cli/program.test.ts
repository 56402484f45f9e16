import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flagName } from '../../src/config/load.ts';
import { settings } from '../../src/config/settings.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';

describe('the command line', () => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore('sqlite');
  });
  afterAll(() => store.close());

  test('lists the commands in its help', async () => {
    const { code, stdout, stderr } = await store.run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['serve', 'import', 'check', 'user']) expect(stdout).toContain(command);
    for (const name of Object.keys(settings)) expect(stdout).toContain(flagName(name));
  });

  test('shows the options of a command, and says where those for all are', async () => {
    for (const [command, option] of [
      ['import', '--concurrency'],
      ['serve', '--help'],
    ] as const) {
      const { stdout } = await store.run([command, '--help']);
      expect(stdout).toContain(option);
      expect(stdout).not.toMatch(/--database-pool-size|--access-log/);
      expect(stdout).toContain('"cartulary --help" lists them');
    }
  });

  test('shows the settings apart from the options of the program', async () => {
    const { stdout } = await store.run(['--help']);
    const [own = '', settingsPart = ''] = stdout.split('\nSettings, for every command:\n');
    expect(own).toMatch(/--help/);
    expect(own).not.toMatch(/--database-url/);
    expect(settingsPart).toMatch(/--database-url/);
  });

  test('says its version', async () => {
    const { code, stdout } = await store.run(['--version']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  test.each([
    [['--nope'], /unknown option/],
    [['import'], /missing required argument|required option/],
    [['import', 'x', '--to', '/', '--concurrency', '0'], /whole number from 1 to 64/],
    [
      ['frobnicate'],
      /^error: unknown command 'frobnicate'; there are serve, import, check, collect, copy, doctor, nodes, user$/m,
    ],
    [['frobnicate', '--port', '1', 'x'], /unknown command 'frobnicate'/],
    [
      ['user', 'frobnicate'],
      /^error: unknown command 'frobnicate'; there are add, list, password, remove$/m,
    ],
    [['serve', 'now'], /too many arguments for 'serve'/],
  ])('%j is a mistake that it explains in one line', async (args, message) => {
    const { code, stdout, stderr } = await store.run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('shows its usage without a command', async () => {
    const { code, stderr } = await store.run([]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: cartulary')]);
  });

  test('prints the configuration with the source of each value', async () => {
    const file = join(store.folder, 'own.json');
    await writeFile(file, '{"wireDialect": "native", "port": 1}');
    const { code, stdout } = await store.run(
      ['serve', '--config', file, '--port', '9', '--access-log', '--print-config'],
      { env: { CARTULARY_HOST: '127.0.0.2' } },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^port +9 +flag$/m);
    expect(stdout).toMatch(/^accessLog +true +flag$/m);
    expect(stdout).toMatch(/^wireDialect +"native" +file$/m);
    expect(stdout).toMatch(/^host +"127.0.0.2" +environment$/m);
  });

  test('takes the configuration file from the environment and lets flags take a yes back', async () => {
    const file = join(store.folder, 'yes.json');
    await writeFile(file, '{"accessLog": true, "development": true}');
    const { stdout } = await store.run(['--print-config', '--no-access-log'], {
      env: { CARTULARY_CONFIG: file },
    });
    expect(stdout).toMatch(/^accessLog +false +flag$/m);
    expect(stdout).toMatch(/^development +true +file$/m);
  });

  test('reports all problems of the configuration at once', async () => {
    const { code, stdout, stderr } = await store.run(['serve', '--port', 'many'], {
      env: { CARTULARY_LOG_LEVEL: 'loud', CARTULARY_PROT: '1' },
    });
    expect([code, stdout]).toEqual([78, '']);
    expect(stderr.trim().split('\n').sort()).toEqual([
      expect.stringMatching(/^configuration: environment CARTULARY_LOG_LEVEL: must be one of/),
      'configuration: environment CARTULARY_PROT: no such setting',
      expect.stringMatching(/^configuration: flag --port: must be a whole number/),
    ]);
  });

  test.each([
    ['contentModelFiles', '--content-model-files'],
    ['directoryFiles', '--directory-files'],
    ['operationFiles', '--operation-files'],
    ['pageProviderFiles', '--page-provider-files'],
  ])('names the setting %s and the file that is not there, and that once', async (name, flag) => {
    const { code, stderr } = await store.run(['serve', '--port', '0', flag, './none.json']);
    expect([code, stderr]).toEqual([
      78,
      `error: ${name}, ./none.json: there is no such file or folder\n`,
    ]);
    const text = join(store.folder, 'text.json');
    await writeFile(text, 'oops');
    const broken = await store.run(['serve', '--port', '0', flag, text]);
    expect([broken.code, broken.stderr]).toEqual([
      78,
      expect.stringMatching(new RegExp(`^error: ${name}, ${text}: it is not JSON: .*\n$`)),
    ]);
  });

  test('finds files that the configuration file names beside it', async () => {
    const folder = join(store.folder, 'etc');
    await mkdir(folder);
    await writeFile(join(folder, 'c.json'), '{"contentModelFiles": ["m.json"], "data": "../data"}');
    await writeFile(join(folder, 'm.json'), '{"types": {"A": {"schemas": ["none"]}}}');
    const { code, stderr } = await store.run(['user', 'list', '--config', 'etc/c.json']);
    expect([code, stderr]).toEqual([78, expect.stringContaining(join(folder, 'm.json'))]);
  });

  test('counts an invalid content model as configuration and reports each problem', async () => {
    const file = join(store.folder, 'model.json');
    await writeFile(file, '{"types": {"A": {"schemas": ["none"]}, "B": {"schemas": ["nil"]}}}');
    const { code, stderr } = await store.run(['serve', '--content-model-files', file]);
    expect(code).toBe(78);
    expect(stderr).toMatch(/types\.A/);
    expect(stderr).toMatch(/types\.B/);
  });

  test('shows a stack trace only at log level debug', async () => {
    const args = ['import', 'nowhere', '--to', '/'];
    const plain = await store.run(args);
    expect([plain.code, plain.stdout]).toEqual([1, '']);
    expect(plain.stderr).toBe('error: the folder nowhere does not exist\n');
    const debug = await store.run([...args, '--log-level', 'debug'], { isSource: true });
    expect(debug.stderr).toMatch(/^\s+at .*import\.ts/m);
  });

  test('reports a database that cannot be reached in one line', async () => {
    const env = { CARTULARY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const { code, stderr } = await store.run(['user', 'list'], { env });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: the store cannot be reached.*\n$/),
    ]);
  });
});
