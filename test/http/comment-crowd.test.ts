import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remoteClient, startTestApp, type TestApp, type TestClient } from '../support/app.ts';
import { comment, createShared, postComment } from '../support/comments.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';

describe.each(engines)('many who comment at once on %s', (engine) => {
  let app: TestApp;
  let client: TestClient;
  beforeAll(async () => {
    app = await startTestApp(engine);
    client = remoteClient(await app.listen());
    for (const name of ['bob', 'eve']) await createUser(app, name);
  });
  afterAll(() => app.close());

  const share = (name: string) => createShared(app, { name }, { readers: ['bob', 'eve'] });
  const findings = () => storeFindings({ ...app.services, ...app.services.repository });

  test('all comments of a crowd are stored, in one folder', async () => {
    const id = await share('crowd');
    const sent = Array.from({ length: 150 }, (_each, n) =>
      postComment(client, id, { text: `voice ${n}` }, { user: n % 2 === 0 ? 'bob' : 'eve' }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const listed = await client.request(`GET /api/v1/id/${id}/@comment`, { user: 'bob' });
    const texts = listed.json.entries.map(({ text }: { text: string }) => text);
    expect([listed.json.totalSize, new Set(texts).size]).toEqual([150, 150]);
    const dates = listed.json.entries.map((each: { creationDate: string }) => each.creationDate);
    expect(dates).toEqual(dates.toSorted().reverse());
    const folders = await app.services.database.read((handle) =>
      handle.all(
        handle.rows
          .selectFrom('document')
          .select('id')
          .where('parent_id', '=', id)
          .where('primary_type', '=', 'CommentRoot'),
      ),
    );
    expect(folders).toHaveLength(1);
    const pages = await Promise.all(
      [0, 1, 2].map((page) =>
        client.request(`GET /api/v1/id/${id}/@comment?pageSize=50&currentPageIndex=${page}`),
      ),
    );
    expect(
      pages.flatMap(({ json }) => json.entries.map(({ id: each }: { id: string }) => each)),
    ).toEqual(listed.json.entries.map(({ id: each }: { id: string }) => each));
  });

  test('a reply to a comment that is removed at the same moment is stored or refused', async () => {
    const id = await share('race');
    const rounds = Array.from({ length: 8 }, async (_each, n) => {
      const { id: first } = await comment(client, id, `no. ${n}`, { user: 'bob' });
      const line = `/api/v1/id/${id}/@comment/${first}`;
      const body = { 'entity-type': 'comment', text: 'changed' };
      const [reply, removal, change] = await Promise.all([
        postComment(client, first, { text: 'a reply' }, { user: 'eve' }),
        client.request(`DELETE ${line}`, { user: 'bob' }),
        client.request(`PUT ${line}`, { user: 'bob', body }),
      ]);
      expect([
        [201, 404],
        [200, 404],
      ]).toEqual([expect.arrayContaining([reply.status]), expect.arrayContaining([change.status])]);
      expect(removal.status).toBe(204);
    });
    await Promise.all(rounds);
    const left = await client.request(`GET /api/v1/id/${id}/@comment`);
    expect(left.json).toEqual({ 'entity-type': 'comments', totalSize: 0, entries: [] });
    expect(await findings()).toEqual([]);
  });

  test('comments on a document that is removed at the same moment are stored or refused', async () => {
    const rounds = Array.from({ length: 5 }, async (_each, n) => {
      const id = await share(`short-lived ${n}`);
      const [first, second, removal] = await Promise.all([
        postComment(client, id, { text: 'one' }, { user: 'bob' }),
        postComment(client, id, { text: 'two' }, { user: 'eve' }),
        client.request(`DELETE /api/v1/id/${id}`),
      ]);
      for (const { status } of [first, second]) expect([201, 404]).toContain(status);
      expect(removal.status).toBe(204);
    });
    await Promise.all(rounds);
    expect(await findings()).toEqual([]);
  });
});
