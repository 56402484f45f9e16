import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DocumentId } from '../../../src/base/ids.ts';
import { recordDocumentEvent } from '../../../src/repository/audit/audit-events.ts';
import { getUncheckedDocument } from '../../../src/repository/documents/documents.ts';
import { createSystemUnit } from '../../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callWithFiles, textFile } from '../../support/operation-files.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const topLevel = 'org.nuxeo.drive.service.impl.DefaultTopLevelFolderItemFactory#';
const rootItem = (uid: string) => `defaultSyncRootFolderItemFactory#default#${uid}`;
const item = (uid: string) => `defaultFileSystemItemFactory#default#${uid}`;

interface Item {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly folder: boolean;
}
interface Change {
  readonly eventId: string;
  readonly docUuid: string;
  readonly fileSystemItemId: string;
  readonly fileSystemItem: Item | null;
}

/** The event, the document, and whether the client has it. */
type Told = readonly [string, string, boolean];

function told({ eventId, docUuid, fileSystemItem }: Change): Told {
  return [eventId, docUuid, fileSystemItem !== null];
}

function lastPosition({ services }: TestApp): Promise<number> {
  return services.database.readLatest(async (handle) => {
    const { builder, dialect } = handle;
    const [row] = await handle.all(
      builder
        .selectFrom('audit_entry')
        .select(sql<number>`max(${dialect.auditOrder.position})`.as('last')),
    );
    return row?.last ?? 0;
  });
}

/** A client of one user: it keeps what its last summary said. */
class Client {
  readonly app: TestApp;
  readonly user: string;
  #bound = -1;
  #roots = '';

  constructor(app: TestApp, user: string) {
    this.app = app;
    this.user = user;
  }

  call(name: string, params: object = {}, input?: unknown): Promise<TestResponse> {
    return callOperation(this.app, `NuxeoDrive.${name}`, { user: this.user, params, input });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  async get(name: string, params: object = {}): Promise<any> {
    const response = await this.call(name, params);
    expect(response.status, response.text).toBe(200);
    return response.json;
  }

  send(name: string, params: object, file = textFile('a.txt')): Promise<TestResponse> {
    const options = { user: this.user, params, files: [file] };
    return callWithFiles(this.app, `NuxeoDrive.${name}`, options);
  }

  async synchronize(uid: string, enable = true): Promise<void> {
    const response = await this.call('SetSynchronization', { enable }, `doc:${uid}`);
    expect(response.status, response.text).toBe(204);
  }

  async summary() {
    const summary = await this.get('GetChangeSummary', {
      lowerBound: this.#bound,
      lastSyncActiveRootDefinitions: this.#roots,
    });
    this.#bound = summary.upperBound;
    this.#roots = summary.activeSynchronizationRootDefinitions;
    return summary;
  }

  /** Until all that is stored now is told of: transactions of other tests delay it on PostgreSQL. */
  async settle(): Promise<{ readonly isAnew: boolean; readonly changes: readonly Told[] }> {
    const last = await lastPosition(this.app);
    const changes: Told[] = [];
    let isAnew = false;
    await vi.waitFor(
      async () => {
        const summary = await this.summary();
        isAnew ||= summary.hasTooManyChanges;
        changes.push(...summary.fileSystemChanges.map(told));
        expect(summary.upperBound).toBeGreaterThanOrEqual(last);
      },
      { timeout: 30_000, interval: 20 },
    );
    return { isAnew, changes };
  }

  async changes(): Promise<readonly Told[]> {
    const { isAnew, changes } = await this.settle();
    expect(isAnew).toBe(false);
    return changes;
  }

  async scroll(id: string, batchSize = 2): Promise<readonly string[]> {
    const names: string[] = [];
    let scrollId: string | undefined;
    for (;;) {
      const batch = await this.get('ScrollDescendants', { id, batchSize, scrollId });
      if (batch.fileSystemItems.length === 0) return names;
      names.push(...batch.fileSystemItems.map(({ name }: Item) => name));
      scrollId = batch.scrollId;
    }
  }
}

describe.each(engines)('synchronized folders on %s', (engine) => {
  let app: TestApp;
  let bob: Client;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
    await createUser(app, 'eve');
    bob = new Client(app, 'bob');
  });
  afterAll(() => app.close());

