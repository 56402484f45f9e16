import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';

describe.each(engines)('operations on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  test('a document is answered by its path and by its id', async () => {
    const created = await createDocument(app, { name: 'fetched' });
    for (const value of [created.uid, created.path]) {
      const response = await callOperation(app, 'Repository.GetDocument', { params: { value } });
      expect(response.status).toBe(200);
      expect(response.json.uid).toBe(created.uid);
    }
  });

  test('a document given as input in any form is updated', async () => {
    const { uid, path } = await createDocument(app, { name: 'updated' });
    for (const input of [
      `doc:${uid}`,
      `doc:${path}`,
      uid,
      path,
      { 'entity-type': 'document', uid },
    ]) {
      const title = `title of ${JSON.stringify(input)}`;
      const properties = `dc:title=${title}`;
      const response = await callOperation(app, 'Document.Update', {
        input,
        params: { properties },
      });
      expect(response.status, response.text).toBe(200);
      expect(response.json.title).toBe(title);
    }
  });

  test('a missing document is 404 and an unreadable one 403', async () => {
    const missing = await callOperation(app, 'Repository.GetDocument', {
      params: { value: '/no' },
    });
    expect(missing.status).toBe(404);
    expect(missing.json.message).toBe(
      'Failed to invoke operation: Repository.GetDocument, There is no document at the path /no',
    );
    const { uid } = await createDocument(app, { name: 'secret' });
    await setAcl(app, uid, [denyAll]);
    const call = { params: { value: uid }, user: 'bob' };
    expect((await callOperation(app, 'Repository.GetDocument', call)).status).toBe(403);
  });

  test('an operation that neither takes nor gives anything answers its input, or 204', async () => {
    const params = { level: 'info', message: 'hello' };
    const void204 = await callOperation(app, 'Log', { params });
    expect(void204.status).toBe(204);
    expect(void204.headers['content-type']).toBeUndefined();
    const { uid } = await createDocument(app, { name: 'through' });
    const passed = await callOperation(app, 'Log', { input: `doc:${uid}`, params });
    expect(passed.json.uid).toBe(uid);
  });
});
