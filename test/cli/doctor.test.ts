import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { engines } from '../support/engines.ts';

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

describe.each(engines)('cartulary doctor on %s', (engine) => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore(engine);
  });
  afterAll(() => store.close());

  test('says what there is, with versions, and what lacks with its package', async () => {
    await store.run(['user', 'list']);
    const { code, stdout, stderr } = await store.run(['doctor']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe(`ok       node ${process.versions.node}`);
    expect(lines[1]).toMatch(/^ok {7}data folder .+, \d+\.\d GB free$/);
    expect(lines[2]).toMatch(new RegExp(`^ok {7}database ${databases[engine]} \\d+\\.\\d+`));
    expect(lines[3]).toMatch(
      /^ok {7}processes that read files are confined by: (bubblewrap|namespace|permissions)$/,
    );
    const states = lines.filter((line) => line.includes('soffice'));
    expect(states).toEqual([
      expect.stringMatching(
        /^(ok {7}soffice [\d.]+|missing {2}soffice \(Debian package libreoffice\)): /,
      ),
    ]);
    expect(lines.at(-1)).toBe('no problems found');
  });

  test('fails when something is configured that does not work', async () => {
    const { code, stdout } = await store.run(['doctor', '--ocr-languages', 'tlh']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^problem {2}ocrLanguages(: tesseract has no data of the language tlh \(Debian package tesseract-ocr-tlh\)| is set, and tesseract is not installed \(Debian package tesseract-ocr\))$/m,
    );
    expect(stdout).toMatch(/^1 problem$/m);
  });

  test('fails for a database that cannot be reached', async () => {
    const url = 'postgres://ann:secret@127.0.0.1:1/none';
    const { code, stdout } = await store.run(['doctor', '--database-url', url]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem {2}database PostgreSQL: cannot be opened: /m);
    expect(stdout).not.toContain('secret');
  });

  test('makes no folder', async () => {
    const folder = join(store.folder, 'none');
    const { stdout } = await store.run(['doctor', '--data', folder]);
    expect(stdout).toContain(`missing  data folder ${folder}: the first start makes it`);
    await expect(access(folder)).rejects.toThrow();
  });

  test('does not take languages that are none', async () => {
    const { code, stderr } = await store.run(['doctor', '--ocr-languages', 'eng;rm']);
    expect([code, stderr]).toEqual([
      78,
      expect.stringContaining('--ocr-languages: eng;rm: must be'),
    ]);
  });
});
