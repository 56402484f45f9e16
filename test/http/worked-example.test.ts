import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The blocks of code of the section, each with the file that the text names before it. */
const step = /`([\w/.-]+\.ts)`[^`]*\n```(ts|diff)\n([\s\S]*?)```\n/g;

/** Each part of a block `diff` has lines of the file, and lines with `+` that come between them. */
function applied(text: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((before, part) => {
    const lines = part.split('\n').filter((line) => line !== '');
    const present = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const old = `${present.join('\n')}\n`;
    expect(before.split(old), `the file has once:\n${old}`).toHaveLength(2);
    return before.replace(old, `${lines.map((line) => line.slice(1)).join('\n')}\n`);
  }, text);
}

describe('the worked example of CONTRIBUTING.md', { timeout: 180_000 }, () => {
  let folder: string;
  const inCopy = (path: string) => join(folder, path);
  const node = (...args: readonly string[]) => run(process.execPath, args, { cwd: folder });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartulary-example-'));
    const tests = ['test/access', 'test/support'];
    for (const path of [
      'src',
      'docs',
      'build',
      'client',
      ...tests,
      'package.json',
      'tsconfig.json',
    ]) {
      await cp(join(root, path), inCopy(path), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), inCopy('node_modules'));
    const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
    const section = text.slice(text.indexOf('## Worked example'));
    const steps = [...section.matchAll(step)];
    expect(steps.map(([, path]) => path)).toHaveLength(section.split(/^```\w+$/m).length - 1);
    for (const [, path = '', kind, code = ''] of steps) {
      await mkdir(dirname(inCopy(path)), { recursive: true });
      const content = kind === 'ts' ? code : applied(await readFile(inCopy(path), 'utf8'), code);
      await writeFile(inCopy(path), content, kind === 'ts' ? { flag: 'wx' } : {});
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('has the right types', async () => {
    const { stdout } = await node(
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--singleThreaded',
    ).catch((error) => error);
    expect(stdout).toBe('');
  });

  test('follows the formatter and the linter', async () => {
    await cp(join(root, 'biome.json'), inCopy('biome.json'));
    const paths = ['src/operations', 'src/enrichers', 'test/http'];
    const outcome = await node('node_modules/@biomejs/biome/bin/biome', 'check', ...paths).catch(
      (error) => error,
    );
    expect(outcome.code, outcome.stdout + outcome.stderr).toBeUndefined();
  });

  test('appears in the reference of operations', async () => {
    await node('docs/generate.ts');
    const page = await readFile(inCopy('docs/reference/operations.md'), 'utf8');
    expect(page).toContain('### `Document.AddSubject`');
  });

  test('passes its own test, which starts the application', async () => {
    // Its stores are copies of the one that this run has prepared.
    const provide = JSON.stringify({ preparedFolder: inject('preparedFolder') });
    const config = `export default {
      cacheDir: 'cache',
      test: {
        include: ['test/http/*.test.ts'],
        provide: ${provide},
        experimental: { viteModuleRunner: false, nodeLoader: false },
      },
    };`;
    await writeFile(inCopy('vitest.config.ts'), config);
    const outcome = await node('node_modules/vitest/vitest.mjs', 'run', '--no-color').catch(
      (error) => error,
    );
    expect(outcome.stdout + outcome.stderr).toMatch(/Tests +2 passed/);
  });
});
