import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';

describe.each(engines)('a request with Idempotency-Key on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob', ['powerusers']);
  });
  afterAll(() => app.close());

  const create = (parent: string, key: string, user = 'Administrator') =>
    callOperation(app, 'Document.Create', {
      input: parent,
      params: { type: 'File', name: 'once' },
      headers: { 'idempotency-key': key },
      user,
    });

  test('is executed once, and answered alike every time', async () => {
    const { uid } = await createDocument(app, { name: 'keyed', type: 'Folder' });
    const first = await create(uid, 'k-1');
    const again = await create(uid, 'k-1');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.headers['idempotency-key']).toBe('k-1');
    const children = await app.request(`GET /api/v1/id/${uid}/@children`);
    expect(children.json.entries).toHaveLength(1);
    const other = await create(uid, 'k-2');
    expect(other.json.uid).not.toBe(first.json.uid);
  });

  test('that failed is executed again', async () => {
    const { uid } = await createDocument(app, { name: 'later', type: 'Folder' });
    const failing = await create(`${uid}-no`, 'k-fail');
    expect(failing.status).toBe(404);
    expect((await create(uid, 'k-fail')).status).toBe(200);
  });

  test('does not share its key with other users', async () => {
    const { uid } = await createDocument(app, { name: 'shared', type: 'Folder' });
    const mine = await create(uid, 'k-same');
    const theirs = await create(uid, 'k-same', 'bob');
    expect(theirs.text).not.toBe(mine.text);
  });

  test('is a conflict while the first one runs', async () => {
    const { uid } = await createDocument(app, { name: 'racing', type: 'Folder' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(uid, 'k-race')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const children = await app.request(`GET /api/v1/id/${uid}/@children`);
    expect(children.json.entries).toHaveLength(1);
  });
});
