import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { dumpStore } from '../support/store-dump.ts';

const slots = [0, 1, 2, 3, 4, 5];

describe.each(engines)('attachments changed at the same time on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    const found = await storeFindings({ database, blobs, model: repository.model });
    expect(found.filter((text) => !text.startsWith('warning'))).toEqual([]);
    await app.close();
  });

  const createWithFiles = (name: string) =>
    createDocument(app, {
      name,
      properties: {
        'files:files': slots.map((slot) => ({ file: { data: `old ${slot}`, name: `f${slot}` } })),
      },
    });

  const replace = (uid: string, slot: number, text: string, user = 'Administrator') =>
    app.request(`PUT /api/v1/id/${uid}/@blob/files:files/${slot}/file`, {
      body: `--x\r\nContent-Disposition: form-data; name="f"; filename="n"\r\n\r\n${text}\r\n--x--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      user,
    });

  const contents = (uid: string) =>
    Promise.all(
      slots.map(async (slot) => {
        const line = `GET /api/v1/id/${uid}/@blob/files:files/${slot}/file`;
        const { status, text } = await app.request(line);
        return status === 200 ? text : status;
      }),
    );

  test('replacing each at once loses none', async () => {
    const { uid } = await createWithFiles('replaced');
    const replies = await Promise.all(slots.map((slot) => replace(uid, slot, `new ${slot}`)));
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      slots.map(() => [200, 'blob updated']),
    );
    expect(await contents(uid)).toEqual(slots.map((slot) => `new ${slot}`));
  });

  test('removing each at once keeps none', async () => {
    const { uid } = await createWithFiles('removed');
    const replies = await Promise.all(
      slots.map((slot) => app.request(`DELETE /api/v1/id/${uid}/@blob/files:files/${slot}/file`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(slots.map(() => 204));
    expect(await contents(uid)).toEqual(slots.map(() => 404));
  });

  test('content from a user who may not write is not stored', async () => {
    const { uid } = await createWithFiles('read-only');
    await createUser(app, 'reader');
    const before = await dumpStore(app.services.database);
    const reply = await replace(uid, 0, 'unwanted', 'reader');
    expect([reply.status, reply.json.message]).toEqual([
      403,
      "Privilege 'WriteProperties' is not granted to 'reader'",
    ]);
    expect(await dumpStore(app.services.database)).toEqual(before);
  });

  test('a blob whose place goes meanwhile is refused and not put elsewhere', async () => {
    const { uid } = await createWithFiles('shrunk');
    const body = { 'entity-type': 'document', properties: { 'files:files': [] } };
    const [put] = await Promise.all([
      replace(uid, 3, 'late'),
      app.request(`PUT /api/v1/id/${uid}`, { body }),
    ]);
    expect([200, 400]).toContain(put?.status);
    expect(await contents(uid)).toEqual(slots.map(() => 404));
  });
});