  /** A folder in which bob may write, synchronized by a new client of him. */
  async function place(): Promise<{ readonly uid: string; readonly client: Client }> {
    count += 1;
    const { uid } = await createDocument(app, { name: `drive ${count}`, type: 'Folder' });
    await setAcl(app, uid, [grantAce('bob', 'Everything'), denyAll]);
    const client = new Client(app, 'bob');
    await client.synchronize(uid);
    await client.summary();
    await client.settle();
    return { uid, client };
  }

  const folder = (parent: string, name: string) =>
    createDocument(app, { parent, name, type: 'Folder', properties: { 'dc:title': name } });

  test('clients set themselves up', async () => {
    const response = await app.request('GET /api/v1/drive/configuration', { user: 'bob' });
    expect(response.json).toEqual({ ui: 'web' });
    expect(await bob.get('GetTopLevelFolder')).toMatchObject({ id: topLevel, folder: true });
    expect(await bob.get('GetFileSystemItem', { id: topLevel })).toMatchObject({ id: topLevel });
  });

  test('a client synchronizes a small tree in both directions', async () => {
    const { uid, client } = await place();
    const made = await client.get('CreateFolder', { parentId: rootItem(uid), name: 'plans' });
    expect(made).toMatchObject({
      parentId: rootItem(uid),
      name: 'plans',
      folder: true,
      canCreateChild: true,
      canScrollDescendants: true,
      path: `/${topLevel}/${rootItem(uid)}/${made.id}`,
    });
    const again = { parentId: rootItem(uid), name: 'plans', overwrite: true };
    expect((await client.get('CreateFolder', again)).id).toBe(made.id);

    const file = (await client.send('CreateFile', { parentId: made.id })).json;
    expect(file).toMatchObject({ name: 'a.txt', folder: false, canUpdate: true, canDelete: true });
    expect(file.digestAlgorithm).toMatch(/^(MD5|SHA-256)$/);
    const download = await app.request(`GET /${file.downloadURL}`, { user: 'bob' });
    expect(download.text).toBe('content of a.txt');

    const updated = await client.send('UpdateFile', { id: file.id }, textFile('a.txt', 'newer'));
    expect(updated.json.digest).not.toBe(file.digest);
    const renamed = await client.get('Rename', { id: file.id, name: 'b.txt' });
    expect(renamed).toMatchObject({ id: file.id, name: 'b.txt' });
    expect(await client.get('Move', { srcId: file.id, destId: rootItem(uid) })).toMatchObject({
      id: file.id,
      parentId: rootItem(uid),
    });
    expect(await client.get('GetChildren', { id: rootItem(uid) })).toMatchObject([
      { name: 'b.txt' },
      { name: 'plans' },
    ]);
    expect((await client.call('Delete', { id: made.id })).status).toBe(204);
    expect((await client.call('GetFileSystemItem', { id: made.id })).text).toBe('null');
    expect(await client.scroll(rootItem(uid))).toEqual(['b.txt']);
  });

  test('a summary has each change of others once', async () => {
    const { uid, client } = await place();
    const [inside, outside] = [await folder(uid, 'inside'), await folder(uid, 'outside')];
    const elsewhere = await createDocument(app, { name: 'elsewhere', type: 'Folder' });
    expect(await client.changes()).toEqual([
      ['documentCreated', inside.uid, true],
      ['documentCreated', outside.uid, true],
    ]);
    expect(await client.changes()).toEqual([]);

    await callOperation(app, 'Document.Update', {
      input: `doc:${inside.uid}`,
      params: { properties: 'dc:title=renamed' },
    });
    await callOperation(app, 'Document.Move', {
      input: `doc:${outside.uid}`,
      params: { target: elsewhere.uid },
    });
    expect(await client.changes()).toEqual([
      ['documentModified', inside.uid, true],
      ['deleted', outside.uid, false],
    ]);
    await callOperation(app, 'Document.Move', {
      input: `doc:${outside.uid}`,
      params: { target: uid },
    });
    expect(await client.changes()).toEqual([['documentMoved', outside.uid, true]]);
    await callOperation(app, 'Document.Trash', { input: `doc:${outside.uid}` });
    await app.request(`DELETE /api/v1/id/${inside.uid}`);
    expect(await client.changes()).toEqual([
      ['deleted', outside.uid, false],
      ['deleted', inside.uid, false],
    ]);
  });

