import { Agent, request as sendRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  remoteClient,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestRequest,
} from '../support/app.ts';
import { ChildServer } from '../support/child-server.ts';
import { type CliStore, createCliStore } from '../support/cli.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { tries } from '../support/effort.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';

const writesEach = tries(8);
const readers = 4;

/** Read so often, a document and the text of its answer are kept. */
const readsUntilKept = 3;

describe.each(engines)('documents that are read again on %s', (engine) => {
  let store: CliStore;
  let child: ChildServer;
  let here: TestApp;
  let there: TestClient;
  let url: string;
  beforeAll(async () => {
    store = await createCliStore(engine);
    const { CARTULARY_DATA: data = '', CARTULARY_DATABASE_URL: databaseUrl } = store.env;
    child = new ChildServer({ data, databaseUrl });
    // Changes of folders are pending in what this process changes, and written at once in the other one.
    const flags = { data, databaseUrl, subtreeWrittenAtOnce: 0 };
    const [app, childUrl] = await Promise.all([startTestApp(engine, flags), child.url]);
    here = app;
    there = remoteClient(childUrl);
    url = await here.listen();
    await createUser(here, 'ann');
    await createUser(here, 'ben');
  });
  afterAll(async () => {
    await child.stop();
    await here.close();
    await store.close();
  });

  let count = 0;
  async function newFile(parent?: string): Promise<string> {
    count += 1;
    const properties = { 'dc:title': `Über ${count}`, 'dc:description': '0' };
    const place = parent === undefined ? {} : { parent };
    return (await createDocument(here, { ...place, name: `doc${count}`, properties })).uid;
  }
  async function newFileWithContent(): Promise<string> {
    const id = await newFile();
    const { batchId } = (await here.request('POST /api/v1/upload')).json;
    const headers = { 'x-file-name': 'a.txt', 'content-type': 'text/plain' };
    await done(here.request(`POST /api/v1/upload/${batchId}/0`, { headers, body: 'content' }));
    const content = { 'upload-batch': batchId, 'upload-fileId': '0' };
    const body = { 'entity-type': 'document', properties: { 'file:content': content } };
    await done(here.request(`PUT /api/v1/id/${id}`, { body }));
    return id;
  }
  async function newFolder(): Promise<string> {
    count += 1;
    return (await createDocument(here, { name: `folder${count}`, type: 'Folder' })).uid;
  }
  async function done(response: Promise<{ status: number; text: string }>): Promise<void> {
    const { status, text } = await response;
    if (status >= 300) throw new Error(`${status}: ${text}`);
  }
  const operation = (client: TestClient, id: string, input: string, params: object = {}) =>
    done(callOperation(client, id, { input, params }));
  const read = (client: TestClient, id: string, options?: TestRequest) =>
    client.request(`GET /api/v1/id/${id}`, options);
  /** The same by the operation, whose answer is the same text. */
  const call = (client: TestClient, id: string, options?: TestRequest) =>
    callOperation(client, 'Repository.GetDocument', { ...options, params: { value: id } });
  const putDescription = (client: TestClient, id: string, text: string) => {
    const body = { 'entity-type': 'document', properties: { 'dc:description': text } };
    return done(client.request(`PUT /api/v1/id/${id}`, { body }));
  };

  test('every read shows at least what was acknowledged before it, while two processes write', async () => {
    const id = await newFile();
    let acknowledged = 0;
    let isWriting = true;
    let reads = 0;
    const stale: string[] = [];
    const keepReading = async (client: TestClient): Promise<void> => {
      while (isWriting) {
        const before = acknowledged;
        const { json } = await read(client, id);
        const shown = Number(json.properties['dc:description']);
        if (shown < before) stale.push(`${shown} after ${before}`);
        reads += 1;
      }
    };
    const readings = Array.from({ length: readers }, (_, at) =>
      keepReading(at % 2 === 0 ? here : there),
    );
    for (let write = 1; write <= 2 * writesEach; write += 1) {
      await putDescription(write % 2 === 0 ? here : there, id, String(write));
      acknowledged = write;
    }
    isWriting = false;
    await Promise.all(readings);
    expect(stale).toEqual([]);
    expect(reads).toBeGreaterThan(writesEach);
    for (const client of [here, there]) {
      expect((await read(client, id)).json.properties['dc:description']).toBe(`${2 * writesEach}`);
    }
  });

  /** The change, and how it shows in the document, which lies in the folder. */
  interface Change {
    readonly name: string;
    change(by: TestClient, on: { id: string; folder: string }): Promise<unknown>;
    // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
    shown(json: any): unknown;
    /** In place of `shown` by another user. */
    readonly user?: string;
    readonly expected: unknown;
    readonly statuses?: readonly [number, number];
  }

  const status = () => undefined;
  const changes: readonly Change[] = [
    {
      name: 'a property',
      change: (by, { id }) => putDescription(by, id, 'new'),
      shown: ({ properties }) => properties['dc:description'],
      expected: 'new',
    },
    {
      name: 'its name',
      change: (by, { id, folder }) =>
        operation(by, 'Document.Move', id, { target: folder, name: 'renamed' }),
      shown: ({ path }) => path.split('/').at(-1),
      expected: 'renamed',
    },
    {
      name: 'the place of a folder above it',
      change: (by, { folder }) =>
        operation(by, 'Document.Move', folder, {
          target: '/default-domain/sections',
          name: `moved-${folder}`,
        }),
      shown: ({ path }) => path.split('/')[2],
      expected: 'sections',
    },
    {
      name: 'the trash',
      change: (by, { id }) => operation(by, 'Document.Trash', id),
      shown: ({ isTrashed }) => isTrashed,
      expected: true,
    },
    {
      name: 'the trash with a folder above it',
      change: (by, { folder }) => operation(by, 'Document.Trash', folder),
      shown: ({ isTrashed }) => isTrashed,
      expected: true,
    },
    {
      name: 'a lock',
      change: (by, { id }) => operation(by, 'Document.Lock', id),
      shown: ({ lockOwner }) => lockOwner,
      expected: 'Administrator',
    },
    {
      name: 'a tag',
      change: (by, { id }) => operation(by, 'Services.TagDocument', id, { tags: 'red' }),
      shown: ({ properties }) => properties['nxtag:tags']?.[0]?.label,
      expected: 'red',
    },
    {
      name: 'its state',
      change: (by, { id }) =>
        operation(by, 'Document.FollowLifecycleTransition', id, { value: 'approve' }),
      shown: ({ state }) => state,
      expected: 'approved',
    },
    {
      name: 'a version',
      change: (by, { id }) => operation(by, 'Document.CreateVersion', id, { increment: 'Major' }),
      shown: ({ isCheckedOut, versionLabel }) => [isCheckedOut, versionLabel],
      expected: [false, '1.0'],
    },
    {
      name: 'a subscription',
      change: (by, { id }) => operation(by, 'Document.Subscribe', id),
      shown: ({ facets }) => facets.includes('Notifiable'),
      expected: true,
    },
    {
      name: 'a permission on itself',
      user: 'ann',
      change: (by, { id }) => operation(by, 'Document.BlockPermissionInheritance', id),
      shown: status,
      expected: undefined,
      statuses: [200, 403],
    },
    {
      name: 'a permission on a folder above it',
      user: 'ann',
      change: (by, { folder }) => operation(by, 'Document.BlockPermissionInheritance', folder),
      shown: status,
      expected: undefined,
      statuses: [200, 403],
    },
    {
      name: 'its removal',
      change: (by, { id }) => done(by.request(`DELETE /api/v1/id/${id}`)),
      shown: status,
      expected: undefined,
      statuses: [200, 404],
    },
    {
      name: 'the removal of a folder above it',
      change: (by, { folder }) => done(by.request(`DELETE /api/v1/id/${folder}`)),
      shown: status,
      expected: undefined,
      statuses: [200, 404],
    },
  ];

  describe.each(['here', 'there'] as const)('what is changed %s', (side) => {
    test.each(changes)('shows in the next read: $name', async (each) => {
      const folder = await newFolder();
      const id = await newFile(folder);
      const both = side === 'here' ? [here, there] : [there, here];
      const headers = { 'fetch.document': 'lock,versionLabel' };
      const { statuses = [200, 200], user } = each;
      const options = { headers, ...(user && { user }) };
      const look = async (client: TestClient) => {
        const [shown, called] = [await read(client, id, options), await call(client, id, options)];
        expect(called.status).toBe(shown.status);
        if (shown.status === 200) expect(called.text).toBe(shown.text);
        return shown;
      };
      for (const client of both) {
        for (let time = 0; time < readsUntilKept; time += 1) {
          const before = await look(client);
          expect(before.status).toBe(statuses[0]);
          if (each.expected !== undefined)
            expect(each.shown(before.json)).not.toEqual(each.expected);
        }
      }
      await each.change(both[0] as TestClient, { id, folder });
      for (const client of both) {
        for (let time = 0; time < 2; time += 1) {
          const after = await look(client);
          expect(after.status).toBe(statuses[1]);
          expect(each.shown(after.json)).toEqual(each.expected);
        }
      }
    });
  });

  test('an operation shows what it has changed beside a document that is kept', async () => {
    const folder = await newFolder();
    const id = await newFile(folder);
    for (let time = 0; time < readsUntilKept; time += 1) {
      expect((await call(here, id)).json.facets).not.toContain('Notifiable');
    }
    const subscribed = await callOperation(here, 'Document.Subscribe', { input: `doc:${id}` });
    expect(subscribed.json.facets).toContain('Notifiable');
    expect((await call(here, id)).json.facets).toContain('Notifiable');
  });

  test('an operation shows the schemas that its body names, and the kept text without any', async () => {
    const id = await newFile();
    for (let time = 0; time < readsUntilKept; time += 1) {
      const body = { params: { value: id }, documentProperties: 'dublincore' };
      const some = await here.request('POST /site/automation/Repository.GetDocument', { body });
      expect(some.json.properties).toHaveProperty(['dc:description'], '0');
      expect(some.json.properties).not.toHaveProperty(['uid:uid']);
      expect((await call(here, id)).text).toBe((await read(here, id)).text);
      const headers = { 'x-nxvoidoperation': 'true' };
      expect((await call(here, id, { headers })).status).toBe(204);
    }
  });

  test('a permission that is revoked between two reads of one connection', async () => {
    const id = await newFile();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const statusOf = (user: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Basic ${btoa(`${user}:${user}`)}` };
        sendRequest(`${url}/api/v1/id/${id}`, { agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        })
          .once('socket', (socket) => sockets.add(socket))
          .once('error', reject)
          .end();
      });
    const readBoth = async () => [await statusOf('ann'), await statusOf('ben')];
    for (let time = 0; time < readsUntilKept; time += 1)
      expect(await readBoth()).toEqual([200, 200]);
    for (const by of [here, there]) {
      await operation(by, 'Document.BlockPermissionInheritance', id);
      expect(await readBoth()).toEqual([403, 403]);
      await operation(by, 'Document.AddPermission', id, { permission: 'Read', users: 'ben' });
      expect(await readBoth()).toEqual([403, 200]);
      await operation(by, 'Document.RemovePermission', id, { user: 'ben' });
      expect(await readBoth()).toEqual([403, 403]);
      await operation(by, 'Document.UnblockPermissionInheritance', id);
      expect(await readBoth()).toEqual([200, 200]);
    }
    agent.destroy();
    expect(sockets.size).toBe(1);
  });

  test('the answer is the same as at first, in each form that clients ask for', async () => {
    const id = await newFileWithContent();
    const forms: readonly Record<string, string>[] = [
      {},
      { 'x-cartulary-dialect': 'native' },
      { properties: 'dublincore' },
      { 'X-NXproperties': '*', 'x-cartulary-dialect': 'native' },
      { 'fetch.document': 'versionLabel' },
      { 'fetch.document': 'properties' },
      { 'enrichers.document': 'permissions' },
      { host: 'other.example.org' },
    ];
    const first = new Map<object, string>();
    for (const headers of forms) {
      const { text } = await read(here, await newFileWithContent(), { headers });
      first.set(headers, unnamed(text));
    }
    expect(new Set(first.values()).size).toBe(forms.length);
    for (let time = 0; time < readsUntilKept; time += 1) {
      for (const headers of forms) {
        const { text, headers: sent, bytes } = await read(here, id, { headers });
        expect(unnamed(text)).toBe(first.get(headers));
        expect(sent['content-type']).toBe('application/json; nuxeo-entity=document');
        expect(sent['content-length']).toBe(String(bytes.length));
        const called = await call(here, id, { headers });
        expect([called.text, called.headers['content-type']]).toEqual([text, sent['content-type']]);
        const head = await here.request(`HEAD /api/v1/id/${id}`, { headers });
        expect([head.status, head.text, head.headers['content-length']]).toEqual([
          200,
          '',
          String(bytes.length),
        ]);
      }
    }
  });
});

/** What differs between two documents that were made alike. */
function unnamed(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/(doc|Über )\d+/g, '$1')
    .replace(/\d{13}/g, 'milliseconds')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant');
}
