import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors/app-error.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { createServer } from '../../src/compose.ts';
import { grantAce } from '../../src/model/acl.ts';
import { createPrincipal } from '../../src/model/principal.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { removeDocument } from '../../src/repository/editing/remove-document.ts';
import { setOwnAcls } from '../../src/repository/editing/security.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { createUnit, type WriteUnit } from '../../src/repository/unit/unit.ts';
import { restoreVersion } from '../../src/repository/versions/version-history.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import type { WriteHandle } from '../../src/storage/database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { type FaultMoment, FaultyDatabase } from '../support/faulty-database.ts';
import { storeFindings } from '../support/invariants.ts';
import { dumpStore, type StoreDump } from '../support/store-dump.ts';

interface Reply {
  readonly status: number;
  readonly text: string;
}

interface Bench {
  readonly app: TestApp;
  readonly faults: FaultyDatabase;
  /** A request to a server whose database fails. */
  send(
    line: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
  /** A unit of the repository on the database that fails, reported as a server would. */
  unit(work: (unit: WriteUnit) => Promise<unknown>): Promise<Reply>;
}

/** Prepares what it needs without faults and returns the attempt, which is repeated until it passes. */
interface UseCase {
  readonly title: string;
  /** Of the attempt that passes. */
  readonly status: number;
  prepare(bench: Bench): Promise<() => Promise<Reply>>;
}

let count = 0;
const unique = (name: string) => {
  count += 1;
  return `${name}-${count}`;
};

const entity = (properties: object, more: object = {}) => ({
  'entity-type': 'document',
  properties,
  ...more,
});

const file = (app: TestApp) => createDocument(app, { name: unique('file') });
const folder = (app: TestApp) => createDocument(app, { name: unique('folder'), type: 'Folder' });

/** A folder with a sub-folder of two files, one of them with a blob and a version. */
async function tree(app: TestApp) {
  const top = await folder(app);
  const inner = await createDocument(app, { parent: top.uid, name: 'inner', type: 'Folder' });
  const blob = { data: unique('content'), name: 'a.txt' };
  const leaf = await createDocument(app, {
    parent: inner.uid,
    name: 'leaf',
    properties: { 'file:content': blob },
  });
  await createDocument(app, { parent: inner.uid, name: 'note', type: 'Note' });
  const headers = { 'X-Versioning-Option': 'MINOR' };
  await app.request(`PUT /api/v1/id/${leaf.uid}`, { body: entity({}), headers });
  return { top, inner, leaf };
}

async function batch(app: TestApp, text: string) {
  const { batchId } = (await app.request('POST /api/v1/upload')).json;
  const headers = { 'content-type': 'application/octet-stream', 'X-File-Name': 'b.txt' };
  const uploaded = await app.request(`POST /api/v1/upload/${batchId}/0`, {
    body: Buffer.from(text),
    headers,
  });
  expect(uploaded.status).toBe(201);
  return batchId as string;
}

const creating = (title: string, type: string): UseCase => ({
  title,
  status: 201,
  prepare: async ({ app, send }) => {
    const parent = await folder(app);
    const body = entity({ 'dc:title': 'x' }, { name: 'made', type });
    return () => send(`POST /api/v1/id/${parent.uid}`, { body });
  },
});

const updating = (
  title: string,
  properties: () => object,
  headers: Record<string, string> = {},
  type = 'File',
): UseCase => ({
  title,
  status: 200,
  prepare: async ({ app, send }) => {
    const { uid } = await createDocument(app, { name: unique('update'), type });
    const body = entity(properties());
    return () => send(`PUT /api/v1/id/${uid}`, { body, headers });
  },
});

const inUnit = (
  title: string,
  work: (app: TestApp) => Promise<(unit: WriteUnit) => Promise<unknown>>,
): UseCase => ({
  title,
  status: 200,
  prepare: async ({ app, unit }) => {
    const prepared = await work(app);
    return () => unit(prepared);
  },
});

const id = (document: { uid: string }) => document.uid as DocumentId;

const documentCases: readonly UseCase[] = [
  creating('creating a document', 'File'),
  creating('creating a note, which is versioned at once', 'Note'),
  creating('creating a domain with what comes with it', 'Domain'),
  updating('updating', () => ({ 'dc:title': 'new' })),
  updating('updating a note', () => ({ 'note:note': 'new' }), {}, 'Note'),
  updating('saving a version', () => ({ 'dc:title': 'v' }), { 'X-Versioning-Option': 'MAJOR' }),
  updating('updating with content inline', () => ({
    'file:content': { data: unique('text'), name: 'a.txt' },
  })),
  {
    title: 'updating with a file of a batch',
    status: 200,
    prepare: async ({ app, send }) => {
      const { uid } = await file(app);
      const batchId = await batch(app, unique('batch'));
      const body = entity({ 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } });
      return () => send(`PUT /api/v1/id/${uid}`, { body });
    },
  },
  {
    title: 'removing a tree with blobs and versions',
    status: 204,
    prepare: async ({ app, send }) => {
      const { top } = await tree(app);
      return () => send(`DELETE /api/v1/id/${top.uid}`);
    },
  },
  {
    title: 'removing a blob',
    status: 204,
    prepare: async ({ app, send }) => {
      const { leaf } = await tree(app);
      return () => send(`DELETE /api/v1/id/${leaf.uid}/@blob/file:content`);
    },
  },
];

