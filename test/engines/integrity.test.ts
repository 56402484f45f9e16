import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import { type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import {
  leaseBlob,
  releaseLeases,
  stageWithLease,
} from '../../src/repository/attachments/blob-leases.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import type { Finding } from '../../src/repository/integrity/check.ts';
import { documentChecks } from '../../src/repository/integrity/documents.ts';
import { checkIntegrity, integrityChecks } from '../../src/repository/integrity/index.ts';
import { createGroup } from '../../src/repository/principals/groups.ts';
import { createUser } from '../../src/repository/principals/users.ts';
import { createUnit, type WriteUnit } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { grantAce, setAcl } from '../support/security.ts';
import { Vandal } from '../support/vandal.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';
const unknownKey = '0'.repeat(64);

interface Scenario {
  readonly folder: DocumentId;
  readonly inner: DocumentId;
  readonly file: DocumentId;
  readonly blobKey: string;
  readonly blobName: string;
  readonly firstVersion: DocumentId;
  readonly lastVersion: DocumentId;
  readonly proxy: DocumentId;
  readonly note: DocumentId;
}

describe.each(engines)('the integrity check on %s', (engine) => {
  let app: TestApp;
  let vandal: Vandal;
  let store: Scenario;
  beforeAll(async () => {
    app = await startTestApp(engine);
    vandal = await Vandal.open(app.services.config);
    store = await playScenario(app);
  });
  afterEach(async () => {
    await vandal.repair();
    expect(await findings()).toEqual([]);
  });
  afterAll(async () => {
    await vandal.close();
    await app.close();
  });

  async function findings(isFast = false): Promise<Finding[]> {
    const { database, blobs, repository } = app.services;
    const context = { database, blobs, model: repository.model, nowMs: now() };
    const found: Finding[] = [];
    for await (const finding of checkIntegrity(context, { isFast })) found.push(finding);
    return found;
  }

  const problem = (
    severity: Finding['severity'],
    table: Finding['table'],
    [id, text]: readonly [id: string, text: string | RegExp],
  ) => ({ severity, table, id, text: expect.stringMatching(text) });
  const error = (table: Finding['table'], id: string, text: string | RegExp) =>
    problem('error', table, [id, text]);
  const warning = (table: Finding['table'], id: string, text: string | RegExp) =>
    problem('warning', table, [id, text]);
  const pathOf = (key: string): string =>
    join(app.services.config.data, 'blobs/data', key.slice(0, 2), key);

  test('finds nothing in a store that has only been used', async () => {
    expect(await findings()).toEqual([]);
  });

  test('every check has a unique name', () => {
    const names = [...integrityChecks, ...documentChecks].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  describe('of documents, tells', () => {
    test('a missing root', async () => {
      await vandal.set('document', { path: '/' }, { path: '/elsewhere' });
      expect(await findings()).toEqual(
        expect.arrayContaining([error('document', '/', 'there is no root')]),
      );
    });

    test('a document without a parent', async () => {
      await vandal.set('document', { id: store.file }, { parent_id: null });
      expect(await findings()).toContainEqual(
        error('document', store.file, /has no parent and is not the root/),
      );
    });

    test('a parent that does not exist', async () => {
      await vandal.set('document', { id: store.file }, { parent_id: unknownId });
      expect(await findings()).toEqual([
        error('document', store.file, `parent_id names the document ${unknownId}`),
      ]);
    });

    test('a version as a parent', async () => {
      await vandal.set('document', { id: store.file }, { parent_id: store.firstVersion });
      expect(await findings()).toContainEqual(
        error('document', store.file, /lies below .*, which is a version/),
      );
    });

    test('a path that is not the parent’s and the name', async () => {
      await vandal.set('document', { id: store.file }, { path: '/somewhere/else' });
      expect(await findings()).toEqual([
        error('document', store.file, /has the path \/somewhere\/else, not \/default-domain/),
      ]);
    });

    test('a version that has a place', async () => {
      await vandal.set(
        'document',
        { id: store.firstVersion },
        { path: '/a', parent_id: store.file },
      );
      expect(await findings()).toEqual([
        error('document', store.firstVersion, /is a version and has the parent/),
        error('document', store.firstVersion, 'is a version and has the path /a'),
      ]);
    });

    test('an invalid name', async () => {
      await vandal.set('document', { id: store.firstVersion }, { name: 'a/b' });
      expect(await findings()).toEqual([error('document', store.firstVersion, 'name "a/b"')]);
    });

    test('an unknown type', async () => {
      await vandal.set('document', { id: store.inner }, { primary_type: 'Nothing' });
      expect(await findings()).toEqual([error('document', store.inner, 'type Nothing')]);
    });

    test('an unknown facet and an unknown state', async () => {
      await vandal.set('document', { id: store.inner }, { instance_facets: '["Round"]' });
      await vandal.set('document', { id: store.inner }, { lifecycle_state: 'asleep' });
      expect(await findings()).toEqual([
        warning('document', store.inner, 'facet Round'),
        warning('document', store.inner, 'state asleep'),
      ]);
    });

    test('an ACL that does not follow from the parent’s', async () => {
      const acl_id = Number((await rowOf(app, store.inner)).acl_id);
      await vandal.set('document', { id: store.file }, { acl_id });
      // Triggers of SQLite run for vandals too.
      const besideWords = error('document_fulltext', store.file, 'another ACL beside its words');
      expect(await findings()).toEqual([
        error('document', store.file, /has the effective ACL \d+, its own entries .* give \d+/),
        ...(engine === 'postgres' ? [besideWords] : []),
      ]);
    });

    test('words with another ACL than the document', async () => {
      const acl_id = Number((await rowOf(app, store.inner)).acl_id);
      await vandal.set(
        'document_fulltext',
        { document_id: store.file },
        { acl_id: acl_id as never },
      );
      expect(await findings()).toEqual([
        error('document_fulltext', store.file, 'another ACL beside its words'),
      ]);
    });

    test('own ACLs that are none', async () => {
      await vandal.set('document', { id: store.inner }, { own_acl: '[{"name":"local"}]' });
      expect(await findings()).toEqual([error('document', store.inner, 'own ACLs')]);
    });

    test('columns that differ from the properties', async () => {
      await vandal.set('document', { id: store.file }, { title_key: 'Other', modified_at: 1 });
      expect(await findings()).toEqual([
        error('document', store.file, 'has "Other" in title_key, its properties say "File"'),
        error('document', store.file, /has 1 in modified_at, its properties say \d+/),
      ]);
    });

    test('values of another type than in the model', async () => {
      const { properties } = await rowOf(app, store.inner);
      const wrong = {
        ...JSON.parse(properties),
        'dc:description': 5,
        'dc:subjects': 'one',
        'dc:contributors': [1],
        'dc:issued': '2020-01-01',
        'old:property': 1,
      };
      await vandal.set('document', { id: store.inner }, { properties: JSON.stringify(wrong) });
      expect((await findings()).map(({ severity, text }) => `${severity} ${text}`).sort()).toEqual([
        'error has a value at dc:contributors/0 that is no string',
        'error has a value at dc:description that is no string',
        'error has a value at dc:issued that is no date',
        'error has a value at dc:subjects that is no list',
        'error has other words than its properties and files give',
        'warning has the property old:property, which Folder does not have',
      ]);
    });

    test('properties that are not an object', async () => {
      await vandal.set('document', { id: store.inner }, { properties: '[]' });
      expect(await findings()).toEqual([error('document', store.inner, 'not a JSON object')]);
    });

    test.runIf(engine === 'sqlite')('properties that are no JSON', async () => {
      await vandal.set('document', { id: store.inner }, { properties: '{"dc:title":' });
      expect(await findings()).toEqual([error('document', store.inner, 'not a JSON object')]);
    });

    test('a proxy of nothing, and a proxy of a proxy', async () => {
      await vandal.set('document', { id: store.proxy }, { proxy_target_id: unknownId });
      expect(await findings()).toEqual([
        error('document', store.proxy, `proxy_target_id names the document ${unknownId}`),
      ]);
      await vandal.repair();
      await vandal.set('document', { id: store.proxy }, { proxy_target_id: store.proxy });
      expect(await findings()).toEqual([error('document', store.proxy, /which is a proxy itself/)]);
    });
  });

  describe('of versions, tells', () => {
    test('no latest version, and two of them', async () => {
      await vandal.set('document', { id: store.lastVersion }, { is_latest_version: 0 });
      expect(await findings()).toEqual([error('document', store.file, 'has 0 latest versions')]);
      await vandal.repair();
      await vandal.set('document', { id: store.firstVersion }, { is_latest_version: 1 });
      expect(await findings()).toEqual([error('document', store.file, 'has 2 latest versions')]);
    });

    test('two latest major versions', async () => {
      for (const id of [store.firstVersion, store.lastVersion]) {
        await vandal.set('document', { id }, { is_latest_major_version: 1 });
      }
      expect(await findings()).toEqual([error('document', store.file, '2 latest major versions')]);
    });

    test('a live document that is flagged as a version', async () => {
      await vandal.set('document', { id: store.inner }, { is_latest_version: 1 });
      expect(await findings()).toEqual([error('document', store.inner, 'is no version')]);
      await vandal.repair();
      await vandal.set('document', { id: store.inner }, { version_description: 'why' });
      expect(await findings()).toEqual([
        error('document', store.inner, 'has the description of a version and is no version'),
      ]);
    });

    test('a version without its time, or checked out', async () => {
      const where = { id: store.firstVersion };
      await vandal.set('document', where, { version_created_at: null, is_checked_out: 1 });
      expect(await findings()).toEqual([
        error('document', store.firstVersion, 'without the time it was made'),
        error('document', store.firstVersion, 'is a version that is checked out'),
      ]);
    });

    test('a base version that is none', async () => {
      await vandal.set('document', { id: store.file }, { base_version_id: store.folder });
      expect(await findings()).toEqual([
        error('document', store.file, /is based on .*, which is no version of it/),
      ]);
    });

    test('a document checked in as nothing', async () => {
      await vandal.set('document', { id: store.inner }, { is_checked_out: 0 });
      expect(await findings()).toEqual([error('document', store.inner, 'without a base version')]);
    });

    test('a document in the history of another', async () => {
      await vandal.set('document', { id: store.inner }, { series_id: store.folder });
      expect(await findings()).toEqual([error('document', store.inner, 'not its own')]);
    });
  });

  describe('of permissions, users and groups, tells', () => {
    test('an ACL whose content was changed', async () => {
      const acl_id = Number((await rowOf(app, store.inner)).acl_id);
      await vandal.set('acl', { id: acl_id }, { own: '[]' });
      expect(await findings()).toEqual([
        error('acl', String(acl_id), 'an id that its content does not give'),
        error('acl', String(acl_id), 'a digest that its content does not give'),
      ]);
    });

    test('an ACL that is gone', async () => {
      const acl_id = Number((await rowOf(app, store.inner)).acl_id);
      await vandal.remove('acl', { id: acl_id });
      const text = `acl_id names the acl ${acl_id}`;
      expect(await findings()).toEqual([
        error('document', store.inner, text),
        error('document', store.note, text),
      ]);
    });

    test('an ACL whose own base is gone', async () => {
      const acl_id = Number((await rowOf(app, store.inner)).acl_id);
      await vandal.set('acl', { id: acl_id }, { parent_id: 5 });
      expect(await findings()).toContainEqual(
        error('acl', String(acl_id), 'parent_id names the acl 5, which does not exist'),
      );
    });

    test('nothing of members that are only named', async () => {
      const membership = { groupname: 'crew', member_kind: 'user', member_name: 'ghost' };
      await vandal.insert('group_member', membership);
      await vandal.insert('group_member', { ...membership, member_kind: 'group' });
      expect(await findings()).toEqual([]);
    });

    test('members of a group that does not exist', async () => {
      const membership = { groupname: 'gone', member_kind: 'user', member_name: 'alice' };
      await vandal.insert('group_member', membership);
      expect(await findings()).toEqual([
        error('group_member', 'gone/user/alice', 'groupname names the user_group gone'),
      ]);
    });

    test('a user and a group of one name', async () => {
      await vandal.insert('user_group', { groupname: 'alice', properties: '{}' });
      expect(await findings()).toEqual([
        error('user_account', 'alice', 'of a user and of a group'),
      ]);
    });

    test('a missing security revision', async () => {
      await vandal.remove('security_revision', { id: 1 });
      expect(await findings()).toEqual([error('security_revision', '1', 'does not exist')]);
    });

    test('a noted change of a user that is ahead of the revision', async () => {
      const where = { kind: 'user', name: 'alice' };
      await vandal.set('shared_change', where, { revision: 1_000_000 });
      expect(await findings()).toEqual([
        error('shared_change', 'user/alice', 'has revision 1000000, and that of the store is'),
      ]);
    });
  });

  describe('of content, tells', () => {
    test('a reference that is missing', async () => {
      await vandal.remove('blob_reference', { document_id: store.file });
      expect(await findings()).toEqual([
        error('document', store.file, /a blob at file:content without a reference/),
      ]);
    });

    test('a reference that no property asks for', async () => {
      const row = { document_id: store.inner, xpath: 'file:content', blob_key: store.blobKey };
      await vandal.insert('blob_reference', row);
      expect(await findings()).toEqual([
        error('document', store.inner, /refers to content .* at file:content, where no blob is/),
      ]);
    });

    test('a reference of a document that does not exist', async () => {
      const row = { document_id: unknownId, xpath: 'file:content', blob_key: store.blobKey };
      await vandal.insert('blob_reference', row);
      expect(await findings()).toEqual([
        error('blob_reference', `${unknownId}/file:content`, 'document_id names the document'),
      ]);
    });

    test('a blob that has no row', async () => {
      await vandal.set('blob_lease', { blob_key: store.blobKey }, { blob_key: unknownKey });
      const text = `blob_key names the blob ${unknownKey}`;
      expect(await findings()).toEqual([
        { ...error('blob_lease', '', text), id: expect.any(String) },
      ]);
    });

    test('another size than the content has', async () => {
      await vandal.set('blob', { key: store.blobKey }, { size: 8 });
      const size = store.blobName.length;
      expect(await findings()).toEqual(
        expect.arrayContaining([
          error('document', store.file, `has a blob of ${size} bytes at file:content`),
          error('blob', store.blobKey, `has ${size} bytes of content instead of 8`),
        ]),
      );
    });

    test('content that is gone', async () => {
      await rm(pathOf(store.blobKey));
      expect(await findings()).toEqual([error('blob', store.blobKey, 'has no content')]);
      await writeFile(pathOf(store.blobKey), store.blobName);
    });

    test('content that was cut short', async () => {
      await truncate(pathOf(store.blobKey), 3);
      expect(await findings()).toEqual([error('blob', store.blobKey, 'has 3 bytes of content')]);
      await writeFile(pathOf(store.blobKey), store.blobName);
    });

    test('changed bytes, unless it is to be fast', async () => {
      await writeFile(pathOf(store.blobKey), store.blobName.toUpperCase());
      expect(await findings(true)).toEqual([]);
      expect(await findings()).toEqual([error('blob', store.blobKey, 'other content than was')]);
      await writeFile(pathOf(store.blobKey), store.blobName);
    });

    test('another digest than the content has', async () => {
      await vandal.set('blob', { key: store.blobKey }, { digest: 'abc' });
      expect(await findings()).toEqual([
        error('blob', store.blobKey, /has the digest .*, not abc/),
      ]);
    });

    test('content without a row', async () => {
      await mkdir(join(pathOf(unknownKey), '..'), { recursive: true });
      await writeFile(pathOf(unknownKey), 'lost');
      expect(await findings()).toEqual([warning('blob', unknownKey, '4 bytes without a row')]);
      await rm(pathOf(unknownKey));
    });

    test('an expired lease', async () => {
      await vandal.set('blob_lease', { blob_key: store.blobKey }, { expires_at: 1 });
      expect(await findings()).toEqual([
        { ...warning('blob_lease', '', 'has expired'), id: expect.any(String) },
      ]);
    });

    test('uploads with missing rows or files', async () => {
      const file = { batch_id: 'batch', file_index: 3, name: null, mime_type: null, size: 1 };
      const rest = { upload_type: 'normal', chunk_count: 1, blob_key: unknownKey };
      await vandal.insert('upload_file', { ...file, ...rest });
      const chunk = { batch_id: 'batch', file_index: 4, chunk_index: 0, size: 1 };
      await vandal.insert('upload_chunk', { ...chunk, staged_name: 'x' });
      expect(await findings()).toEqual([
        error('upload_chunk', 'batch/4/0', 'batch_id, file_index names the upload_file batch/4'),
        error('upload_file', 'batch/3', `blob_key names the blob ${unknownKey}`),
        error('upload_file', 'batch/3', 'batch_id names the upload_batch batch'),
      ]);
    });
  });

  // The last one, as each of the others would look at all of these documents.
  test('looks at every page of a long table, and at each row once', async () => {
    const { database, repository } = app.services;
    const many = Array.from({ length: 450 }, (_item, index) => ({
      id: newDocumentId(),
      parentId: store.folder,
      name: `many-${index}`,
      type: 'Folder',
      properties: {},
    }));
    await database.write((handle) =>
      importDocuments(createUnit(handle, repository, systemPrincipal), many),
    );
    expect(await findings()).toEqual([]);
    for (const { id } of many) await vandal.set('document', { id }, { creator: 'nobody' });
    const found = await findings();
    expect(found.map(({ id }) => id).sort()).toEqual(many.map(({ id }) => id).sort());
  });
});

async function rowOf(app: TestApp, id: DocumentId) {
  const row = await app.services.database.read((handle) =>
    handle.first(handle.builder.selectFrom('document').selectAll().where('id', '=', id)),
  );
  if (!row) throw new Error(`no document ${id}`);
  return row;
}

/** A little of everything that changes documents. */
async function playScenario(app: TestApp): Promise<Scenario> {
  const { services } = app;
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) =>
    services.database.write((handle) =>
      work(createUnit(handle, services.repository, systemPrincipal)),
    );
  const create = async (parentId: DocumentId, name: string, type: string, properties = {}) =>
    (await write((unit) => createDocument(unit, { parentId, name, type, properties }))).id;
  await write(async ({ handle }) => {
    await createUser(handle, { username: 'alice' });
    await createGroup(handle, {
      groupname: 'crew',
      memberUsers: ['alice'],
      memberGroups: ['members'],
    });
  });
  const path = '/default-domain/workspaces';
  const workspaces = (await app.request(`GET /api/v1/path${path}`)).json.uid as DocumentId;
  const folder = await create(workspaces, 'folder', 'Folder', { 'dc:title': 'Folder' });
  const inner = await create(folder, 'inner', 'Folder');
  await setAcl(app, folder, [grantAce('crew', 'ReadWrite')]);
  await setAcl(app, inner, [grantAce('alice', 'Read')]);
  const blobName = 'content';
  const naming = { name: 'a.bin', mimeType: 'application/octet-stream', encoding: null };
  const { blob, leaseId } = await stageWithLease(services, Buffer.from(blobName), naming);
  const file = await create(folder, 'file', 'File', { 'dc:title': 'File', 'file:content': blob });
  await write(({ handle }) => releaseLeases(handle, [leaseId]));
  await write(({ handle }) => leaseBlob(handle, blob.key as never, now()));
  const checkInFile = (by: 'MAJOR' | 'MINOR') =>
    write(async (unit) => {
      const document = await getDocumentForUpdate(unit, file);
      return (await checkIn(unit, { document, by })).version.id;
    });
  const update = (id: DocumentId, properties: object) =>
    write((unit) => updateDocument(unit, { id, properties: { ...properties }, changeToken: null }));
  const firstVersion = await checkInFile('MINOR');
  await update(file, { 'dc:description': 'changed' });
  const lastVersion = await checkInFile('MINOR');
  await update(file, { 'dc:description': 'changed again' });
  const note = await create(inner, 'note', 'Note', { 'note:note': 'text' });
  await update(note, { 'note:note': 'other text' });
  const shown = await create(workspaces, 'shown', 'Folder');
  const proxy = await write((unit) =>
    createProxy(unit, { targetId: firstVersion, folderId: shown }),
  );
  const target = await create(workspaces, 'target', 'Folder');
  await setAcl(app, target, [grantAce('members', 'Read')]);
  await write((unit) => moveDocument(unit, { id: folder, targetId: target, name: 'moved' }));
  const rubbish = await create(folder, 'rubbish', 'Folder');
  await create(rubbish, 'x'.repeat(255), 'File');
  await write((unit) => trashDocument(unit, rubbish));
  const long = await create(folder, 'y'.repeat(255), 'File');
  await write((unit) => trashDocument(unit, long));
  return {
    folder,
    inner,
    file,
    blobKey: blob.key,
    blobName,
    firstVersion,
    lastVersion,
    proxy: proxy.id,
    note,
  };
}
