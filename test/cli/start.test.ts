import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programFile } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { makeFolder } from '../support/engines.ts';

const root = resolve(import.meta.dirname, '../..');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isReached: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (isReached()) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`waited in vain for ${what}`);
}

describe('the start', () => {
  let store: CliStore;
  beforeAll(async () => {
    store = await createCliStore('sqlite');
  });
  afterAll(() => store.close());

  test('by npm start ends with the process that was started', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, ...store.env, PORT: '0', CARTULARY_LOG_FORMAT: 'json' },
      stdio: ['ignore', 'pipe', 'ignore'],
      // With all that it starts, should the test fail.
      detached: true,
    });
    const pid = npm.pid ?? 0;
    try {
      let output = '';
      npm.stdout.on('data', (chunk) => {
        output += String(chunk);
      });
      await until(() => /listening on http/.test(output), 'the server');
      const url = /listening on (http[^"]+)/.exec(output)?.[1] ?? '';
      expect((await fetch(`${url}runningstatus`)).status).toBe(200);
      const closed = once(npm, 'close');
      npm.kill('SIGTERM');
      // The server holds the other end of the pipe for as long as it lives.
      await closed;
      expect(output).toMatch(/stopping on SIGTERM[\s\S]*stopped/);
      await expect(fetch(url)).rejects.toThrow();
    } finally {
      if (npm.exitCode === null && npm.signalCode === null) process.kill(-pid, 'SIGKILL');
    }
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'can be interrupted by %s while it waits for a file that never answers',
    async (signal) => {
      const pipe = join(store.folder, `pipe-${signal}`);
      execFileSync('mkfifo', [pipe]);
      const server = store.start(['serve', '--port', '0', '--operation-files', pipe]);
      let writing: number | undefined;
      await until(() => {
        // Fails until the pipe has a reader.
        try {
          writing = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
        } catch {
          return false;
        }
        return true;
      }, 'the reader');
      server.child.kill(signal);
      await server.ended;
      expect(server.child.signalCode).toBe(signal);
      if (writing !== undefined) closeSync(writing);
    },
  );

  test('can be interrupted while another program keeps the database locked', async () => {
    await store.run(['user', 'list']);
    const { default: Sqlite } = await import('better-sqlite3');
    const other = new Sqlite(join(store.folder, 'data/cartulary.db'));
    other.exec('BEGIN EXCLUSIVE');
    try {
      const server = store.start(['serve', '--port', '0']);
      await new Promise((next) => setTimeout(next, 1_500));
      server.child.kill('SIGTERM');
      await until(() => !isAlive(server.child.pid ?? 0) || server.child.signalCode !== null, 'end');
      expect((await server.ended).stdout).not.toMatch(/listening/);
      expect(server.child.signalCode).toBe('SIGTERM');
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
  });

  describe('with a data folder that cannot be one', () => {
    const refused = async (data: string, reason: RegExp, file = data) => {
      const { code, stdout, stderr } = await store.run(['serve', '--port', '0', '--data', data]);
      expect([code, stdout]).toEqual([78, '']);
      expect(stderr).toMatch(reason);
      expect(stderr.startsWith(`configuration: data, ${file}: `)).toBe(true);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).not.toMatch(/ENOENT|EEXIST|ENOTDIR|cannot be reached/);
    };

    test('says that it is a file', async () => {
      const path = join(store.folder, 'file');
      await writeFile(path, '');
      await refused(path, /it is a file, not a folder; name another folder/);
      await refused(join(path, 'below'), /a part of its path is a file/);
    });

    test('says that it is a device or a named pipe', async () => {
      await refused('/dev/null', /it is a device, not a folder/);
      const path = join(store.folder, 'pipe');
      execFileSync('mkfifo', [path]);
      await refused(path, /it is a named pipe, not a folder/);
    });

    test('says so of the database in it, instead of waiting forever', async () => {
      const data = join(store.folder, 'piped');
      await mkdir(data);
      execFileSync('mkfifo', [join(data, 'cartulary.db')]);
      await refused(data, /it is a named pipe, not a file/, join(data, 'cartulary.db'));
    });

    test.skipIf(process.platform !== 'linux')(
      'says that no folder can be made there, instead of trying forever',
      async () => {
        await refused('/proc/none/at/all', /there is no such file or folder/);
      },
    );

    test('says that it may not be written', async () => {
      // The superuser may write everywhere except where no user may.
      const isSuperuser = process.getuid?.() === 0;
      const data = isSuperuser ? '/proc/1' : join(store.folder, 'locked');
      if (!isSuperuser) {
        await mkdir(data);
        await chmod(data, 0o500);
      }
      const { code, stderr } = await store.run(['user', 'list', '--data', data]);
      expect(code).toBe(78);
      expect(stderr).toMatch(/^configuration: data, \S+: .*(?:may not|read-only|there is no such)/);
      expect(stderr).toContain('give this user (uid ');
    });
  });
});

describe('the built package', () => {
  const published = dirname(dirname(programFile));
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
  });
  afterAll(() => folder.remove());

  const run = (command: string, args: readonly string[]) =>
    new Promise<{ code: number | null; text: string }>((done) => {
      const child = spawn(command, args, { cwd: published });
      let text = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          text += String(chunk);
        });
      }
      child.on('close', (code) => done({ code, text }));
    });

  test('runs by the entry that package.json names', async () => {
    const { bin, files, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(files).toEqual(expect.arrayContaining(['bin', 'dist']));
    expect(await run(process.execPath, [bin.cartulary, '--version'])).toEqual({
      code: 0,
      text: `${version}\n`,
    });
    const { text } = await run(process.execPath, [
      bin.cartulary,
      'user',
      'list',
      '--data',
      folder.path,
    ]);
    expect(text).toContain('Administrator\t');
  });

  const sentence = /^error: cartulary needs Node 24 or newer, and this is Node (\S+) .*\n$/;

  test('says to an old Node which one it needs', async () => {
    const pretend =
      "Object.defineProperty(process.versions, 'node', { value: '10.24.1' }); require('./bin/cartulary.cjs')";
    const { code, text } = await run(process.execPath, ['-e', pretend]);
    expect([code, sentence.exec(text)?.[1]]).toEqual([78, '10.24.1']);
  });

  test('has an entry in syntax that every Node can read', async () => {
    const entry = await readFile(join(root, 'bin/cartulary.cjs'), 'utf8');
    expect(entry).not.toMatch(
      /=>|`|\bconst\b|\blet\b|\bimport\b(?! it)|\?\.|\?\?|\.\.\.|async|class/,
    );
  });
});