const treeCases: readonly UseCase[] = [
  inUnit('moving a tree', async (app) => {
    const [{ top }, target] = [await tree(app), await folder(app)];
    const move = { id: id(top), targetId: id(target), name: 'moved' };
    return (unit) => moveDocument(unit, move);
  }),
  inUnit('changing the permissions of a tree', async (app) => {
    const { top } = await tree(app);
    const acls = [{ name: 'local', aces: [grantAce(unique('user'), 'Read')] }];
    return (unit) => setOwnAcls(unit, { id: id(top), acls });
  }),
  inUnit('putting a tree in the trash', async (app) => {
    const { top } = await tree(app);
    return (unit) => trashDocument(unit, id(top));
  }),
  inUnit('taking a leaf out of the trash', async (app) => {
    const { top, leaf } = await tree(app);
    await app.services.database.write((handle) => trashDocument(adminUnit(app, handle), id(top)));
    return (unit) => untrashDocument(unit, id(leaf));
  }),
  inUnit('publishing', async (app) => {
    const [{ leaf }, target] = [await tree(app), await folder(app)];
    return (unit) => createProxy(unit, { targetId: id(leaf), folderId: id(target) });
  }),
  inUnit('locking', async (app) => {
    const made = await file(app);
    return (unit) => lockDocument(unit, id(made));
  }),
  inUnit('approving a folder', async (app) => {
    const { top } = await tree(app);
    const change = { id: id(top), transition: 'approve' };
    return (unit) => followLifecycleTransition(unit, change);
  }),
  inUnit('checking in', async (app) => {
    const { leaf } = await tree(app);
    return async (unit) => {
      const document = await getDocumentForUpdate(unit, id(leaf));
      return checkIn(unit, { document, by: 'MAJOR' });
    };
  }),
  inUnit('restoring a version', async (app) => {
    const made = await file(app);
    const headers = { 'X-Versioning-Option': 'MINOR' };
    const put = (title: string) =>
      app.request(`PUT /api/v1/id/${made.uid}`, { body: entity({ 'dc:title': title }), headers });
    const first = (await put('one')).json;
    await put('two');
    return (unit) => restoreVersion(unit, { liveId: id(made), versionId: id(first) });
  }),
  inUnit('removing a version', async (app) => {
    const made = await file(app);
    const headers = { 'X-Versioning-Option': 'MINOR' };
    const body = entity({ 'dc:title': 'one' });
    const version = (await app.request(`PUT /api/v1/id/${made.uid}`, { body, headers })).json;
    await app.request(`PUT /api/v1/id/${made.uid}`, { body: entity({ 'dc:title': 'two' }) });
    return (unit) => removeDocument(unit, id(version));
  }),
];

const principalCases: readonly UseCase[] = [
  {
    title: 'creating a user',
    status: 201,
    prepare: async ({ send }) => {
      const properties = { username: unique('user'), groups: ['members', 'powerusers'] };
      const body = { 'entity-type': 'user', id: '', properties };
      return () => send('POST /api/v1/user', { body });
    },
  },
  {
    title: "changing a user's groups",
    status: 200,
    prepare: async ({ app, send }) => {
      const name = unique('user');
      await createUser(app, name, ['members']);
      const properties = { groups: ['powerusers'], firstName: 'First' };
      const body = { 'entity-type': 'user', id: name, properties };
      return () => send(`PUT /api/v1/user/${name}`, { body });
    },
  },
  {
    title: 'adding a member',
    status: 201,
    prepare: async ({ app, send }) => {
      const name = unique('user');
      await createUser(app, name);
      return () => send(`POST /api/v1/user/${name}/group/powerusers`);
    },
  },
  {
    title: 'creating a group with members',
    status: 201,
    prepare: async ({ send }) => {
      const groupname = unique('group');
      const members = { memberUsers: ['Administrator'], memberGroups: ['members'] };
      const body = { 'entity-type': 'group', groupname, ...members, parentGroups: ['powerusers'] };
      return () => send('POST /api/v1/group', { body });
    },
  },
  {
    title: 'removing a group',
    status: 204,
    prepare: async ({ app, send }) => {
      const groupname = unique('group');
      const body = { 'entity-type': 'group', groupname, memberGroups: ['members'] };
      await app.request('POST /api/v1/group', { body });
      return () => send(`DELETE /api/v1/group/${groupname}`);
    },
  },
  {
    title: 'removing a user',
    status: 204,
    prepare: async ({ app, send }) => {
      const name = unique('user');
      await createUser(app, name, ['powerusers']);
      return () => send(`DELETE /api/v1/user/${name}`);
    },
  },
];

