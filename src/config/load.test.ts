import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError, type ConfigInput, flagName, loadConfig } from './load.ts';
import { printConfig } from './print.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartulary-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(content: unknown): string {
  const path = join(folder, 'config.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function problemsOf(input: ConfigInput): readonly string[] {
  try {
    loadConfig(input);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  test('has defaults for everything', () => {
    const { config, sources } = loadConfig({ environment: {}, flags: {} });
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      contextPath: '/nuxeo',
      data: './data',
      databaseUrl: null,
      wireDialect: 'contract',
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
  });

  test('lets flags win over the environment and the environment over the file', () => {
    const { config, sources } = loadConfig({
      file: file({ port: 1, host: 'file', data: 'file' }),
      environment: { PORT: '2', CARTULARY_HOST: 'environment' },
      flags: { port: 3 },
    });
    expect(config).toMatchObject({ port: 3, host: 'environment', data: join(folder, 'file') });
    expect(sources).toMatchObject({ port: 'flag', host: 'environment', data: 'file' });
  });

  test('reports every problem at once and names where it is', () => {
    const problems = problemsOf({
      file: file({ port: 'many', nope: 1, wireDialect: 'latin' }),
      environment: { CARTULARY_POOL: '1', CARTULARY_DATABASE_POOL_SIZE: '1' },
      flags: { development: 'perhaps' },
    });
    expect(problems).toEqual([
      'file, nope: no such setting',
      'environment CARTULARY_POOL: no such setting',
      expect.stringMatching(/^environment CARTULARY_DATABASE_POOL_SIZE: must be a whole number/),
      'flag --development: must be true or false',
      expect.stringMatching(/^file, port: must be a whole number/),
      'file, wireDialect: must be one of contract, native',
    ]);
  });

  test.each([
    ['{"port": ', /config\.json/],
    ['[]', /must hold a JSON object/],
  ])('refuses the file %s', (content, message) => {
    expect(problemsOf({ file: file(content), environment: {}, flags: {} })).toEqual([
      expect.stringMatching(message),
    ]);
  });

  test('refuses a named file that does not exist', () => {
    const path = join(folder, 'none.json');
    expect(problemsOf({ file: path, environment: {}, flags: {} })).toEqual([
      `file ${path}: there is no such file or folder`,
    ]);
  });

  test('takes paths in the file as relative to the file, others to the working folder', () => {
    const given = { contentModelFiles: ['a.json', '/b.json'], directoryFiles: ['../c.json'] };
    const webApplications = ['/ui=ui', '/console=/srv/console'];
    const path = file({ ...given, data: './store', logLevel: 'warn', webApplications });
    const { config } = loadConfig({
      file: path,
      environment: { CARTULARY_OPERATION_FILES: 'd.json, e.json' },
      flags: { pageProviderFiles: ['f.json'] },
    });
    expect(config).toMatchObject({
      data: join(folder, 'store'),
      contentModelFiles: [join(folder, 'a.json'), '/b.json'],
      directoryFiles: [join(folder, '../c.json')],
      logLevel: 'warn',
      operationFiles: ['d.json', 'e.json'],
      pageProviderFiles: ['f.json'],
      webApplications: [
        { path: '/ui', folder: join(folder, 'ui') },
        { path: '/console', folder: '/srv/console' },
      ],
    });
  });

  test('is printed with sources and without secrets', () => {
    const loaded = loadConfig({
      environment: { CARTULARY_ADMIN_PASSWORD: 'hidden', PORT: '99' },
      flags: { databaseUrl: 'postgres://u:secret@h/d' },
    });
    const printed = printConfig(loaded);
    expect(printed).not.toMatch(/hidden|secret/);
    expect(printed).toMatch(/^port +99 +environment$/m);
    expect(printed).toMatch(/^administratorPassword +"\*\*\*" +environment$/m);
  });

  test('names flags in kebab-case', () => {
    expect(flagName('contentModelFiles')).toBe('--content-model-files');
  });

  test('cannot be changed afterwards', () => {
    const { config } = loadConfig({ environment: {}, flags: {} });
    expect(Object.isFrozen(config)).toBe(true);
  });
});
