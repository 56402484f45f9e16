import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { dumpStore } from '../../support/store-dump.ts';

const line = 'POST /site/automation/Document.Update';

describe.each(engines)('an operation request on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  const update = (input: unknown, properties: unknown, headers: Record<string, string> = {}) =>
    callOperation(app, 'Document.Update', { input, params: { properties }, headers });

  test.each(['application/json+nxrequest', 'application/json', 'application/json; charset=UTF-8'])(
    'both content types are taken: %s',
    async (type) => {
      const { uid } = await createDocument(app, { name: 'typed' });
      const response = await update(uid, 'dc:title=typed', { 'content-type': type });
      expect([response.status, response.json.title]).toEqual([200, 'typed']);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  test('other content types are 415, a body that is no JSON object 400', async () => {
    for (const [type, body, status] of [
      ['text/plain', '{}', 415],
      ['application/json', '[]', 400],
      ['application/json', '{"params":', 400],
      ['application/json', '"text"', 400],
      ['application/json', '', 400],
    ] as const) {
      const headers = { 'content-type': type };
      const response = await app.request(line, { body, headers });
      expect([body, response.status]).toEqual([body, status]);
      expect(response.json).toMatchObject({ 'entity-type': 'exception', status });
    }
  });

  test('the answer follows the result and not the Accept header', async () => {
    const { uid } = await createDocument(app, { name: 'accepted' });
    for (const accept of ['application/json, */*', 'text/html', 'image/png']) {
      expect((await update(uid, 'dc:title=x', { accept })).status).toBe(200);
    }
  });

  test('members may be left out, be null, or be unknown', async () => {
    const { uid } = await createDocument(app, { name: 'lenient' });
    for (const body of [
      { input: uid, params: { properties: null }, context: null },
      { input: uid, params: { properties: 'dc:title=a', context: {}, creator: { x: [1] } } },
      { input: uid, params: { properties: { 'dc:title': 'b' } }, more: { deep: [{}] } },
    ]) {
      const response = await app.request(line, { body });
      expect(response.status, response.text).toBe(200);
    }
    const log = { params: { level: 'info', message: 'x' }, input: null };
    expect((await app.request('POST /site/automation/Log', { body: log })).status).toBe(204);
  });

  test.each([
    [{ params: [] }, 'params'],
    [{ params: 'x' }, 'params'],
    [{ context: [] }, 'context'],
    [{ context: { ChainParameters: {} } }, 'ChainParameters'],
    [{ input: 'doc:' }, 'input'],
    [{ input: { 'entity-type': 'planet' } }, 'planet'],
    [{ input: 'blob:default:key' }, 'input'],
  ])('%j is 400 and says what is wrong', async (body, named) => {
    const response = await app.request(line, { body });
    expect(response.status).toBe(400);
    expect(response.json.message).toContain(named);
  });

  test('a list of documents keeps its order', async () => {
    const made = [];
    for (const name of ['c', 'a', 'b']) made.push(await createDocument(app, { name }));
    const [c, a, b] = made;
    for (const input of [
      `docs:${c.uid},${a.path}, ${b.uid}`,
      [c.uid, `doc:${a.path}`, b.uid],
      { 'entity-type': 'documents', entries: made },
    ]) {
      const response = await update(input, 'dc:title=of a list');
      expect(response.status, response.text).toBe(200);
      expect(response.json['entity-type']).toBe('documents');
      const ids = response.json.entries.map(({ uid }: { uid: string }) => uid);
      expect(ids).toEqual([c.uid, a.uid, b.uid]);
    }
    const empty = await update('docs:', 'dc:title=of nobody');
    expect(empty.json).toEqual({ 'entity-type': 'documents', entries: [] });
  });

  test('when one document of a list fails none is changed', async () => {
    const first = await createDocument(app, { name: 'first', properties: { 'dc:title': 'old' } });
    const missing = '00000000-0000-4000-8000-000000000000';
    const response = await update(`docs:${first.uid},${missing}`, 'dc:title=new');
    expect(response.status).toBe(404);
    expect((await app.request(`GET /api/v1/id/${first.uid}`)).json.title).toBe('old');
  });

  test('entries of a list carry properties only when asked for', async () => {
    const { uid } = await createDocument(app, { name: 'listed' });
    const plain = await update(`docs:${uid}`, 'dc:title=x');
    expect(plain.json.entries[0]).not.toHaveProperty('properties');
    for (const headers of [
      { properties: 'dublincore' },
      { 'X-NXproperties': '*' },
      { 'X-NXDocumentProperties': 'dublincore' },
    ]) {
      const asked = await update(`docs:${uid}`, 'dc:title=x', headers as never);
      expect(asked.json.entries[0].properties['dc:title']).toBe('x');
    }
    const body = { input: `docs:${uid}`, params: { properties: '' }, documentProperties: '*' };
    const old = await app.request(line, { body });
    expect(old.json.entries[0].properties['dc:title']).toBe('x');
  });

  test('context variables stand in for parameters', async () => {
    const { uid } = await createDocument(app, { name: 'varied' });
    const response = await callOperation(app, 'Document.Update', {
      input: uid,
      context: { properties: 'dc:title=from the context' },
    });
    expect(response.json.title).toBe('from the context');
    const direct = await callOperation(app, 'Document.Update', {
      input: uid,
      params: { properties: 'dc:title=from the parameters' },
      context: { properties: 'dc:title=from the context' },
    });
    expect(direct.json.title).toBe('from the parameters');
  });

  test('relative paths start at the input', async () => {
    const folder = await createDocument(app, { name: 'base', type: 'Folder' });
    const child = await createDocument(app, { parent: folder.uid, name: 'below' });
    for (const value of ['./below', 'expr: ./below', './x/../below']) {
      const response = await callOperation(app, 'Repository.GetDocument', {
        input: { 'entity-type': 'document', uid: folder.uid },
        params: { value },
      });
      expect([value, response.json.uid]).toEqual([value, child.uid]);
    }
    const nowhere = await callOperation(app, 'Repository.GetDocument', {
      params: { value: './below' },
    });
    expect(nowhere.status).toBe(400);
  });

  test('the first part is the request whatever its Content-Id says', async () => {
    const body = Buffer.from(
      [
        '--b\r\nContent-Id: <second>\r\nContent-Type: text/plain\r\n\r\n{"params":{"level":"info","message":"x"}}',
        '--b\r\nContent-Id: <request>\r\nContent-Type: application/json\r\n\r\n{"not":"the request"}',
        '--b--\r\n',
      ].join('\r\n'),
    );
    const headers = { 'content-type': 'multipart/related; start="<request>"; boundary=b' };
    const response = await app.request('POST /site/automation/Log', { body, headers });
    expect([response.status, response.text]).toEqual([200, '{"not":"the request"}']);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
  });

  test('a parameter that is missing or unreadable is 400 and named', async () => {
    const { uid } = await createDocument(app, { name: 'wrong' });
    const missing = await callOperation(app, 'Document.Update', { input: uid });
    expect(missing.status).toBe(400);
    expect(missing.json.message).toBe(
      "Failed to invoke operation: Document.Update, Failed to inject parameter 'properties'. Seems it is missing from the context. Operation: Document.Update",
    );
    for (const properties of [7, true, ['a'], 'no equals sign']) {
      const response = await update(uid, properties);
      expect(response.status).toBe(400);
      expect(response.json.message).toMatch(/properties|cannot find a '='/);
    }
  });

  test('an input that the operation does not take is 400 and says what it takes', async () => {
    for (const input of [7, true, { 'entity-type': 'number', value: 7 }, { a: 'map' }]) {
      const response = await update(input, 'dc:title=x');
      expect([input, response.status]).toEqual([input, 400]);
      expect(response.json.message).toContain('it takes document');
    }
  });

  test('a document entity as input brings changes that are stored with the next save', async () => {
    const { uid, changeToken } = await createDocument(app, { name: 'entity' });
    const input = {
      'entity-type': 'document',
      uid,
      changeToken,
      properties: { 'dc:title': 'from the entity', 'dc:description': 'kept' },
    };
    const response = await update(input, 'dc:title=from the parameter', { properties: '*' });
    expect(response.json.properties).toMatchObject({
      'dc:title': 'from the parameter',
      'dc:description': 'kept',
    });
    const stored = await app.request(`GET /api/v1/id/${uid}`);
    expect(stored.json.properties['dc:description']).toBe('kept');
  });

  test('repositories other than the default one do not exist', async () => {
    const { uid } = await createDocument(app, { name: 'repo' });
    const params = { value: `default:${uid}` };
    expect((await callOperation(app, 'Repository.GetDocument', { params })).status).toBe(200);
    const headers = { 'X-NXRepository': 'other' };
    const other = await callOperation(app, 'Repository.GetDocument', { params, headers });
    expect(other.status).toBe(404);
  });

  const blanks = ['', ' ', '\t', 'default:', 'default: ', ':', '//', '///', ' // '];

  test.each(blanks)('%j names no document, and not the root either', async (blank) => {
    const before = await dumpStore(app.services.database);
    const destination = { 'Destination Path': blank };
    const { uid } = (await app.request('GET /api/v1/path/default-domain/templates')).json;
    const entity = { 'entity-type': 'document', uid: blank };
    const calls: [string, object][] = [
      ['Repository.GetDocument', { params: { value: blank } }],
      ['Document.Create', { input: blank, params: { type: 'File', name: 'x' } }],
      ['Document.Create', { input: `doc:${blank}`, params: { type: 'File', name: 'x' } }],
      ['Document.Create', { input: [`doc:${blank}`], params: { type: 'File', name: 'x' } }],
      ['Document.Move', { input: uid, params: { target: blank } }],
      ['Document.Copy', { input: uid, params: { target: blank, name: 'x' } }],
      ['Document.CreateLiveProxy', { input: uid, params: destination }],
    ];
    if (blank.trim() === '') {
      calls.push(['Repository.GetDocument', { params: { value: entity } }]);
      calls.push(['Document.Create', { input: entity, params: { type: 'File', name: 'x' } }]);
    }
    const hasSlash = blank.includes('/');
    for (const [id, call] of calls) {
      const { status, json } = await callOperation(app, id, call);
      expect([id, call, hasSlash ? [400, 404] : [400]]).toEqual([
        id,
        call,
        expect.arrayContaining([status]),
      ]);
      if (status === 400) expect(json.message).toMatch(/an id|the uid of a stored document/);
    }
    expect(await dumpStore(app.services.database)).toEqual(before);
  });
});
