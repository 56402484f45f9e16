import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './load.ts';
import { configOfRepository, repositoryNames } from './repositories.ts';

function load(repositories: unknown, flags: Record<string, unknown> = {}) {
  return loadConfig({ environment: {}, flags: { data: '/srv/main', repositories, ...flags } })
    .config;
}

function problemsOf(repositories: unknown, flags: Record<string, unknown> = {}): readonly string[] {
  try {
    load(repositories, flags);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a repository needs a name only: its place is a folder in the data folder', () => {
  const config = load('archive, old');
  expect(repositoryNames(config)).toEqual(['default', 'archive', 'old']);
  expect(configOfRepository(config, 'default')).toBe(config);
  expect(configOfRepository(config, 'archive')).toMatchObject({
    data: '/srv/main/repositories/archive',
    databaseUrl: null,
  });
  expect(configOfRepository(config, 'other')).toBeUndefined();
});

test('what it does not set is that of the server, other than its places', () => {
  const main = { databaseUrl: 'postgres://u:p@host/main', databasePoolSize: 7, logLevel: 'error' };
  const config = load([{ name: 'a' }, { name: 'b', databasePoolSize: 3 }], main);
  const shown = { databaseUrl: null, databasePoolSize: 7, logLevel: 'error' };
  expect(configOfRepository(config, 'a')).toMatchObject(shown);
  expect(configOfRepository(config, 'b')).toMatchObject({ databasePoolSize: 3 });
});

test('in the environment they are a list in JSON', () => {
  const text = '[{"name": "archive", "data": "/srv/archive"}]';
  const { config } = loadConfig({ environment: { CARTULARY_REPOSITORIES: text }, flags: {} });
  expect(configOfRepository(config, 'archive')?.data).toBe('/srv/archive');
});

test('in the file, folders are relative to it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartulary-config-'));
  const file = join(folder, 'c.json');
  writeFileSync(file, JSON.stringify({ repositories: [{ name: 'archive', data: './archive' }] }));
  const { config } = loadConfig({ environment: {}, flags: {}, file });
  rmSync(folder, { recursive: true });
  expect(configOfRepository(config, 'archive')?.data).toBe(resolve(folder, 'archive'));
});

const place = 'flag --repositories: ';

test.each([
  ['no list', { name: 'archive' }, `${place}must be a list`],
  ['broken JSON', '[{', `${place}must be a list in JSON, or names with commas between them`],
  [
    'an entry without a name',
    [{ data: '/a' }],
    `${place}each must be an object with a name, or a name`,
  ],
  [
    'the name of the default one',
    ['default'],
    `${place}default: is the repository of the settings at the top; choose another`,
  ],
  ['a name twice', ['a', 'A'], `${place}A: is there twice`],
  [
    'a name for a folder above',
    ['..'],
    `${place}..: a name must be of at most 64 letters, digits and "_", "." or "-" between them`,
  ],
  [
    'a member that is misspelt',
    [{ name: 'a', databaseURL: 'x' }],
    'repositories, a: databaseURL: no such setting; a repository has blobStoreUrl, data, databaseUrl, recordsFolder, databaseFailoverSeconds, databasePooler, databasePoolSize, s3AccessKeyId, s3CanList, s3Encryption, s3EncryptionKey, s3Endpoint, s3PathStyle, s3Region, s3SecretAccessKey',
  ],
  [
    'a setting of the server',
    [{ name: 'a', port: 1 }],
    'repositories, a: port: is a setting of the server and not of one repository; set it at the top',
  ],
  [
    'a value that is none',
    [{ name: 'a', databaseUrl: 'mysql://x' }],
    'repositories, a: databaseUrl: must be a postgres:// address',
  ],
  [
    'the folder of another one',
    [{ name: 'a', data: '/srv/main' }],
    'repositories, a: data: is that of the repository default',
  ],
  [
    'records in one only',
    [{ name: 'a', recordsFolder: '/r' }],
    'repositories, a: recordsFolder: set one for each repository and at the top, or for none',
  ],
])('%s is refused', (_what, repositories, problem) => {
  expect(problemsOf(repositories)).toEqual([problem]);
});

test('the database of another one is refused without showing its password', () => {
  const databaseUrl = 'postgres://u:secret@host/main';
  expect(problemsOf([{ name: 'a', databaseUrl }], { databaseUrl })).toEqual([
    'repositories, a: databaseUrl: is that of the repository default',
  ]);
});
