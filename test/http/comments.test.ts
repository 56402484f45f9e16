import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { comment, createShared, postComment } from '../support/comments.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const readersAndOwner = { readers: ['bob', 'eve'], owner: 'owner' };
const absent = '01890000-0000-7000-8000-000000000000';

describe.each(engines)('comments on %s', (engine) => {
  let app: TestApp;
  let refusing: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['bob', 'eve', 'ann', 'owner']) await createUser(app, name);
    refusing = await makeDocument('refused');
  });
  afterAll(() => app.close());

  /** A document that bob and eve may read, ann may not, and of which owner has Everything. */
  const makeDocument = (name: string): Promise<string> =>
    createShared(app, { name, properties: { 'dc:title': name } }, readersAndOwner);
  const list = async (id: string, query = '', options = {}) =>
    (await app.request(`GET /api/v1/id/${id}/@comment${query}`, options)).json;

  test('a new comment is answered with 201 and all members in order', async () => {
    const id = await makeDocument('created');
    const made = await comment(app, id, 'hello', { user: 'bob' });
    expect(made).toEqual({
      'entity-type': 'comment',
      id: expect.any(String),
      parentId: id,
      ancestorIds: [id],
      author: 'bob',
      text: 'hello',
      creationDate: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      modificationDate: made.creationDate,
      entityId: null,
      origin: null,
      entity: null,
      permissions: expect.arrayContaining(['Browse', 'Read']),
    });
    expect(Object.keys(made)).toEqual([
      ...['entity-type', 'id', 'parentId', 'ancestorIds', 'author', 'text', 'creationDate'],
      ...['modificationDate', 'entityId', 'origin', 'entity', 'permissions'],
    ]);
    expect(made.permissions).not.toContain('Write');
    const read = await app.request(`GET /api/v1/id/${id}/@comment/${made.id}`, { user: 'eve' });
    expect([read.status, read.json]).toEqual([200, made]);
    const asDocument = await app.request(`GET /api/v1/id/${made.id}`, { user: 'eve' });
    expect([asDocument.json.type, asDocument.json.path]).toEqual([
      'Comment',
      expect.stringMatching(/\/created\/Comments\/\d+$/),
    ]);
  });

  test('the server decides who the author is and what is commented', async () => {
    const id = await makeDocument('forged');
    const more = { id: absent, author: 'owner', parentId: absent, ancestorIds: [absent] };
    const made = await comment(app, id, 'mine', { user: 'bob', more });
    expect(made).toMatchObject({ author: 'bob', parentId: id, ancestorIds: [id] });
    expect(made.id).not.toBe(absent);
    const dates = { creationDate: '2024-05-01T10:00:00Z' };
    const dated = await comment(app, id, 'old', { user: 'bob', more: dates });
    expect([dated.creationDate, dated.modificationDate]).toEqual([
      '2024-05-01T10:00:00.000Z',
      '2024-05-01T10:00:00.000Z',
    ]);
  });

  test('replies are listed with their comment, the newest first, in pages', async () => {
    const id = await makeDocument('thread');
    const made: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      made.unshift((await comment(app, id, text, { user: 'bob' })).id);
    }
    const [newest = '', second = '', oldest = ''] = made;
    const reply = await comment(app, second, 'a reply', { user: 'eve' });
    expect(reply).toMatchObject({ parentId: second, ancestorIds: [second, id] });
    const deeper = await comment(app, reply.id, 'deeper', { user: 'bob' });
    expect(deeper.ancestorIds).toEqual([reply.id, second, id]);
    const all = await list(id, '', { user: 'eve' });
    expect(all).toEqual({
      'entity-type': 'comments',
      totalSize: 3,
      entries: [newest, second, oldest].map((each) => expect.objectContaining({ id: each })),
    });
    const page = await list(id, '?pageSize=2&currentPageIndex=1', { user: 'eve' });
    expect([page.totalSize, page.entries.map(({ id: each }: { id: string }) => each)]).toEqual([
      3,
      [oldest],
    ]);
    const replies = await list(second);
    expect([replies.totalSize, replies.entries[0].text]).toEqual([1, 'a reply']);
    const headers = { 'fetch-comment': 'repliesSummary' };
    const summed = await list(id, '', { headers });
    expect(summed.entries.map((each: Record<string, unknown>) => each.numberOfReplies)).toEqual([
      0, 1, 0,
    ]);
    expect(summed.entries[1].lastReplyDate).toBe(reply.creationDate);
    expect(summed.entries[0]).not.toHaveProperty('lastReplyDate');
    const asked = await list(id, '?fetch-comment=repliesSummary');
    expect(asked).toEqual(summed);
    const byPath = await app.request(
      'GET /api/v1/path/default-domain/workspaces/thread/@comment?pageSize=1',
    );
    expect(byPath.json.entries[0].id).toBe(newest);
  });

  test('the author and those with Everything change and remove a comment', async () => {
    const id = await makeDocument('changed');
    const made = await comment(app, id, 'first', { user: 'bob' });
    const line = `/api/v1/id/${id}/@comment/${made.id}`;
    const body = { 'entity-type': 'comment', text: 'second' };
    const refused = await app.request(`PUT ${line}`, { user: 'eve', body });
    expect([refused.status, refused.json.message]).toEqual([
      403,
      `The user eve cannot edit comments of document ${id}`,
    ]);
    const kept = await app.request(`DELETE ${line}`, { user: 'eve' });
    expect([kept.status, kept.json.message]).toEqual([
      403,
      `The user eve cannot delete comments of the document ${id}`,
    ]);
    const changed = await app.request(`PUT ${line}`, { user: 'bob', body });
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...made, text: 'second', modificationDate: expect.any(String) },
    ]);
    expect(changed.json.modificationDate > made.modificationDate).toBe(true);
    const moderated = { ...body, text: 'third', author: 'owner' };
    const other = await app.request(`PUT ${line}`, { user: 'owner', body: moderated });
    expect([other.status, other.json.text, other.json.author]).toEqual([200, 'third', 'bob']);
    const date = '2024-05-01T10:00:00.123Z';
    const dated = await app.request(`PUT ${line}`, {
      user: 'bob',
      body: { 'entity-type': 'comment', modificationDate: date },
    });
    expect([dated.json.text, dated.json.modificationDate]).toEqual(['third', date]);
    const reply = await comment(app, made.id, 'reply', { user: 'eve' });
    expect((await app.request(`DELETE ${line}`, { user: 'bob' })).status).toBe(204);
    for (const gone of [made.id, reply.id]) {
      const response = await app.request(`GET /api/v1/id/${id}/@comment/${gone}`);
      expect([response.status, response.json.message]).toEqual([
        404,
        `The comment ${gone} does not exist.`,
      ]);
    }
    expect((await list(id)).totalSize).toBe(0);
  });

  test('who may not read the document can do nothing', async () => {
    const id = await makeDocument('closed');
    const made = await comment(app, id, 'secret', { user: 'bob' });
    const created = await postComment(app, id, { text: 'let me in' }, { user: 'ann' });
    expect([created.status, created.json.message]).toEqual([
      403,
      `The user ann can not create comments on document ${id}`,
    ]);
    const replied = await postComment(app, made.id, { text: 'let me in' }, { user: 'ann' });
    expect(replied.status).toBe(403);
    const body = { 'entity-type': 'comment', text: 'changed' };
    for (const line of [
      `GET /api/v1/id/${id}/@comment`,
      `GET /api/v1/id/${id}/@comment/${made.id}`,
      `GET /api/v1/id/${made.id}`,
      `GET /api/v1/id/${made.id}/@comment`,
      `GET /api/v1/id/${id}/@annotation`,
      `PUT /api/v1/id/${id}/@comment/${made.id}`,
      `DELETE /api/v1/id/${id}/@comment/${made.id}`,
    ]) {
      const sent = line.startsWith('PUT') ? { body } : {};
      const response = await app.request(line, { user: 'ann', ...sent });
      expect([line, response.status]).toEqual([line, 403]);
      expect(response.text).not.toContain('secret');
    }
    const listed = await app.request(`GET /api/v1/id/${id}/@comment`, { user: 'ann' });
    expect(listed.json.message).toBe(
      `The user ann does not have access to the comments of document ${id}`,
    );
  });

  test('an author who may not read the document any longer has lost the right', async () => {
    const id = await makeDocument('revoked');
    const made = await comment(app, id, 'mine', { user: 'bob' });
    await setAcl(app, id, [grantAce('eve', 'Read'), denyAll]);
    for (const method of ['PUT', 'DELETE']) {
      const line = `${method} /api/v1/id/${id}/@comment/${made.id}`;
      const sent = { 'entity-type': 'comment', text: 'x' };
      const response = await app.request(line, { user: 'bob', body: sent });
      expect(response.status).toBe(403);
    }
  });

  test('unknown ids, and those of other documents, are not found', async () => {
    const [id, other] = [await makeDocument('mine'), await makeDocument('other')];
    const foreign = await comment(app, other, 'elsewhere', { user: 'bob' });
    const body = { 'entity-type': 'comment', text: 'x' };
    for (const each of [absent, foreign.id, id, 'nonsense', "';--", 'external']) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const sent = method === 'PUT' ? { body } : {};
        const line = `${method} /api/v1/id/${id}/@comment/${encodeURIComponent(each)}`;
        expect([line, (await app.request(line, sent)).status]).toEqual([line, 404]);
      }
    }
    expect((await postComment(app, absent, { text: 'x' })).status).toBe(404);
    expect((await app.request(`GET /api/v1/id/${absent}/@comment`)).status).toBe(404);
    expect((await list(other)).totalSize).toBe(1);
  });

  test('what another system stores is found by its own id', async () => {
    const id = await makeDocument('external');
    const more = { entityId: 'ext/1', origin: 'viewer', entity: '<xfdf/>' };
    const made = await comment(app, id, 'external', { user: 'bob', more });
    expect(made).toMatchObject(more);
    const line = `/api/v1/id/${id}/@comment/external/ext/1`;
    expect((await app.request(`GET ${line}`, { user: 'eve' })).json.id).toBe(made.id);
    const body = { 'entity-type': 'comment', entity: '<xfdf>2</xfdf>', entityId: 'ext-2' };
    const changed = await app.request(`PUT ${line}`, { user: 'bob', body });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { text: 'external', entityId: 'ext-2', origin: 'viewer', entity: '<xfdf>2</xfdf>' },
    ]);
    const gone = await app.request(`GET ${line}`);
    expect([gone.status, gone.json.message]).toEqual([
      404,
      'The external comment ext/1 does not exist.',
    ]);
    const renamed = `/api/v1/id/${id}/@comment/external/ext-2`;
    expect((await app.request(`DELETE ${renamed}`, { user: 'eve' })).status).toBe(403);
    expect((await app.request(`DELETE ${renamed}`, { user: 'bob' })).status).toBe(204);
    expect((await app.request(`GET ${renamed}`)).status).toBe(404);
    const plain = await comment(app, id, 'plain', { user: 'bob' });
    const later = await app.request(`PUT /api/v1/id/${id}/@comment/${plain.id}`, {
      user: 'bob',
      body: { 'entity-type': 'comment', entityId: 'later' },
    });
    expect([later.status, later.json.entityId]).toEqual([200, 'later']);
    expect((await app.request(`GET /api/v1/id/${id}/@comment/external/later`)).status).toBe(200);
  });

  test.each([
    ['no text', {}, 400],
    ['an empty text', { text: ' \n' }, 400],
    ['a text that is no string', { text: 7 }, 400],
    ['a text with NUL', { text: 'a\u0000b' }, 400],
    ['half a character', { text: '\ud800' }, 400],
    ['a day in place of an instant', { text: 'x', creationDate: '2024-05-01' }, 400],
    ['an instant that is none', { text: 'x', modificationDate: '2024-13-01T00:00:00Z' }, 400],
    ['a number in place of an instant', { text: 'x', creationDate: 1 }, 400],
    ['an entity that is no string', { text: 'x', entity: {} }, 400],
    ['a long external id', { text: 'x', entityId: 'i'.repeat(501) }, 413],
    ['a long text', { text: 'x'.repeat(1_000_001) }, 413],
    ['another entity type', { 'entity-type': 'document', text: 'x' }, 400],
  ])('%s is refused', async (_what, members, status) => {
    expect((await postComment(app, refusing, members, { user: 'bob' })).status).toBe(status);
    expect((await list(refusing)).totalSize).toBe(0);
  });

  test('bodies that are no comment are refused', async () => {
    const id = await makeDocument('bodies');
    const line = `POST /api/v1/id/${id}/@comment`;
    expect((await app.request(line, { body: '[' })).status).toBe(400);
    expect((await app.request(line, { body: [] })).status).toBe(400);
    const headers = { 'content-type': 'text/plain' };
    expect((await app.request(line, { body: 'hello', headers })).status).toBe(415);
    const large = JSON.stringify({ 'entity-type': 'comment', text: 'x'.repeat(10 * 2 ** 20) });
    expect((await app.request(line, { body: large })).status).toBe(413);
    expect((await app.request(`GET /api/v1/id/${id}/@comment?pageSize=-1`)).status).toBe(400);
    expect((await app.request(`PUT /api/v1/id/${id}/@comment`, { body: {} })).status).toBe(405);
    expect((await app.request(`DELETE /api/v1/id/${id}/@comment`)).status).toBe(405);
    const made = await comment(app, id, '<script>alert(1)</script> @{Session}');
    expect(made.text).toBe('<script>alert(1)</script> @{Session}');
    const posted = `POST /api/v1/id/${id}/@comment/${made.id}`;
    const again = { 'entity-type': 'comment', text: 'x' };
    expect((await app.request(posted, { body: again })).status).toBe(405);
  });

  test('annotations are about a property and have comments', async () => {
    const id = await makeDocument('annotated');
    const send = (members: object, user = 'bob') =>
      app.request(`POST /api/v1/id/${id}/@annotation`, {
        user,
        body: { 'entity-type': 'annotation', ...members },
      });
    const external = { entityId: 'a-1', origin: 'viewer', entity: '<xfdf/>' };
    const made = await send({ xpath: 'file:content', text: '', ...external });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      'entity-type': 'annotation',
      parentId: id,
      ancestorIds: [id],
      author: 'bob',
      xpath: 'file:content',
      ...external,
    });
    expect(Object.keys(made.json).slice(-2)).toEqual(['xpath', 'permissions']);
    expect((await send({ xpath: 7 })).status).toBe(400);
    expect((await send({ xpath: 'file:content', text: 'no' }, 'ann')).status).toBe(403);
    await send({ xpath: 'files:files/0/file', text: 'other' });
    const found = await app.request(`GET /api/v1/id/${id}/@annotation?xpath=file:content`, {
      user: 'bob',
    });
    expect(found.json).toEqual({ 'entity-type': 'annotations', entries: [made.json] });
    expect((await app.request(`GET /api/v1/id/${id}/@annotation`)).json.entries).toHaveLength(2);
    expect((await list(id)).totalSize).toBe(0);
    const line = `/api/v1/id/${id}/@annotation`;
    for (const each of [made.json.id, 'external/a-1']) {
      expect((await app.request(`GET ${line}/${each}`, { user: 'eve' })).json).toEqual(made.json);
    }
    const body = { 'entity-type': 'annotation', text: 'now with a text', xpath: 'note:note' };
    const changed = await app.request(`PUT ${line}/external/a-1`, { user: 'bob', body });
    expect([changed.status, changed.json]).toMatchObject([200, { text: 'now with a text' }]);
    expect((await app.request(`GET ${line}?xpath=note:note`)).json.entries).toHaveLength(1);
    const first = await comment(app, made.json.id, 'why?', { user: 'eve' });
    const second = await comment(app, first.id, 'because', { user: 'bob' });
    const ids = [made.json.id, absent];
    const posted = await app.request(`POST ${line}/comments`, { user: 'eve', body: ids });
    expect([posted.status, posted.json]).toEqual([
      200,
      { 'entity-type': 'comments', totalSize: 2, entries: [second, first] },
    ]);
    const query = ids.map((each) => `annotationIds=${each}`).join('&');
    const got = await app.request(`GET ${line}/comments?${query}`, { user: 'eve' });
    expect(got.json).toEqual(posted.json);
    for (const wrong of [{ ids }, [7], 'x']) {
      const refused = await app.request(`POST ${line}/comments`, { body: JSON.stringify(wrong) });
      expect([refused.status, refused.json.message]).toEqual([400, 'Unable to read payload']);
    }
    const ofComment = await app.request(`GET ${line}/${first.id}`);
    expect([ofComment.status, ofComment.json.message]).toEqual([
      404,
      `The comment ${first.id} does not exist.`,
    ]);
    expect((await app.request(`DELETE ${line}/${made.json.id}`, { user: 'eve' })).status).toBe(403);
    expect((await app.request(`DELETE ${line}/${made.json.id}`, { user: 'bob' })).status).toBe(204);
    expect((await app.request(`GET /api/v1/id/${first.id}`)).status).toBe(404);
  });
});