  test('permissions end and begin', async () => {
    const { uid, client } = await place();
    const secret = await folder(uid, 'secret');
    await client.settle();
    await setAcl(app, secret.uid, [denyAll]);
    await callOperation(app, 'Document.BlockPermissionInheritance', { input: `doc:${secret.uid}` });
    expect(await client.changes()).toEqual([['securityUpdated', secret.uid, false]]);
    expect(await client.scroll(rootItem(uid))).toEqual([]);
    await createDocument(app, { parent: secret.uid, name: 'unseen', type: 'Folder' });
    expect(await client.changes()).toEqual([]);
    expect((await client.call('Delete', { id: item(secret.uid) })).status).toBe(400);
    await callOperation(app, 'Document.AddPermission', {
      input: `doc:${secret.uid}`,
      params: { username: 'bob', permission: 'Read' },
    });
    await setAcl(app, secret.uid, [grantAce('bob', 'Read')]);
    const readOnly = await client.get('GetFileSystemItem', { id: item(secret.uid) });
    expect(readOnly.name).toBe('secret');
  });

  test('roots begin and end, and do not contain each other', async () => {
    const { uid, client } = await place();
    const outer = await folder(uid, 'outer');
    const inner = await folder(outer.uid, 'inner');
    await client.synchronize(uid, false);
    expect(await client.changes()).toContainEqual(['deleted', uid, false]);
    await client.synchronize(inner.uid);
    expect(await client.changes()).toEqual([['rootRegistered', inner.uid, true]]);
    await client.synchronize(outer.uid);
    expect(await client.changes()).toEqual([
      ['deleted', inner.uid, false],
      ['rootRegistered', outer.uid, true],
    ]);
    expect((await client.call('GetFileSystemItem', { id: rootItem(inner.uid) })).text).toBe('null');
    expect((await client.get('GetFileSystemItem', { id: item(inner.uid) })).name).toBe('inner');
    const roots = await client.get('GetRoots');
    expect(roots.entries.map((each: { uid: string }) => each.uid)).toContain(outer.uid);
    expect(roots.entries.map((each: { uid: string }) => each.uid)).not.toContain(inner.uid);
    // The synchronization of a root that the client deletes ends, and its documents stay.
    expect((await client.call('Delete', { id: rootItem(outer.uid) })).status).toBe(204);
    expect((await app.request(`GET /api/v1/id/${inner.uid}`)).status).toBe(200);
    expect(await client.changes()).toContainEqual(['deleted', outer.uid, false]);
  });

  test('a root that is moved or removed, and a store that is older, are noticed', async () => {
    const { uid, client } = await place();
    const root = await folder(uid, 'movable');
    await client.synchronize(uid, false);
    await client.synchronize(root.uid);
    await client.settle();
    const target = await createDocument(app, { name: 'target', type: 'Folder' });
    await setAcl(app, target.uid, [grantAce('bob', 'Everything')]);
    await callOperation(app, 'Document.Move', {
      input: `doc:${root.uid}`,
      params: { target: target.uid },
    });
    expect((await client.settle()).isAnew).toBe(true);
    await app.request(`DELETE /api/v1/id/${root.uid}`);
    expect(await client.changes()).toEqual([['deleted', root.uid, false]]);
    const { upperBound } = await client.summary();
    const ahead = { lowerBound: upperBound + 1_000_000 };
    expect((await client.get('GetChangeSummary', ahead)).hasTooManyChanges).toBe(true);
  });

