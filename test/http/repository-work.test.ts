import { describe, expect, test, vi } from 'vitest';
import { run } from '../support/bulk.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { Nuxeo, openClient } from '../support/nuxeo-client.ts';
import { callOperation } from '../support/operations.ts';
import { serveSeveral } from '../support/several-repositories.ts';

const pairs = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const;

describe.each(pairs)('work in a repository beside the default one, %s and %s', (...engines) => {
  const { app, archive } = serveSeveral(engines);

  test('a bulk command finds and changes its own documents', async () => {
    const here = await createDocument(app, { name: 'bulk' });
    const there = await createDocument(archive, { name: 'bulk' });
    const query = "SELECT * FROM Document WHERE ecm:name = 'bulk'";
    const status = await run(archive, 'setProperties', { query, params: { 'dc:title': 'done' } });
    expect(status).toMatchObject({ state: 'COMPLETED', processed: 1, errorCount: 0 });
    expect((await archive.request(`GET /api/v1/id/${there.uid}`)).json.title).toBe('done');
    expect((await app.request(`GET /api/v1/id/${here.uid}`)).json.title).toBe('bulk');
    const path = `GET /api/v1/management/bulk/${status.commandId}`;
    expect((await app.request(path)).status).toBe(404);
  });

  test('a bulk command of an operation names the repository of the request', async () => {
    const call = (repositoryName: string) =>
      callOperation(archive, 'Bulk.RunAction', {
        params: {
          action: 'setProperties',
          parameters: '{"dc:title":"by operation"}',
          query: "SELECT * FROM Document WHERE ecm:name = 'none'",
          repositoryName,
        },
      });
    expect((await call('archive')).status).toBe(200);
    const { status, json } = await call('default');
    expect([status, json.message]).toEqual([
      404,
      expect.stringContaining('the request is for archive'),
    ]);
  });

  test('the file of an export is downloaded from the address in the status', async () => {
    await createDocument(archive, { name: 'exported' });
    const query = "SELECT * FROM Document WHERE ecm:name = 'exported'";
    const { result } = await run(archive, 'csvExport', { query });
    const file = await app.request(`GET /${result.url}`);
    expect(file.status).toBe(200);
    expect(file.text.split('\r\n')[1]).toMatch(/^archive,/);
  });

  test('the status of an operation in the background is at the address of the response', async () => {
    const { uid } = await createDocument(archive, { name: 'later' });
    const body = { input: uid, params: { properties: 'dc:title=later' }, context: {} };
    const line = 'POST /site/automation/Document.Update/@async';
    const { status, headers } = await archive.request(line, { body });
    expect(status).toBe(202);
    const pathOf = (location: unknown) => String(location).replace(/^.*?\/nuxeo/, '');
    const result = await vi.waitFor(
      async () => {
        const polled = await app.request(`GET ${pathOf(headers.location)}`);
        expect(polled.status).toBe(303);
        return pathOf(polled.headers.location);
      },
      { timeout: 60_000, interval: 20 },
    );
    expect((await app.request(`GET ${result}`)).json).toMatchObject({
      repository: 'archive',
      title: 'later',
    });
  });

  test('a workflow gives tasks to users', async () => {
    await createUser(app, 'reviewer', ['administrators']);
    const { uid } = await createDocument(archive, { name: 'reviewed' });
    const body = {
      'entity-type': 'workflow',
      workflowModelName: 'SerialDocumentReview',
      attachedDocumentIds: [uid],
    };
    const started = await archive.request('POST /api/v1/workflow', { body, user: 'reviewer' });
    expect(started.status).toBe(201);
    const { json } = await archive.request('GET /api/v1/task', { user: 'reviewer' });
    expect(json.entries).toHaveLength(1);
    const [task] = json.entries;
    expect(task.actors).toEqual([{ id: 'reviewer' }]);
    const [action] = task.taskInfo.taskActions;
    expect(action.url).toContain(`/api/v1/repo/archive/task/${task.id}/`);
    expect((await app.request('GET /api/v1/task', { user: 'reviewer' })).json.entries).toEqual([]);
  });

  test('folders are synchronized in the default repository only', async () => {
    const { status, json } = await callOperation(archive, 'NuxeoDrive.GetRoots');
    expect([status, json.message]).toEqual([
      501,
      'Folders are synchronized in the repository default only, not in archive',
    ]);
  });

  test('the official client works with it by its name', async () => {
    const client = openClient(await app.listen());
    const repository = client.repository('archive');
    const batch = client.batchUpload();
    const content = Buffer.from('by the client');
    const { blob } = await batch.upload(
      new Nuxeo.Blob({ content, name: 'client.txt', mimeType: 'text/plain', size: content.length }),
    );
    const created = await repository.create('/default-domain/workspaces', {
      type: 'File',
      name: 'by-client',
      properties: { 'dc:title': 'by client', 'file:content': blob },
    });
    const found = await repository.query({
      query: "SELECT * FROM File WHERE dc:title = 'by client'",
    });
    expect(found.entries.map(({ uid }) => uid)).toEqual([created.uid]);
    const response = await created.fetchBlob();
    expect(String(await response.buffer())).toBe('by the client');
    const changed = await created.set({ 'dc:title': 'changed' }).save();
    expect(changed.title).toBe('changed');
    expect((await app.request(`GET ${workspaces}/by-client`)).status).toBe(404);
    await repository.delete('/default-domain/workspaces/by-client');
    expect((await archive.request(`GET ${workspaces}/by-client`)).status).toBe(404);
  });
});