const uploadCases: readonly UseCase[] = [
  {
    title: 'opening a batch',
    status: 201,
    prepare:
      async ({ send }) =>
      () =>
        send('POST /api/v1/upload'),
  },
  {
    title: 'uploading a file',
    status: 201,
    prepare: async ({ app, send }) => {
      const { batchId } = (await app.request('POST /api/v1/upload')).json;
      const headers = { 'content-type': 'application/octet-stream', 'X-File-Name': 'x' };
      const body = Buffer.from(unique('upload'));
      return () => send(`POST /api/v1/upload/${batchId}/0`, { body, headers });
    },
  },
  {
    title: 'uploading the last chunk',
    status: 201,
    prepare: async ({ app, send }) => {
      const { batchId } = (await app.request('POST /api/v1/upload')).json;
      const parts = [Buffer.from(unique('first')), Buffer.from(unique('second'))];
      const headers = (index: number) => ({
        'content-type': 'application/octet-stream',
        'X-File-Name': 'x',
        'X-Upload-Type': 'chunked',
        'X-Upload-Chunk-Index': String(index),
        'X-Upload-Chunk-Count': '2',
        'X-File-Size': String(Buffer.concat(parts).length),
      });
      const line = `POST /api/v1/upload/${batchId}/0`;
      const first = await app.request(line, { body: parts[0], headers: headers(0) });
      expect(first.status).toBe(202);
      return () => send(line, { body: parts[1], headers: headers(1) });
    },
  },
  {
    title: 'dropping a batch',
    status: 204,
    prepare: async ({ app, send }) => {
      const batchId = await batch(app, unique('dropped'));
      return () => send(`DELETE /api/v1/upload/${batchId}`);
    },
  },
];

function adminUnit(app: TestApp, handle: WriteHandle): WriteUnit {
  const principal = createPrincipal('Administrator', ['administrators', 'members'], true);
  return createUnit(handle, app.services.repository, principal);
}

function openBench(app: TestApp): Bench & { server: FastifyInstance } {
  const faults = new FaultyDatabase(app.services.database);
  const server = createServer({ ...app.services, database: faults });
  const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
  return {
    app,
    faults,
    server,
    send: async (line, { body, headers } = {}) => {
      const [method, path] = line.split(' ', 2) as ['GET', string];
      const isJson = body !== undefined && !Buffer.isBuffer(body);
      const response = await server.inject({
        method,
        url: `/nuxeo${path}`,
        headers: {
          authorization,
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : (body as Buffer) }),
      });
      return { status: response.statusCode, text: response.payload };
    },
    unit: async (work) => {
      try {
        await faults.write((handle) => work(adminUnit(app, handle)));
        return { status: 200, text: '' };
      } catch (error) {
        if (!isAppError(error)) throw error;
        const entityOfError = { 'entity-type': 'exception', status: error.status };
        return { status: error.status, text: JSON.stringify(entityOfError) };
      }
    },
  };
}

/**
 * Content without references may stay, held by a lease until it is collected; and the last use of a
 * batch is recorded.
 */
function withoutLooseEnds(dump: StoreDump): StoreDump {
  const batches = (dump.upload_batch ?? []).map((row) => row.replace(/"used_at":\d+/, ''));
  return { ...dump, blob: [], blob_lease: [], upload_batch: batches };
}

/** More calls than any use case makes. */
const callsMax = 400;

describe.each(engines)('when a query of %s fails', (engine) => {
  let app: TestApp;
  let bench: ReturnType<typeof openBench>;
  beforeAll(async () => {
    app = await startTestApp(engine);
    bench = openBench(app);
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    const found = await storeFindings({ database, blobs, model: repository.model });
    expect(found.filter((text) => !/^warning .*(lease|content)/.test(text))).toEqual([]);
    await bench.server.close();
    await app.close();
  });

  async function expectNoTrace(before: StoreDump, context: string): Promise<void> {
    const after = await dumpStore(app.services.database);
    expect(withoutLooseEnds(after), context).toEqual(withoutLooseEnds(before));
    const temporary = join(app.services.config.data, 'blobs', 'tmp');
    expect(await readdir(temporary), context).toEqual([]);
  }

  async function failEveryCall(useCase: UseCase, moment: FaultMoment): Promise<number> {
    const attempt = await useCase.prepare(bench);
    const before = await dumpStore(app.services.database);
    for (let call = 1; call < callsMax; call += 1) {
      bench.faults.failAt(call, moment);
      const reply = await attempt();
      const context = `${useCase.title}: call ${call} failed ${moment} its effect`;
      if (!bench.faults.hasFailed) {
        expect(reply.status, `${useCase.title}: ${reply.text}`).toBe(useCase.status);
        return call - 1;
      }
      expect(reply.status, `${context}: ${reply.text}`).toBe(503);
      expect(JSON.parse(reply.text), context).toMatchObject({ 'entity-type': 'exception' });
      await expectNoTrace(before, context);
    }
    throw new Error(`${useCase.title} never came to its end`);
  }

  describe.each(['before', 'after'] as const)('%s its effect', (moment) => {
    test.each([...documentCases, ...treeCases, ...principalCases, ...uploadCases])(
      '$title leaves everything as it was, and the next attempt succeeds',
      async (useCase) => {
        expect(await failEveryCall(useCase, moment)).toBeGreaterThan(0);
      },
    );
  });
});