  test.skipIf(engine === 'sqlite')('a change that is committed late is not lost', async () => {
    const { uid, client } = await place();
    const [early, late] = [await folder(uid, 'early'), await folder(uid, 'late')];
    await client.settle();
    const written = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow = app.services.database.write(async (handle) => {
      const unit = createSystemUnit(handle, app.services.repository);
      const document = await getUncheckedDocument(unit, { id: late.uid as DocumentId });
      recordDocumentEvent(unit, { eventId: 'documentModified', document });
      // Sends the entry.
      await getUncheckedDocument(unit, { id: early.uid as DocumentId });
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    await callOperation(app, 'Document.Lock', { input: `doc:${early.uid}` });
    const seen: Told[] = (await client.summary()).fileSystemChanges.map(told);
    gate.resolve();
    await slow;
    seen.push(...(await client.changes()));
    expect(seen.map(([, id]) => id).sort()).toEqual([early.uid, late.uid].sort());
  });

  test('a scroll visits each item once and ends', async () => {
    const { uid, client } = await place();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await folder(uid, name);
    await createDocument(app, { parent: uid, name: 'without file' });
    expect(await client.scroll(rootItem(uid))).toEqual(names);
    const first = await client.get('ScrollDescendants', {
      id: rootItem(uid),
      batchSize: 1,
      keepAlive: -1,
    });
    for (const wrong of [
      { id: rootItem(uid), batchSize: 0 },
      { id: rootItem(uid), batchSize: 1_001 },
      { id: rootItem(uid), batchSize: 1, scrollId: 'forged' },
      { id: first.fileSystemItems[0].id, batchSize: 1, scrollId: first.scrollId },
      { id: topLevel, batchSize: 1 },
    ]) {
      expect((await client.call('ScrollDescendants', wrong)).status).toBe(400);
    }
  });

  test('refuses what is not allowed', async () => {
    const { uid, client } = await place();
    const file = (await client.send('CreateFile', { parentId: rootItem(uid) })).json;
    const eve = new Client(app, 'eve');
    expect((await eve.call('SetSynchronization', { enable: true }, `doc:${uid}`)).status).toBe(403);
    expect((await eve.call('GetFileSystemItem', { id: file.id })).text).toBe('null');
    const refused = [
      await eve.send('UpdateFile', { id: file.id }),
      await eve.send('CreateFile', { parentId: rootItem(uid) }),
      await eve.call('Rename', { id: file.id, name: 'x' }),
      await eve.call('Delete', { id: file.id }),
      await client.call('GetChildren', { id: 'nonsense' }),
      await client.call('Move', { srcId: rootItem(uid), destId: rootItem(uid) }),
      await client.call('CreateFolder', { parentId: rootItem(uid), name: ' ' }),
      await client.send('CreateFile', { parentId: file.id }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    const docId = file.id.split('#').at(-1);
    expect((await client.call('SetSynchronization', { enable: true }, `doc:${docId}`)).status).toBe(
      400,
    );
    await callOperation(app, 'Document.Lock', { input: `doc:${docId}` });
    const locked = await client.get('GetFileSystemItem', { id: file.id });
    expect(locked).toMatchObject({ canUpdate: false, lockInfo: { owner: 'Administrator' } });
    expect((await client.send('UpdateFile', { id: file.id })).status).toBe(400);
  });

  test('attaches content to files and notes', async () => {
    const { uid, client } = await place();
    const { uid: file } = await createDocument(app, { parent: uid, name: 'file' });
    const { uid: note } = await createDocument(app, { parent: uid, name: 'note', type: 'Note' });
    for (const document of [file, note]) {
      expect((await client.send('AttachBlob', { document })).text).toBe('content of a.txt');
    }
    const [a, b] = await Promise.all(
      [file, note].map((id) =>
        app.request(`GET /api/v1/id/${id}`, { headers: { properties: '*' } }),
      ),
    );
    expect(a?.json.properties['file:content'].name).toBe('a.txt');
    expect(b?.json.properties['note:note']).toBe('content of a.txt');
    expect(await client.scroll(rootItem(uid))).toEqual(['a.txt']);
  });

  test('a file of another user is versioned before it is replaced', async () => {
    const { uid, client } = await place();
    const file = (await client.send('CreateFile', { parentId: rootItem(uid) })).json;
    const docId = file.id.split('#').at(-1);
    await callOperation(app, 'Document.Update', {
      input: `doc:${docId}`,
      params: { properties: 'dc:description=by another' },
    });
    await client.send('UpdateFile', { id: file.id }, textFile('c.txt', 'newest'));
    const versions = await callOperation(app, 'Document.GetVersions', { input: `doc:${docId}` });
    expect(versions.json.entries.length).toBeGreaterThan(0);
    const now = await app.request(`GET /api/v1/id/${docId}`);
    expect(now.json.title).toBe('c.txt');
  });
});

test('a server without an audit says which setting is missing', async () => {
  const app = await startTestApp('sqlite', { auditEnabled: false });
  try {
    const response = await callOperation(app, 'NuxeoDrive.GetChangeSummary');
    expect(response.status).toBe(400);
    expect(response.json.message).toContain('auditEnabled');
  } finally {
    await app.close();
  }
});
