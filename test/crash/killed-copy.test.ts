import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliProcess, type CliStore, createCliStore } from '../support/cli.ts';
import { comparableDump } from '../support/comparable-dump.ts';
import { copyTo, placeOf, startCopy } from '../support/copies.ts';
import { engines } from '../support/engines.ts';
import { Random } from '../support/random.ts';

const files = 1_200;
const kills = 4;

/** How many units of a copy are in the target so far: each one stores a position. */
async function countSteps({ env }: CliStore): Promise<number> {
  const text = 'select count(*) as count from copy_progress';
  const url = env.CARTULARY_DATABASE_URL;
  try {
    if (url === undefined) {
      const path = join(env.CARTULARY_DATA ?? '', 'cartulary.db');
      await access(path);
      const db = new Sqlite(path, { readonly: true });
      try {
        return Number((db.prepare(text).get() as { count: number }).count);
      } finally {
        db.close();
      }
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return Number((await client.query(text)).rows[0].count);
    } finally {
      await client.end();
    }
  } catch {
    // There are no tables yet.
    return 0;
  }
}

interface Kill {
  readonly signal: 'SIGINT' | 'SIGKILL';
  readonly steps: number;
}

/** Whether the copy was interrupted: it may have been complete before. */
async function killAt(
  process: CliProcess,
  target: CliStore,
  { signal, steps }: Kill,
): Promise<boolean> {
  while (process.child.exitCode === null) {
    if ((await countSteps(target)) >= steps) {
      process.child.kill(signal);
      const { code, stderr } = await process.ended;
      if (code === 130)
        expect(stderr).toMatch(/^interrupted: the same command goes on from here$/m);
      return code !== 0;
    }
    await new Promise((next) => setTimeout(next, 5));
  }
  return false;
}

describe.each(engines)('a copy to %s that is killed again and again', (engine) => {
  let source: CliStore;
  let target: CliStore;
  beforeAll(async () => {
    source = await createCliStore(engine === 'sqlite' ? 'postgres' : 'sqlite', 'prepared');
    target = await createCliStore(engine, 'empty');
    const folder = join(source.folder, 'many');
    await mkdir(folder);
    for (let at = 0; at < files; at += 1) {
      await writeFile(join(folder, `walrus ${at}.bin`), `content ${at}`);
    }
    const imported = await source.run(['import', folder, '--to', '/default-domain/workspaces']);
    expect(imported.stdout).toMatch(/^imported: 1,200 created/);
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  test('is complete in the end', async () => {
    const random = new Random();
    let steps = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      steps += 1 + random.below(16);
      const signal = kill % 2 === 0 ? 'SIGINT' : 'SIGKILL';
      const copying = await startCopy(source, placeOf(target));
      expect(await killAt(copying, target, { signal, steps })).toBe(true);
    }
    const { code, stdout } = await copyTo(source, target);
    expect(stdout).toMatch(/ 0 damaged, .*\nno problems found\n$/);
    expect(code).toBe(0);
    const dump = (store: CliStore) => store.withStore(({ database }) => comparableDump(database));
    expect(await dump(target)).toEqual(await dump(source));
  });
});
