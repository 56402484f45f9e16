import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { filePart, jsonPart, multipartBody, multipartType } from '../../support/multipart.ts';
import { dumpStore } from '../../support/store-dump.ts';

describe.each(engines)('Directory.LoadFromCSV on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    await createUser(app, 'power', ['powerusers']);
  });
  afterAll(() => app.close());

  const load = (params: object, csv: string, user = 'Administrator') => {
    const body = multipartBody([jsonPart({ params }), filePart('entries.csv', csv)]);
    const headers = { 'content-type': multipartType };
    return app.request('POST /site/automation/Directory.LoadFromCSV', { body, headers, user });
  };
  const entryOf = async (path: string) => {
    const { status, json } = await app.request(`GET /api/v1/directory/${path}`);
    return status === 200 ? json.properties : status;
  };
  const into = (directoryName: string, dataLoadingPolicy: string) => ({
    directoryName,
    dataLoadingPolicy,
  });

  test('adds entries in their order, with the defaults of the schema', async () => {
    const csv = 'id,label,ordering\r\n"one, two","The ""first""",5\r\nthree,,\r\n';
    const reply = await load(into('nature', 'reject_duplicate'), csv, 'power');
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await entryOf('nature/one,%20two')).toEqual({
      id: 'one, two',
      label: 'The "first"',
      obsolete: 0,
      ordering: 5,
    });
    expect(await entryOf('nature/three')).toEqual({
      id: 'three',
      label: '',
      obsolete: 0,
      ordering: 10_000_000,
    });
    const { entries } = (await app.request('GET /api/v1/directory/nature?pageSize=0')).json;
    expect(entries.slice(-2).map(({ id }: { id: string }) => id)).toEqual(['one, two', 'three']);
  });

  test.each([
    ['skip_duplicate', { asia: 'label.directories.continent.asia', ring: 'First' }],
    ['update_duplicate', { asia: 'Loaded', ring: 'Second' }],
    ['legacy', { asia: 'label.directories.continent.asia', ring: undefined }],
    ['never_load', { asia: 'label.directories.continent.asia', ring: undefined }],
  ])('with the policy %s gives %j', async (policy, labels) => {
    const csv = 'id,label\nring,First\nasia,Loaded\nring,Second';
    expect((await load(into('continent', policy), csv)).status).toBe(204);
    for (const [id, label] of Object.entries(labels)) {
      expect((await entryOf(`continent/${id}`)).label).toBe(label);
    }
    expect((await entryOf('continent/asia')).ordering).toBe(10_000_000);
    await app.request('DELETE /api/v1/directory/continent/ring');
    const body = { 'entity-type': 'directoryEntry', id: 'asia', properties: {} };
    const label = 'label.directories.continent.asia';
    await app.request('PUT /api/v1/directory/continent/asia', {
      body: { ...body, properties: { label } },
    });
  });

  test('fills a directory without entries by the policy legacy', async () => {
    const csv = 'id,userid,reftype\na,ann,3';
    expect((await load(into('documentsLists', 'LEGACY'), csv)).status).toBe(204);
    expect(await entryOf('documentsLists/a')).toMatchObject({ userid: 'ann', reftype: 3 });
    expect((await load(into('documentsLists', 'legacy'), 'id\nb')).status).toBe(204);
    expect(await entryOf('documentsLists/b')).toBe(404);
  });

  test('counts ids up where the directory does so', async () => {
    const csv = 'id,name,autoGrant\n1,Mine,true\n,Other,';
    expect((await load(into('oauth2Clients', 'reject_duplicate'), csv)).status).toBe(204);
    expect(await entryOf('oauth2Clients/3')).toMatchObject({ id: 3, name: 'Mine' });
    expect(await entryOf('oauth2Clients/4')).toMatchObject({ name: 'Other', autoGrant: null });
    expect(await entryOf('oauth2Clients/1')).toMatchObject({ name: 'Nuxeo Drive' });
  });

  test.each([
    [into('nature', 'reject_duplicate'), 'id\nnew\narticle', 409, 'article'],
    [into('nature', 'reject_duplicate'), 'id\nnew\nnew', 409, 'new'],
    [into('nature', 'skip_duplicate'), 'id,ordering\nnew,1\nother,x', 400, 'ordering'],
    [into('nature', 'skip_duplicate'), 'id,unknown\nnew,1', 400, 'unknown'],
    [into('nature', 'skip_duplicate'), 'label\nnew', 400, 'Missing id'],
    [into('nature', 'skip_duplicate'), 'id,label\nnew', 400, 'line 2'],
    [into('nature', 'some'), 'id\nnew', 400, 'dataLoadingPolicy'],
    [into('nothing', 'legacy'), 'id\nnew', 404, 'nothing'],
    [into('userDirectory', 'legacy'), 'username\nnew', 400, 'user/group'],
    [{ directoryName: 'nature' }, 'id\nnew', 400, 'dataLoadingPolicy'],
  ])('refuses %j with %j as %i and loads nothing', async (params, csv, status, message) => {
    const before = await dumpStore(app.services.database);
    const reply = await load(params, csv);
    expect([reply.status, reply.json.message]).toEqual([status, expect.stringContaining(message)]);
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test('refuses a file that is too large', async () => {
    const csv = `id\n${'x\n'.repeat(600_000)}`;
    const reply = await load(into('nature', 'skip_duplicate'), csv);
    expect([reply.status, reply.json.message]).toEqual([400, expect.stringContaining('bytes')]);
    expect(await entryOf('nature/x')).toBe(404);
  });

  test('is for those who may change the directory', async () => {
    const csv = 'id\nfrom-ann';
    const reply = await load(into('nature', 'skip_duplicate'), csv, 'ann');
    expect([reply.status, reply.json.message]).toEqual([
      403,
      expect.stringContaining('Not allowed to edit directory nature'),
    ]);
    expect(await entryOf('nature/from-ann')).toBe(404);
  });
});
