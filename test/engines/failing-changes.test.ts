import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { createLogger } from '../../src/base/log.ts';
import { checkIntegrity } from '../../src/repository/integrity/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { holdSubtreeWork, releaseSubtreeWork } from '../support/held-work.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';
import { Vandal } from '../support/vandal.ts';

interface LogLine {
  readonly msg: string;
  readonly [name: string]: unknown;
}

interface Folder {
  readonly uid: DocumentId;
  readonly path: string;
}

const unknownAcl = 987_654_321;

/** A document has an ACL that does not exist, so that no slice with it can be written. */
describe.each(engines)('work on a large folder that fails on %s', (engine) => {
  const lines: LogLine[] = [];
  let app: TestApp;
  let vandal: Vandal;
  let bad: Folder;
  let inner: Folder;
  let good: Folder;
  let damaged: Folder;
  beforeEach(async () => {
    lines.length = 0;
    const log = createLogger('info', 'json', { write: (line) => lines.push(JSON.parse(line)) });
    app = await startTestApp(engine, { subtreeWrittenAtOnce: 2 }, log);
    vandal = await Vandal.open(app.services.config);
    await holdSubtreeWork(app);
    [bad, good] = [await filledFolder('bad'), await filledFolder('good')];
    inner = await filledFolder('inner', bad.uid);
    damaged = await createDocument(app, { parent: bad.uid, name: 'damaged' });
  });
  afterEach(async () => {
    await vandal.close();
    await app.close();
  });

  async function filledFolder(name: string, parent?: string): Promise<Folder> {
    const place = parent === undefined ? {} : { parent };
    const folder = await createDocument(app, { ...place, name, type: 'Folder' });
    for (const child of ['a', 'b', 'c'])
      await createDocument(app, { parent: folder.uid, name: child });
    return folder;
  }
  const damage = () => vandal.set('document', { id: damaged.uid }, { acl_id: unknownAcl });
  const list = async () => (await app.request('GET /api/v1/management/pending-changes')).json;
  const entries = async () => (await list()).entries;
  const metrics = async () => (await app.request('GET /metrics')).text;
  const findings = () => storeFindings({ ...app.services, ...app.services.repository });
  /** By the program's own check, which can read what is damaged. */
  const checked = async () => {
    const { database, blobs, repository } = app.services;
    const { model } = repository;
    const found = await Array.fromAsync(checkIntegrity({ database, blobs, model, nowMs: now() }));
    return found.map(({ severity, table, id, text }) => `${severity} ${table} ${id}: ${text}`);
  };
  const linesOf = (text: RegExp) => lines.filter(({ msg }) => text.test(msg));
  /** Workers look for work every second. */
  const until = (is: () => Promise<boolean>) => vi.waitUntil(is, { timeout: 40_000, interval: 50 });
  const grant = (folder: Folder) => setAcl(app, folder.uid, [grantAce('members', 'Read')]);

  test('does not delay changes of other folders and below it, and goes on once it can', async () => {
    await grant(bad);
    await grant(good);
    await grant(inner);
    await damage();
    await releaseSubtreeWork(app);
    await until(async () => (await entries()).length === 1 && (await entries())[0].failures > 1);
    const failed = {
      kind: 'security',
      path: bad.path,
      failures: expect.any(Number),
      lastError: expect.stringMatching(/\w/),
      retryAt: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(await entries()).toMatchObject([failed]);
    expect(await metrics()).toContain('cartulary_subtree_work_failing{work="change"} 1');
    const failures = linesOf(/change of a large folder could not be written/);
    const [once, twice] = [1, 2].map((count) => failures.find((line) => line.failures === count));
    expect(once).toMatchObject({ kind: 'security', path: bad.path, err: expect.anything() });
    expect(Number(twice?.pauseMs)).toBeGreaterThan(Number(once?.pauseMs));
    expect(await checked()).toContainEqual(
      expect.stringMatching(
        /^warning pending_change \d+: has failed \d times since its last success/,
      ),
    );
    await vandal.repair();
    await until(async () => (await entries()).length === 0);
    expect(await findings()).toEqual([]);
    expect(await metrics()).toContain('cartulary_subtree_work_failing{work="change"} 0');
  });

  test('ends when its folder is removed', async () => {
    await grant(bad);
    await damage();
    await releaseSubtreeWork(app);
    await until(async () => (await entries())[0]?.failures > 0);
    const { status } = await callOperation(app, 'Document.Delete', { input: bad.uid });
    expect(status).toBe(204);
    await until(async () => (await entries()).length === 0);
    expect(await findings()).toEqual([]);
  });

  test('lets changes wait that could miss documents which it moves', async () => {
    await grant(bad);
    const { json: moved } = await callOperation(app, 'Document.Move', {
      input: bad.uid,
      params: { target: '/default-domain/workspaces', name: 'moved' },
    });
    await setAcl(app, moved.uid, [grantAce('members', 'ReadWrite')]);
    await grant(good);
    await damage();
    await releaseSubtreeWork(app);
    await until(async () => linesOf(/could not be written/).length > 2);
    const left = await entries();
    expect(left.map(({ kind, path }: { kind: string; path: string }) => [kind, path])).toEqual([
      ['security', bad.path],
      ['move', bad.path],
      ['security', moved.path],
    ]);
    expect(left[2]).toMatchObject({ failures: 0, lastError: null, retryAt: null });
    await vandal.repair();
    await until(async () => (await entries()).length === 0);
    expect(await findings()).toEqual([]);
  });

  test('does not delay tasks of other folders, only those of the same', async () => {
    const follow = (input: string, value: string) =>
      callOperation(app, 'Document.FollowLifecycleTransition', { input, params: { value } });
    await follow(bad.uid, 'approve');
    await follow(inner.uid, 'approve');
    await follow(good.uid, 'approve');
    const [task] = (await list()).tasks;
    await vandal.set('subtree_task', { id: task.id }, { details: 'no' });
    await releaseSubtreeWork(app);
    const metric = 'cartulary_subtree_work_failing{work="task"}';
    await until(async () => linesOf(/task .* has failed/).length > 1);
    await until(async () => (await list()).tasks.length === 2);
    expect(await metrics()).toContain(`${metric} 1`);
    expect(await findings()).toContainEqual(
      expect.stringMatching(`^warning subtree_task ${task.id}: has failed \\d times`),
    );
    await vandal.repair();
    await until(async () => (await list()).tasks.length === 0);
    const response = await app.request(`GET /api/v1/path${inner.path}/a`);
    expect(response.json.state).toBe('approved');
    expect(await metrics()).toContain(`${metric} 0`);
  });
});
