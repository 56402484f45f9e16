import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { now, shiftClock } from '../../src/base/clock.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { withoutFailures } from '../../src/repository/changes/subtree-failures.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import type { PendingChangeTable } from '../../src/storage/tables.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { holdSubtreeWork, settleEach } from '../support/held-work.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { openTestRepository } from '../support/repository.ts';
import { grantAce, setAcl } from '../support/security.ts';
import { Vandal } from '../support/vandal.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

describe.each(engines)('the integrity check of pending changes on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let folder: { readonly uid: DocumentId; readonly path: string };
  beforeAll(async () => {
    app = await startTestApp(engine, { subtreeWrittenAtOnce: 2 });
    await holdSubtreeWork(app);
    vandal = await Vandal.open(app.services.config);
    folder = await largeFolder('damaged');
  });
  afterEach(async () => {
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const findings = () => storeFindings({ ...app.services, ...app.services.repository });

  async function largeFolder(name: string) {
    const top = await createDocument(app, { name, type: 'Folder' });
    const inner = await createDocument(app, { parent: top.uid, name: 'inner', type: 'Folder' });
    for (const parent of [top.uid, inner.uid]) {
      for (const child of ['a', 'b', 'c']) await createDocument(app, { parent, name: child });
    }
    return top;
  }

  async function operate(id: string, input: string, params: object = {}): Promise<void> {
    const { status, text } = await callOperation(app, id, { input, params });
    expect([200, 204], text).toContain(status);
  }

  const seqOfLast = () => app.services.database.readLatest(async ({ tree }) => tree.revision);

  /** No document is below it, so that a change of it has no effect. */
  const empty = '/default-domain/workspaces/empty';

  /** Without an effect on the documents. */
  const change = (values: Partial<PendingChangeTable>): PendingChangeTable => ({
    seq: 0,
    kind: 'security',
    document_id: folder.uid,
    path: folder.path,
    new_path: null,
    old_acl: null,
    new_acl: null,
    is_trashed: null,
    removes: 'nothing',
    principal_name: 'Administrator',
    created_at: now(),
    rewritten: 0,
    total: null,
    position: null,
    expires_at: null,
    ...withoutFailures,
    ...values,
  });

  test('finds nothing while changes of every kind are half written, and once they are', async () => {
    const target = await createDocument(app, { name: 'target', type: 'Folder' });
    const names = ['secured', 'trashed', 'restored', 'moved', 'removed', 'copied'];
    const folders = new Map<string, string>();
    for (const name of names) folders.set(name, (await largeFolder(name)).uid);
    const idOf = (name: string) => folders.get(name) ?? '';
    await setAcl(app, idOf('secured'), [grantAce('members', 'Read')]);
    await operate('Document.Trash', idOf('trashed'));
    await operate('Document.Trash', idOf('restored'));
    await operate('Document.Untrash', idOf('restored'));
    await operate('Document.Move', idOf('moved'), { target: target.uid });
    await operate('Document.Delete', idOf('removed'));
    await operate('Document.Copy', idOf('copied'), { target: target.uid });
    const changesLeft = () =>
      app.services.database.readLatest(async ({ tree }) => tree.changes.length);
    expect(await changesLeft()).toBe(7);
    let rounds = 0;
    for (; (await changesLeft()) > 0; rounds += 1) {
      expect(await findings(), `round ${rounds}`).toEqual([]);
      await settleEach(app.services, 2);
    }
    expect(rounds).toBeGreaterThan(3);
  });

  test('finds nothing after a proxy was removed to make place for another document', async () => {
    const { database, repository } = app.services;
    const { uid, path } = await largeFolder('proxied');
    const shown = (await createDocument(app, { name: 'shown' })).uid;
    const proxy = await database.write((handle) =>
      createProxy(createUnit(handle, repository, systemPrincipal), {
        targetId: shown,
        folderId: uid,
      }),
    );
    await operate('Document.Trash', uid);
    const other = await createDocument(app, { name: 'proxied', type: 'Folder' });
    const inPlace = await createDocument(app, { parent: other.uid, name: proxy.name });
    expect([other.path, inPlace.path]).toEqual([path, `${path}/${proxy.name}`]);
    expect(await findings()).toEqual([]);
    for (let slice = 0; slice < 9; slice += 1) await settleEach(app.services, 2);
    expect(await findings()).toEqual([]);
    expect((await app.request(`GET /api/v1/id/${proxy.id}`)).status).toBe(404);
  });

  test('tells changes that cannot be read', async () => {
    const seq = await seqOfLast();
    await vandal.insert('pending_change', change({ seq, kind: 'tidying', removes: 'some' }));
    expect(await findings()).toEqual([
      `error pending_change ${seq}: is of the unknown kind tidying`,
      `error pending_change ${seq}: removes "some", which no reader knows`,
    ]);
  });

  test('tells a number beyond the revision of the tree', async () => {
    const seq = (await seqOfLast()) + 1;
    await vandal.insert('pending_change', change({ seq }));
    expect(await findings()).toEqual([
      expect.stringMatching(`^error pending_change ${seq}: has a number beyond the revision`),
    ]);
  });

  test('tells an ACL that does not exist', async () => {
    const seq = await seqOfLast();
    await vandal.insert('pending_change', change({ seq, old_acl: 0, new_acl: 5 }));
    expect(await findings()).toEqual([
      `error pending_change ${seq}: new_acl names the acl 5, which does not exist`,
    ]);
  });

  test.each([
    ['/', /moves the documents below .* into themselves/],
    ['/empty', /moves the documents below .* into themselves/],
    ['/empty/inner/x', /moves the documents below .* into themselves/],
    ['/empty/', /which is no path/],
    ['empty', /which is no path/],
  ])('tells a range that leads to %s', async (end, text) => {
    const [seq, path] = [await seqOfLast(), empty];
    const newPath = end.replace('/empty', path);
    const row = change({ seq, kind: 'move', path: end === '/' ? '/' : path, new_path: newPath });
    await vandal.insert('pending_change', row);
    expect(await findings()).toEqual([expect.stringMatching(`^error pending_change ${seq}: `)]);
    expect((await findings())[0]).toMatch(text);
  });

  test('finds nothing in a folder that moves to one with the same beginning', async () => {
    const seq = await seqOfLast();
    const row = change({ seq, kind: 'move', path: empty, new_path: `${empty}-new` });
    await vandal.insert('pending_change', row);
    expect(await findings()).toEqual([]);
  });

  test('tells copies that did not go on, and those that never end', async () => {
    const seq = await seqOfLast();
    const hidden = { kind: 'copy', removes: 'hidden', path: '/\u0001123/x' };
    const rowOf = (expires_at: number | null) => change({ seq, ...hidden, expires_at });
    await vandal.insert('pending_change', rowOf(now() + 60_000));
    expect(await findings()).toEqual([]);
    await vandal.repair();
    await vandal.insert('pending_change', rowOf(1));
    expect(await findings()).toEqual([
      expect.stringMatching(`^warning pending_change ${seq}: is a copy that did not go on`),
    ]);
    await vandal.repair();
    await vandal.insert('pending_change', rowOf(null));
    expect(await findings()).toEqual([
      `error pending_change ${seq}: is a copy that is never given up`,
    ]);
  });

  test('tells documents with a number beyond that of the tree', async () => {
    const seq = (await seqOfLast()) + 1;
    await vandal.set('document', { id: folder.uid }, { tree_seq: seq });
    expect(await findings()).toEqual([
      expect.stringMatching(`^error document ${folder.uid}: has the change ${seq} of the tree`),
    ]);
  });

  test('tells documents without a path that nothing removes', async () => {
    const file = await createDocument(app, { name: 'lost' });
    await vandal.set('document', { id: file.uid }, { path: null });
    const text = `error document ${file.uid}: has no path, and no pending change removes it`;
    expect(await findings()).toContain(text);
    const seq = await seqOfLast();
    await vandal.insert('pending_change', change({ seq, kind: 'trash', removes: 'proxies' }));
    expect(await findings()).toContain(text);
    await vandal.set('pending_change', { seq }, { kind: 'removal', removes: 'all' });
    expect(await findings()).not.toContain(text);
  });

  test('tells tasks that cannot be done', async () => {
    const task = {
      id: 'task',
      kind: 'restoreNames',
      document_id: folder.uid,
      details: '{"isSystem":true}',
      principal_name: 'Administrator',
      created_at: now(),
      done: 0,
      position: null,
      ...withoutFailures,
    };
    await vandal.insert('subtree_task', task);
    expect(await findings()).toEqual([]);
    await vandal.set('subtree_task', { id: 'task' }, { document_id: unknownId });
    expect(await findings()).toEqual([
      `warning subtree_task task: is about the document ${unknownId}, which does not exist: a running server ends it`,
    ]);
    await vandal.set('subtree_task', { id: 'task' }, { document_id: folder.uid });
    await vandal.set('subtree_task', { id: 'task' }, { kind: 'tidying', details: 'no' });
    expect(await findings()).toEqual([
      'error subtree_task task: is of the unknown kind tidying',
      'error subtree_task task: has details that are not JSON',
    ]);
  });
});

describe.each(engines)('the integrity check of a stopped store on %s', (engine) => {
  test('says that changes and tasks go on when the server is started', async () => {
    const store = await openTestRepository(engine);
    const { database, context, system, workspaces } = store;
    const small = { ...context, writtenAtOnceMax: 2 };
    const top = await system.create(workspaces.id, { name: 'large', type: 'Folder' });
    for (const name of ['a', 'b', 'c']) await system.create(top.id, { name });
    await database.write((handle) =>
      trashDocument(createUnit(handle, small, systemPrincipal), top.id),
    );
    // A server would have begun with it by now, unless it has just been made.
    expect(await store.findings()).toEqual([]);
    shiftClock(20_000);
    try {
      expect(await store.findings()).toEqual([
        'warning job settle-changes: no job works on pending changes of large folders (1 waiting): start the server, which goes on with them',
      ]);
      await settleEach({ database, repository: context }, 10);
      await settleEach({ database, repository: context }, 10);
      expect(await store.findings()).toEqual([]);
    } finally {
      shiftClock(-20_000);
      await store.close();
    }
  });
});
