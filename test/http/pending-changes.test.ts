import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/base/log.ts';
import { countBelow } from '../../src/repository/editing/pending-progress.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { holdSubtreeWork, releaseSubtreeWork, settleEach } from '../support/held-work.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';

interface LogLine {
  readonly msg: string;
  readonly [name: string]: unknown;
}

describe.each(engines)('changes of large folders on %s', (engine) => {
  const lines: LogLine[] = [];
  let app: TestApp;
  let folder: { readonly uid: string; readonly path: string };
  beforeEach(async () => {
    lines.length = 0;
    const log = createLogger('info', 'json', { write: (line) => lines.push(JSON.parse(line)) });
    app = await startTestApp(engine, { subtreeWrittenAtOnce: 2 }, log);
    await holdSubtreeWork(app);
    folder = await createDocument(app, { name: 'large', type: 'Folder' });
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await createDocument(app, { parent: folder.uid, name });
    }
  });
  afterEach(() => app.close());

  const list = async (headers: Record<string, string> = {}) => {
    const response = await app.request('GET /api/v1/management/pending-changes', { headers });
    expect(response.status, response.text).toBe(200);
    return response.json;
  };
  const metrics = async () => (await app.request('GET /metrics')).text;
  const finish = async () => {
    await releaseSubtreeWork(app);
    // Workers look for work every second; on PostgreSQL rows stay as they are for a moment.
    await vi.waitUntil(
      async () => {
        const { entries, tasks } = await list();
        return entries.length === 0 && tasks.length === 0;
      },
      { timeout: 60_000, interval: 100 },
    );
  };
  const linesOf = (text: RegExp) => lines.filter(({ msg }) => text.test(msg));
  /** A change is logged after it can be seen to have ended. */
  const ends = () =>
    vi.waitUntil(
      () => {
        const found = linesOf(/is in all its documents/);
        return found.length > 0 && found;
      },
      { timeout: 60_000 },
    );
  const setTotal = (total: number) =>
    app.services.database.write((handle) =>
      handle.run(handle.rows.updateTable('pending_change').set({ total })),
    );

  test('are only shown to administrators', async () => {
    await createUser(app, 'alice');
    const line = 'GET /api/v1/management/pending-changes';
    expect((await app.request(line, { user: 'alice' })).status).toBe(403);
    expect((await app.request(line, { user: null })).status).toBe(401);
    expect(await list()).toEqual({ 'entity-type': 'pendingChanges', entries: [], tasks: [] });
  });

  test.each(['contract', 'native'])('are listed with their progress (%s)', async (dialect) => {
    const headers = { 'X-Cartulary-Dialect': dialect };
    await setAcl(app, folder.uid, [grantAce('members', 'Read')]);
    const common = { 'entity-type': 'pendingChange', kind: 'security', documentId: folder.uid };
    const expected = {
      ...common,
      number: expect.any(Number),
      state: 'waiting',
      path: folder.path,
      newPath: null,
      principalName: 'system',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      done: 0,
      total: null,
      failures: 0,
      lastError: null,
      retryAt: null,
    };
    expect((await list(headers)).entries).toEqual([expected]);
    await settleEach(app.services, 2);
    await setTotal(5);
    const half = { ...expected, state: 'writing', done: 2, total: 5 };
    expect((await list(headers)).entries).toEqual([half]);
    await finish();
  });

  test('of a move and of a copy are listed with the places that users see', async () => {
    const target = await createDocument(app, { name: 'target', type: 'Folder' });
    const copied = await callOperation(app, 'Document.Copy', {
      input: folder.uid,
      params: { target: target.uid, name: 'copied' },
    });
    expect(copied.status, copied.text).toBe(200);
    await callOperation(app, 'Document.Move', {
      input: folder.uid,
      params: { target: target.uid, name: 'moved' },
    });
    const { entries } = await list();
    expect(entries).toMatchObject([
      { kind: 'copy', path: null, newPath: `${target.path}/copied`, documentId: copied.json.uid },
      { kind: 'move', path: folder.path, newPath: `${target.path}/moved` },
    ]);
    expect(entries[0].principalName).toBe('Administrator');
    await finish();
    expect(
      linesOf(/began to write/)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([folder.path, `${target.path}/copied`]);
  });

  test('lead to tasks that are listed too', async () => {
    await callOperation(app, 'Document.Trash', { input: folder.uid });
    await callOperation(app, 'Document.Untrash', { input: folder.uid });
    const { entries, tasks } = await list();
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['trash', 'untrash']);
    expect(tasks).toMatchObject([
      { kind: 'restoreNames', state: 'waiting', path: folder.path, done: 0, total: null },
    ]);
    expect(await metrics()).toContain('cartulary_subtree_tasks{kind="restoreNames"} 1');
    await finish();
  });

  test('are counted before they are written, and logged at their beginning and end', async () => {
    await setAcl(app, folder.uid, [grantAce('members', 'Read')]);
    await finish();
    const facts = { kind: 'security', path: folder.path, documents: 5 };
    expect(linesOf(/began to write a change/)).toMatchObject([facts]);
    expect(await ends()).toMatchObject([{ ...facts, seconds: expect.any(Number) }]);
  });

  test('are not counted again by another worker', async () => {
    await setAcl(app, folder.uid, [grantAce('members', 'Read')]);
    await setTotal(99);
    await finish();
    expect(linesOf(/began to write a change/)).toEqual([]);
    expect(await ends()).toMatchObject([{ documents: 99 }]);
  });

  test('are in the metrics', async () => {
    const before = await metrics();
    expect(before).toContain('cartulary_pending_changes{kind="security"} 0');
    expect(before).toContain('cartulary_pending_change_oldest_age_seconds 0');
    await setAcl(app, folder.uid, [grantAce('members', 'Read')]);
    await settleEach(app.services, 2);
    await setTotal(5);
    const text = await metrics();
    expect(text).toContain('cartulary_pending_changes{kind="security"} 1');
    expect(text).toContain('cartulary_pending_changes{kind="move"} 0');
    expect(text).toContain('cartulary_pending_change_rows_left 3');
    expect(text).toMatch(/^cartulary_pending_change_oldest_age_seconds [\d.]*[1-9]/m);
    await finish();
    const after = await metrics();
    expect(after).toContain('cartulary_pending_changes{kind="security"} 0');
    expect(after).toContain('cartulary_pending_change_rows_left 0');
    expect(after).toContain('cartulary_subtree_rows_written_total{work="change"} 3');
  });

  test('are counted page by page', async () => {
    const { database } = app.services;
    await createDocument(app, { name: 'large0' });
    const page = (path: string, after: string | null, rowsMax: number) =>
      database.read((handle) => countBelow(handle, { path, after, rowsMax }));
    const { path } = folder;
    expect(await page(path, null, 2)).toEqual({ count: 2, after: `${path}/b` });
    expect(await page(path, `${path}/b`, 2)).toEqual({ count: 2, after: `${path}/d` });
    expect(await page(path, `${path}/d`, 2)).toEqual({ count: 1, after: null });
    expect(await page(path, null, 5)).toEqual({ count: 5, after: `${path}/e` });
    expect(await page(path, `${path}/e`, 5)).toEqual({ count: 0, after: null });
    expect((await page('/', null, 100)).after).toBeNull();
    expect((await page('/', null, 100)).count).toBeGreaterThan(8);
  });
});
