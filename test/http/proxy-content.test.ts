import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';

/** Proxies keep these schemas for themselves; all else that is sent to a proxy is its target's. */
const model = {
  schemas: {
    local: {
      prefix: 'lo',
      fields: {
        colour: { type: 'string', enumeration: ['red', 'green'] },
        seal: { type: 'string', secured: true },
      },
    },
  },
  types: { Placed: { supertype: 'File', schemas: ['local'] } },
  proxySchemas: ['files', 'local'],
};

describe.each(engines)('content of its own that a proxy is given, on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let app: TestApp;
  let proxyId: string;

  beforeAll(async () => {
    folder = await makeFolder();
    const path = join(folder.path, 'model.json');
    await writeFile(path, JSON.stringify(model));
    app = await startTestApp(engine, { contentModelFiles: [path] });
    const workspaces = '/default-domain/workspaces';
    const target = await createDocument(app, {
      name: 'target',
      type: 'Placed',
      properties: { 'dc:title': 'M' },
    });
    const shown = await createDocument(app, { name: 'shown', type: 'Folder' });
    for (const title of ['A', 'Z']) {
      const properties = { 'dc:title': title };
      await createDocument(app, { parent: shown.uid, name: title, properties });
    }
    const proxy = await app.request('POST /site/automation/Document.CreateLiveProxy', {
      body: { input: target.uid, params: { 'Destination Path': `${workspaces}/shown` } },
    });
    expect(proxy.status).toBe(200);
    proxyId = proxy.json.uid;
    await createUser(app, 'writer');
    await app.request('POST /site/automation/Document.AddPermission', {
      body: {
        input: workspaces,
        params: { users: ['writer'], permission: 'Everything' },
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  const put = (properties: object, user = 'writer') =>
    app.request(`PUT /api/v1/id/${proxyId}`, {
      user,
      headers: { properties: '*' },
      body: { 'entity-type': 'document', uid: proxyId, properties },
    });

  const findings = () => storeFindings({ ...app.services, ...app.services.repository });

  test('has its files referred to', async () => {
    const file = { name: 'own.txt', data: 'of the proxy' };
    const { status, json } = await put({ 'files:files': [{ file }] });
    expect(status).toBe(200);
    expect(json.properties['files:files'][0].file.name).toBe('own.txt');
    expect(await findings()).toEqual([]);
    const blob = await app.request(`GET /api/v1/id/${proxyId}/@blob/files:files/0/file`);
    expect(blob.text).toBe('of the proxy');
  });

  test('no longer refers to what was replaced', async () => {
    const { status } = await put({ 'files:files': [] });
    expect(status).toBe(200);
    expect(await findings()).toEqual([]);
  });

  test('leaves it in its place among its siblings by title', async () => {
    expect((await put({ 'lo:colour': 'red' })).status).toBe(200);
    const folder = '/api/v1/path/default-domain/workspaces/shown';
    const sorting = 'sortBy=dc:title&sortOrder=asc';
    const { json } = await app.request(`GET ${folder}/@children?${sorting}`);
    expect(json.entries.map(({ title }: { title: string }) => title)).toEqual(['A', 'M', 'Z']);
  });

  test('obeys the constraints of its properties', async () => {
    const { status, json } = await put({ 'lo:colour': 'blue' });
    expect(status).toBe(422);
    expect(json.message).toContain('lo:colour');
    expect((await put({ 'lo:colour': 'green' })).json.properties['lo:colour']).toBe('green');
  });

  test('takes secured properties from administrators only', async () => {
    expect((await put({ 'lo:seal': 'wax' })).status).toBe(400);
    const { status, json } = await put({ 'lo:seal': 'wax' }, 'Administrator');
    expect([status, json.properties['lo:seal']]).toEqual([200, 'wax']);
  });
});
