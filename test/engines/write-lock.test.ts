import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, postDocument } from '../support/documents.ts';
import { makeFolder } from '../support/engines.ts';

const program = resolve(import.meta.dirname, '../support/lock-holder.ts');

describe('while another process has the write lock of SQLite', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let app: TestApp;
  let holder: ChildProcess;

  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    await app.close();
    await folder.remove();
  });

  async function start(writeQueueTimeoutMs: number): Promise<{ uid: string }> {
    app = await startTestApp('sqlite', { data: folder.path, writeQueueTimeoutMs });
    const document = await createDocument(app, { name: 'present' });
    holder = fork(program, [join(folder.path, 'cartulary.db')]);
    await once(holder, 'message');
    return document;
  }

  async function release(): Promise<void> {
    holder.send('release');
    await once(holder, 'exit');
  }

  test('requests that read are served, and those that write afterwards', async () => {
    const { uid } = await start(20_000);
    let isStored = false;
    const stored = postDocument(app, { name: 'waiting' }).finally(() => {
      isStored = true;
    });
    // SQLite itself would wait for seconds in front of each of them.
    for (let turn = 0; turn < 100; turn += 1) {
      expect((await app.request(`GET /api/v1/id/${uid}`)).status).toBe(200);
      await sleep(5);
    }
    expect(isStored).toBe(false);
    await release();
    expect((await stored).status).toBe(201);
  });

  test('those that write are refused at their time limit', async () => {
    await start(300);
    const { status, json } = await postDocument(app, { name: 'refused' });
    expect([status, json.status]).toEqual([503, 503]);
    await release();
    expect((await postDocument(app, { name: 'again' })).status).toBe(201);
  });
});
