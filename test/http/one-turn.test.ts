import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';

const main = join(resolve(import.meta.dirname, '../..'), 'src/main.ts');

/** Everything that needs no turn of the event loop is done afterwards. */
async function settleInThisTurn(): Promise<void> {
  for (let step = 0; step < 100; step += 1) await new Promise<void>(process.nextTick);
}

describe.each(engines)('within one turn of the event loop, on %s', (engine) => {
  let store: CliStore;
  let app: TestApp;
  beforeAll(async () => {
    store = await createCliStore(engine);
    app = await startTestApp(engine, {
      data: store.env.CARTULARY_DATA,
      databaseUrl: store.env.CARTULARY_DATABASE_URL,
    });
  });
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  /** The process waits for the other one, as it does during a long statement, and takes nothing in. */
  function runInAnotherProcess(...args: string[]): void {
    const env = { PATH: process.env.PATH, ...store.env };
    execFileSync(process.execPath, [main, ...args], { cwd: store.folder, env });
  }

  test('a removed user is refused, whatever was read before the removal', async () => {
    await createUser(app, 'leaver');
    const me = () => app.request('GET /api/v1/me', { user: 'leaver' });
    expect((await me()).status).toBe(200);
    const before = me();
    await settleInThisTurn();
    runInAnotherProcess('user', 'remove', 'leaver');
    const after = me();
    expect((await after).status).toBe(401);
    await before;
  });
});
