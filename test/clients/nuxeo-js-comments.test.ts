import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createShared } from '../support/comments.ts';
import { createUser } from '../support/documents.ts';
import { clientPlaces, openClient } from '../support/nuxeo-client.ts';

/** The client has no functions for comments: programs that use it send requests of their own. */
describe.each(clientPlaces)('comments with the official client, %s on %s', (dialect, engine) => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    app = await startTestApp(engine, { wireDialect: dialect });
    url = await app.listen();
    for (const name of ['bob', 'eve']) await createUser(app, name);
  });
  afterAll(() => app.close());

  test('two users have a conversation', async () => {
    const id = await createShared(app, { name: 'talk' }, { readers: ['bob', 'eve'] });
    const [bob, eve] = [openClient(url, 'bob'), openClient(url, 'eve')];
    const body = (text: string) => ({ 'entity-type': 'comment', parentId: id, text });
    const first = await bob.request(`id/${id}/@comment`).post({ body: body('hello') });
    expect(first).toMatchObject({ author: 'bob', text: 'hello', parentId: id });
    const reply = await eve.request(`id/${first.id}/@comment`).post({ body: body('hello bob') });
    expect(reply.ancestorIds).toEqual([first.id, id]);
    const listed = await eve
      .request(`id/${id}/@comment`)
      .queryParams({ pageSize: 10, 'fetch-comment': 'repliesSummary' })
      .get();
    expect(listed).toMatchObject({
      totalSize: 1,
      entries: [{ id: first.id, numberOfReplies: 1, lastReplyDate: reply.creationDate }],
    });
    const changed = await bob.request(`id/${id}/@comment/${first.id}`).put({
      body: { 'entity-type': 'comment', text: 'good morning' },
    });
    expect(changed.text).toBe('good morning');
    const refused = eve.request(`id/${id}/@comment/${first.id}`).delete();
    await expect(refused).rejects.toMatchObject({ response: { status: 403 } });
    await bob.request(`id/${id}/@comment/${first.id}`).delete();
    expect((await bob.request(`id/${id}/@comment`).get()).totalSize).toBe(0);
  });
});
