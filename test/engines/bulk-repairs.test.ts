import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run, submit } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';
import { Vandal } from '../support/vandal.ts';

const titled = (title: string) => `SELECT * FROM Document WHERE dc:title = '${title}'`;

describe.each(engines)('bulk actions that write below the rules, on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    for (const name of ['ada', 'bob']) await createUser(app, name);
  });
  afterEach(async () => {
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  const create = async (name: string, more: object = {}): Promise<string> =>
    (await createDocument(app, { name, properties: { 'dc:title': name }, ...more })).uid;
  const stored = async (id: string) => {
    const row = await app.services.database.read((handle) =>
      handle.first(handle.rows.selectFrom('document').selectAll().where('id', '=', id)),
    );
    if (!row) throw new Error('no such document');
    return row;
  };
  const finds = async (condition: string, user: string): Promise<boolean> => {
    const query = encodeURIComponent(`SELECT * FROM Document WHERE ${condition}`);
    const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`, { user });
    return json.resultsCount > 0;
  };
  const events = async (eventId: string): Promise<number> => {
    const rows = await app.services.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('audit_entry').select('id').where('event_id', '=', eventId),
      ),
    );
    return rows.length;
  };

  describe('updateReadAcls', () => {
    const query = titled('guarded');
    let folder: string;
    let file: string;
    beforeAll(async () => {
      folder = await create('closed', { type: 'Folder' });
      file = await create('guarded', { parent: folder });
      await setAcl(app, folder, [grantAce('bob', 'Read'), denyAll]);
    });
    const repair = () => run(app, 'updateReadAcls', { query });

    test('leaves documents alone whose readers are right', async () => {
      const { modified_at, system_token, path } = await stored(file);
      expect(await repair()).toMatchObject({ processed: 1, skipCount: 1, errorCount: 0 });
      expect(await stored(file)).toMatchObject({ modified_at, system_token, path });
      expect(await events('readAclsRepaired')).toBe(0);
    });

    test('gives a document with the ACL of another place its own again', async () => {
      const { acl_id } = await stored(await create('public'));
      await vandal.set('document', { id: file }, { acl_id });
      expect(await finds(`dc:title = 'guarded'`, 'ada')).toBe(true);
      expect(await repair()).toMatchObject({ processed: 1, skipCount: 0, errorCount: 0 });
      for (const condition of [`dc:title = 'guarded'`, `ecm:fulltext = 'guarded'`]) {
        expect(await finds(condition, 'ada')).toBe(false);
        expect(await finds(condition, 'bob')).toBe(true);
      }
      expect(await events('readAclsRepaired')).toBe(1);
    });

    test('computes it from the entries, also below folders whose ACL is wrong', async () => {
      const { acl_id } = await stored(await create('open'));
      await vandal.set('document', { id: folder }, { acl_id });
      await vandal.set('document', { id: file }, { acl_id });
      const both = `SELECT * FROM Document WHERE ecm:uuid IN ('${folder}', '${file}')`;
      const status = await run(app, 'updateReadAcls', { query: both });
      expect(status).toMatchObject({ processed: 2, skipCount: 0, errorCount: 0 });
      expect(await finds(`dc:title = 'guarded'`, 'ada')).toBe(false);
      expect(await finds(`dc:title = 'guarded'`, 'bob')).toBe(true);
    });

    test('repairs the copy in the index of words', async () => {
      const { acl_id } = await stored(await create('words'));
      await vandal.set('document_fulltext', { document_id: file }, { acl_id: acl_id as never });
      expect(await repair()).toMatchObject({ skipCount: 0, errorCount: 0 });
      expect(await repair()).toMatchObject({ skipCount: 1, errorCount: 0 });
    });

    test.each([
      ['is missing', (id: number) => vandal.remove('acl', { id })],
      ['is damaged', (id: number) => vandal.set('acl', { id }, { own: '[]' })],
    ])('stores an ACL that %s', async (_what, damage) => {
      await damage(Number((await stored(file)).acl_id));
      expect(await repair()).toMatchObject({ processed: 1, errorCount: 0 });
      expect(await finds(`dc:title = 'guarded'`, 'ada')).toBe(false);
      expect(await finds(`dc:title = 'guarded'`, 'bob')).toBe(true);
    });

    test('is for administrators', async () => {
      const { status, text } = await submit(app, 'updateReadAcls', { query, user: 'ada' });
      expect([status, text]).toEqual([403, '']);
    });
  });

  describe('setSystemProperties', () => {
    const set = (title: string, params: object) =>
      run(app, 'setSystemProperties', { query: titled(title), params });

    test('sets states that no transition leads to, and skips what has them', async () => {
      const id = await create('stated');
      const params = { 'ecm:currentLifeCycleState': 'obsolete' };
      expect(await set('stated', params)).toMatchObject({ processed: 1, skipCount: 0 });
      const { modified_at, lifecycle_state } = await stored(id);
      expect(lifecycle_state).toBe('obsolete');
      expect(await set('stated', params)).toMatchObject({ processed: 1, skipCount: 1 });
      expect((await stored(id)).modified_at).toBe(modified_at);
      const wrong = await set('stated', { 'ecm:currentLifeCycleState': 'frozen' });
      expect(wrong).toMatchObject({ state: 'COMPLETED', processed: 1, errorCount: 1 });
      expect(wrong.errorMessage).toContain('frozen is no state of a document of the type File');
    });

    test('ends locks of others, and locks for a user', async () => {
      const id = await create('held');
      const params = { permission: 'Everything', user: 'bob' };
      await callOperation(app, 'Document.AddPermission', { input: id, params });
      await callOperation(app, 'Document.Lock', { input: id, user: 'bob' });
      expect((await stored(id)).lock_owner).toBe('bob');
      expect(await set('held', { 'ecm:lockOwner': null })).toMatchObject({ skipCount: 0 });
      expect((await stored(id)).lock_owner).toBeNull();
      expect(await set('held', { 'ecm:lockOwner': null })).toMatchObject({ skipCount: 1 });
      await set('held', { 'ecm:lockOwner': 'ada' });
      expect((await stored(id)).lock_owner).toBe('ada');
      const unknown = await set('held', { 'ecm:lockOwner': 'nobody' });
      expect(unknown.errorMessage).toContain('there is no user nobody');
    });

    test('puts documents in the trash, with other changes', async () => {
      const id = await create('both');
      await set('both', { 'ecm:isTrashed': true, 'ecm:currentLifeCycleState': 'approved' });
      expect(await stored(id)).toMatchObject({ is_trashed: 1, lifecycle_state: 'approved' });
      await set('both', { 'ecm:isTrashed': 'false' });
      expect(await stored(id)).toMatchObject({ is_trashed: 0, name: 'both' });
    });

    test.each([
      [{ 'ecm:nothing': 1 }, /^Unknown parameter ecm:nothing in command: setSystemProperties/],
      [{ 'dc:title': 'x' }, /^Unknown parameter dc:title in command: setSystemProperties/],
      [{ 'ecm:path': '/x' }, /^Invalid ecm:path in command: setSystemProperties/],
      [{ 'ecm:isTrashed': null }, /^Invalid ecm:isTrashed in command/],
      [{ 'ecm:isTrashed': 'perhaps' }, /^Invalid ecm:isTrashed in command/],
      [{ 'ecm:lockOwner': 7 }, /^Invalid ecm:lockOwner in command/],
      [{ 'ecm:currentLifeCycleState': '' }, /^Invalid ecm:currentLifeCycleState in command/],
    ])('refuses %j', async (params, message) => {
      const query = titled('nothing');
      const { status, json } = await submit(app, 'setSystemProperties', { query, params });
      expect([status, json.message]).toEqual([400, expect.stringMatching(message)]);
    });

    test('is for administrators', async () => {
      const query = titled('nothing');
      const call = { query, user: 'ada', params: { 'ecm:isTrashed': true } };
      const { status, text } = await submit(app, 'setSystemProperties', call);
      expect([status, text]).toEqual([403, '']);
    });
  });
});
