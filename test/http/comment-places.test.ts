import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { comment, createShared, postComment } from '../support/comments.ts';
import { createDocument, createUser, workspaces } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const readers = ['bob', 'eve'];

describe.each(engines)('where comments are, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    for (const name of ['bob', 'eve', 'wendy']) await createUser(app, name);
  });
  afterAll(() => app.close());

  const share = (name: string, type = 'File') =>
    createShared(app, { name, type, properties: { 'dc:title': name } }, { readers });
  const total = async (id: string, user = 'bob') =>
    (await app.request(`GET /api/v1/id/${id}/@comment`, { user })).json.totalSize;
  const query = async (where: string, user = 'Administrator') => {
    const text = encodeURIComponent(`SELECT * FROM Document WHERE ${where}`);
    const { json } = await app.request(`GET /api/v1/search/lang/NXQL/execute?query=${text}`, {
      user,
    });
    return json.entries.map(({ uid }: { uid: string }) => uid);
  };

  test('their folder is hidden and made once', async () => {
    const folder = await share('hidden-folder', 'Folder');
    await Promise.all([1, 2, 3, 4].map((n) => comment(app, folder, `no. ${n}`, { user: 'bob' })));
    const roots = await query(`ecm:parentId = '${folder}'`);
    expect(roots).toHaveLength(1);
    const children = await app.request(`GET /api/v1/id/${folder}/@children`);
    expect(children.json.entries).toEqual([]);
    const listed = await callOperation(app, 'Document.GetChildren', { input: folder });
    expect(listed.json.entries).toEqual([]);
    const headers = { 'enrichers.document': 'hasContent, children', properties: '*' };
    const shown = await app.request(`GET /api/v1/id/${folder}`, { headers });
    expect(shown.json.contextParameters).toMatchObject({ hasContent: false });
    expect(shown.text).not.toContain('CommentRoot');
    const child = await createDocument(app, { parent: folder, name: 'child' });
    const found = await app.request(
      `GET /api/v1/search/pp/default_search/execute?ecm_path=${encodeURIComponent('["/default-domain/workspaces/hidden-folder"]')}`,
    );
    expect(found.json.entries.map(({ uid }: { uid: string }) => uid)).toEqual([child.uid]);
    const [root] = roots;
    const asDocument = await app.request(`GET /api/v1/id/${root}`, { user: 'bob' });
    expect([asDocument.json.type, asDocument.json.path]).toEqual([
      'CommentRoot',
      '/default-domain/workspaces/hidden-folder/Comments',
    ]);
  });

  test('a document of a user may have the name of the folder', async () => {
    const folder = await share('named-folder', 'Folder');
    await createDocument(app, { parent: folder, name: 'Comments', type: 'Note' });
    await comment(app, folder, 'beside it', { user: 'bob' });
    expect(await total(folder)).toBe(1);
  });

  test('move with the document, are trashed and removed with it, and not copied', async () => {
    const id = await share('moving');
    const made = await comment(app, id, 'still here', { user: 'bob' });
    const { uid: target } = await createDocument(app, { name: 'target', type: 'Folder' });
    await callOperation(app, 'Document.Move', { input: id, params: { target } });
    expect(await total(id)).toBe(1);
    const moved = await app.request(`GET /api/v1/id/${made.id}`);
    expect(moved.json.path).toMatch('/target/moving/Comments/');
    const copied = await callOperation(app, 'Document.Copy', {
      input: id,
      params: { target, name: 'copy' },
    });
    expect([copied.status, await total(copied.json.uid, 'Administrator')]).toEqual([200, 0]);
    await callOperation(app, 'Document.Trash', { input: id });
    expect(await total(id)).toBe(1);
    expect((await app.request(`GET /api/v1/id/${made.id}`)).json.isTrashed).toBe(true);
    const late = await comment(app, id, 'in the trash', { user: 'eve' });
    expect((await app.request(`GET /api/v1/id/${late.id}`)).json.isTrashed).toBe(true);
    await callOperation(app, 'Document.Untrash', { input: id });
    expect((await app.request(`GET /api/v1/id/${late.id}`)).json.isTrashed).toBe(false);
    expect(await total(id)).toBe(2);
    expect((await app.request(`DELETE /api/v1/id/${id}`)).status).toBe(204);
    expect((await app.request(`GET /api/v1/id/${made.id}`)).status).toBe(404);
  });

  test('a locked document and a version can be commented by readers', async () => {
    const id = await share('versioned');
    await callOperation(app, 'Document.Lock', { input: id });
    await comment(app, id, 'on the locked one', { user: 'bob' });
    await callOperation(app, 'Document.Unlock', { input: id });
    const params = { increment: 'Major', saveDocument: true };
    await callOperation(app, 'Document.CreateVersion', { input: id, params });
    const [version] = await query(`ecm:versionVersionableId = '${id}' AND ecm:isVersion = 1`);
    expect([await total(version), await total(id)]).toEqual([0, 1]);
    const made = await comment(app, version, 'on the version', { user: 'eve' });
    expect(made).toMatchObject({ parentId: version, ancestorIds: [version] });
    await comment(app, made.id, 'a reply', { user: 'bob' });
    expect([await total(version), await total(made.id), await total(id)]).toEqual([1, 1, 1]);
    expect(await query(`ecm:fulltext = 'version' AND ecm:isVersion = 1`, 'eve')).toEqual([version]);
    await setAcl(app, id, [grantAce('bob', 'Read'), denyAll]);
    expect(await query(`ecm:fulltext = 'version' AND ecm:isVersion = 1`, 'eve')).toEqual([]);
    expect((await app.request(`GET /api/v1/id/${version}/@comment`, { user: 'eve' })).status).toBe(
      403,
    );
    expect((await app.request(`GET /api/v1/id/${made.id}`, { user: 'eve' })).status).toBe(403);
    const properties = { 'dc:title': 'changed since' };
    await app.request(`PUT /api/v1/id/${id}`, {
      body: { 'entity-type': 'document', properties },
    });
    expect((await app.request(`DELETE /api/v1/id/${version}`)).status).toBe(204);
    await expect
      .poll(async () => (await app.request(`GET /api/v1/id/${made.id}`)).status, {
        timeout: 60_000,
      })
      .toBe(404);
    expect(await total(id)).toBe(1);
  });

  test('a proxy has its own comments, for those who may read it', async () => {
    const section = await createShared(
      app,
      { name: `section-${engine}`, type: 'Section' },
      { readers: ['bob'] },
    );
    const { uid: source } = await createDocument(app, { name: 'published' });
    await comment(app, source, 'internal');
    const published = await callOperation(app, 'Document.PublishToSection', {
      input: source,
      params: { target: section },
    });
    const proxy = published.json.uid;
    const made = await comment(app, proxy, 'public', { user: 'bob' });
    const reply = await comment(app, made.id, 'answer', { user: 'bob' });
    expect(reply.ancestorIds).toEqual([made.id, proxy]);
    expect([await total(proxy), await total(source, 'Administrator')]).toEqual([1, 1]);
    expect((await postComment(app, proxy, { text: 'x' }, { user: 'eve' })).status).toBe(403);
    expect((await app.request(`GET /api/v1/id/${made.id}`, { user: 'eve' })).status).toBe(403);
    const line = `/api/v1/id/${proxy}/@comment/${made.id}`;
    const body = { 'entity-type': 'comment', text: 'changed' };
    expect((await app.request(`PUT ${line}`, { user: 'bob', body })).status).toBe(200);
    expect(await query(`ecm:fulltext = 'changed' AND ecm:isProxy = 1`, 'bob')).toEqual([proxy]);
    await callOperation(app, 'Document.Trash', { input: section });
    await expect
      .poll(async () => (await app.request(`GET /api/v1/id/${made.id}`)).status, {
        timeout: 60_000,
      })
      .toBe(404);
  });

  test('as documents they belong to their authors', async () => {
    const { uid: id } = await createDocument(app, { name: 'rights' });
    await setAcl(app, id, [
      grantAce('bob', 'Read'),
      grantAce('wendy', 'Write'),
      grantAce('wendy', 'Read'),
      denyAll,
    ]);
    const made = await comment(app, id, 'mine', { user: 'bob' });
    const line = `/api/v1/id/${made.id}`;
    const put = (user: string, properties: object) =>
      app.request(`PUT ${line}`, {
        user,
        body: { 'entity-type': 'document', uid: made.id, properties },
      });
    expect((await put('wendy', { 'comment:text': 'yours' })).status).toBe(403);
    expect((await app.request(`DELETE ${line}`, { user: 'wendy' })).status).toBe(403);
    expect((await put('bob', { 'comment:text': 'changed' })).status).toBe(200);
    for (const properties of [
      { 'comment:author': 'wendy' },
      { 'comment:parentId': made.id },
      { 'comment:ancestorIds': [] },
      { 'comment:creationDate': '2020-01-01T00:00:00Z' },
    ]) {
      expect([properties, (await put('bob', properties)).status]).toEqual([properties, 400]);
    }
    expect((await put('Administrator', { 'comment:parentId': made.id })).status).toBe(400);
    expect((await put('bob', { 'comment:author': 'bob', 'comment:parentId': id })).status).toBe(
      200,
    );
    const [folder] = await query(`ecm:parentId = '${id}'`);
    expect((await app.request(`DELETE /api/v1/id/${folder}`, { user: 'wendy' })).status).toBe(403);
    for (const parent of [folder, made.id]) {
      const body = { 'entity-type': 'document', name: 'x', type: 'Comment', properties: {} };
      for (const user of ['wendy', 'bob']) {
        expect((await app.request(`POST /api/v1/id/${parent}`, { user, body })).status).toBe(403);
      }
    }
    const forged = {
      'entity-type': 'document',
      name: 'forged',
      type: 'Comment',
      properties: { 'comment:author': 'bob', 'comment:parentId': id },
    };
    const refused = await app.request(`POST /api/v1/id/${id}`, { user: 'wendy', body: forged });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('comment:parentId, comment:author'),
    ]);
    const move = { input: made.id, params: { target: workspaces.replace('/api/v1/path', '') } };
    expect((await callOperation(app, 'Document.Move', move)).status).toBe(409);
    expect((await callOperation(app, 'Document.Copy', move)).status).toBe(409);
    const state = { input: made.id, params: { value: 'moderation_publish' }, user: 'bob' };
    expect((await callOperation(app, 'Document.FollowLifecycleTransition', state)).status).toBe(
      403,
    );
    expect((await app.request(`DELETE ${line}`, { user: 'bob' })).status).toBe(204);
    expect(await total(id)).toBe(0);
  });

  test('documents are found by the words of their comments', async () => {
    const id = await share('searched');
    const made = await comment(app, id, 'a marmot beside the path', { user: 'bob' });
    const reply = await comment(app, made.id, 'and a chamois', { user: 'eve' });
    const found = (word: string, user = 'eve') =>
      query(`ecm:fulltext = '${word}' AND ecm:mixinType != 'HiddenInNavigation'`, user);
    expect([await found('marmot'), await found('chamois')]).toEqual([[id], [id]]);
    expect(await query(`ecm:fulltext = 'chamois'`)).toEqual(expect.arrayContaining([id, reply.id]));
    expect(await query(`ecm:fulltext = 'marmot' ORDER BY ecm:fulltextScore DESC`)).toEqual([
      made.id,
      id,
    ]);
    expect(await query(`ecm:fulltext.dc:title = 'marmot'`)).toEqual([]);
    expect(await found('marmot', 'wendy')).toEqual([]);
    expect(await found('searched marmot')).toEqual([]);
    await app.request(`PUT /api/v1/id/${id}/@comment/${made.id}`, {
      body: { 'entity-type': 'comment', text: 'an ibex' },
    });
    expect([await found('marmot'), await found('ibex')]).toEqual([[], [id]]);
    await app.request(`DELETE /api/v1/id/${id}/@comment/${made.id}`);
    expect([await found('ibex'), await found('chamois')]).toEqual([[], []]);
  });

  test('the audit has the document of a comment, and nothing of the commented one', async () => {
    const id = await share('audited');
    const before = (await app.request(`GET /api/v1/id/${id}/@audit`)).json.entries.length;
    const made = await comment(app, id, 'recorded', { user: 'bob' });
    const body = { 'entity-type': 'comment', text: 'changed' };
    await app.request(`PUT /api/v1/id/${id}/@comment/${made.id}`, { user: 'bob', body });
    const entries = async (of: string) =>
      (await app.request(`GET /api/v1/id/${of}/@audit`)).json.entries;
    const recorded = (await entries(made.id)).map((each: Record<string, unknown>) => [
      each.eventId,
      each.principalName,
      each.docType,
    ]);
    expect(recorded).toEqual([
      ['documentModified', 'bob', 'Comment'],
      ['documentCreated', 'bob', 'Comment'],
    ]);
    expect(await entries(id)).toHaveLength(before);
    const { changeToken, lastModified } = (await app.request(`GET /api/v1/id/${id}`)).json;
    await comment(app, id, 'again', { user: 'bob' });
    const after = (await app.request(`GET /api/v1/id/${id}`)).json;
    expect([after.changeToken, after.lastModified]).toEqual([changeToken, lastModified]);
  });

  test('the page providers of comments find them', async () => {
    const id = await share('provided');
    const made = await comment(app, id, 'found', { user: 'bob', more: { entityId: 'e1' } });
    const reply = await comment(app, made.id, 'too', { user: 'bob' });
    const run = async (name: string, ...parameters: string[]) => {
      const params = parameters.map((each) => `queryParams=${each}`).join('&');
      const { json } = await app.request(`GET /api/v1/search/pp/${name}/execute?${params}`);
      return json.entries.map(({ uid }: { uid: string }) => uid);
    };
    expect(await run('GET_COMMENTS_FOR_DOCUMENT', id)).toEqual([made.id]);
    expect(await run('GET_COMMENTS_FOR_DOCUMENT_BY_ECM_PARENT', made.id)).toEqual([reply.id]);
    expect(await run('GET_EXTERNAL_COMMENT_BY_ECM_ANCESTOR', id, 'e1')).toEqual([made.id]);
    expect(await run('GET_COMMENT_AS_EXTERNAL_ENTITY', 'e1')).toEqual([made.id]);
  });
});
