import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import type { Document } from '../../src/model/document.ts';
import { getDocument } from '../../src/repository/documents/documents.ts';
import { copyDocument } from '../../src/repository/editing/copy-document.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { addFacet } from '../../src/repository/editing/instance-facets.ts';
import { lockDocument, unlockDocument } from '../../src/repository/editing/locks.ts';
import { publishDocument } from '../../src/repository/editing/publishing.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument, untrashDocument } from '../../src/repository/editing/trash.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { getUserWorkspace } from '../../src/repository/personal/user-workspace.ts';
import { createGroup, removeGroup, updateGroup } from '../../src/repository/principals/groups.ts';
import {
  addUserToGroup,
  removeUserFromGroup,
} from '../../src/repository/principals/memberships.ts';
import { createUser, removeUser, updateUser } from '../../src/repository/principals/users.ts';
import { auditPurge } from '../../src/repository/search/audit-search.ts';
import { unitOn } from '../../src/repository/unit/unit.ts';
import { findLastVersion, restoreVersion } from '../../src/repository/versions/version-history.ts';
import { checkIn, checkOut } from '../../src/repository/versions/versions.ts';
import type { QueryMeter } from '../../src/storage/database.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';
import { grantAce } from '../support/security.ts';

describe.each(engines)('the audit on %s records', (engine) => {
  let repository: TestRepository;
  let place: Document;
  let lastId = 0;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
  });
  beforeEach(async () => {
    place = await repository.system.create(repository.workspaces.id, {
      name: 'place',
      type: 'Workspace',
    });
    await fresh();
  });
  afterEach(async () => {
    expect(await repository.findings()).toEqual([]);
  });
  afterAll(() => repository.close());

  /** The entries since it was asked last. */
  async function fresh() {
    const rows = await repository.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('audit_entry').selectAll().where('id', '>', lastId).orderBy('id'),
      ),
    );
    lastId = rows.at(-1)?.id ?? lastId;
    return rows;
  }

  /** Event and name of the document of each of them. */
  async function told(): Promise<string[]> {
    const rows = await fresh();
    return rows.map((row) => `${row.event_id} ${row.document_path?.split('/').at(-1)}`);
  }

  const create = (name: string, type = 'File', parentId: DocumentId = place.id) =>
    repository.system.create(parentId, { name, type });

  test('who created a document, which, where and when', async () => {
    const ann = repository.user('ann');
    await repository.system.setAcl(place.id, [grantAce('ann', 'Everything')]);
    await fresh();
    let at = 0;
    const made = await ann.write((unit) => {
      at = unit.nowMs;
      return createDocument(unit, {
        parentId: place.id,
        name: 'report',
        type: 'File',
        properties: {},
      });
    });
    expect(await fresh()).toEqual([
      {
        id: expect.any(Number),
        event_id: 'documentCreated',
        category: 'eventDocumentCategory',
        principal_name: 'ann',
        event_date: at,
        log_date: expect.any(Number),
        comment: null,
        document_id: made.id,
        document_type: 'File',
        document_path: made.path,
        lifecycle_state: 'project',
        extended: '{}',
        ...(engine === 'postgres' && { transaction_number: expect.any(Number) }),
      },
    ]);
  });

  test('everything that comes with a new domain', async () => {
    await create('realm', 'Domain', (await repository.system.get({ path: '/' })).id);
    expect(await told()).toEqual([
      'documentCreated realm',
      'documentCreated workspaces',
      'documentCreated sections',
      'documentCreated templates',
    ]);
  });

  test('a change with what its author says about it, and nothing where nothing changes', async () => {
    const { id } = await create('changed');
    await fresh();
    const change = (title: string, comment: string) =>
      repository.system.write((unit) =>
        updateDocument(unit, {
          id,
          properties: { 'dc:title': title },
          changeToken: null,
          comment,
        }),
      );
    await change('new', 'a typo \u{1f600}');
    await change('new', 'nothing');
    const rows = await fresh();
    expect(rows.map((row) => [row.event_id, row.comment])).toEqual([
      ['documentModified', 'a typo \u{1f600}'],
    ]);
  });

  test('a facet that is added as a change', async () => {
    const { id } = await create('faceted');
    await fresh();
    await repository.system.write((unit) => addFacet(unit, { id, facet: 'HiddenInCreation' }));
    await repository.system.write((unit) => addFacet(unit, { id, facet: 'HiddenInCreation' }));
    expect(await told()).toEqual(['documentModified faceted']);
  });

  test('locks and unlocks once', async () => {
    const { id } = await create('locked');
    await fresh();
    for (const step of [lockDocument, lockDocument, unlockDocument, unlockDocument]) {
      await repository.system.write((unit) => step(unit, id));
    }
    expect(await told()).toEqual(['documentLocked locked', 'documentUnlocked locked']);
  });

  test('a change of permissions', async () => {
    const { id } = await create('secured');
    await fresh();
    await repository.system.setAcl(id, [grantAce('bob', 'Read')]);
    expect(await told()).toEqual(['documentSecurityUpdated secured']);
  });

  test('a move with the path afterwards', async () => {
    const { id } = await create('moved');
    await fresh();
    await repository.system.write((unit) =>
      moveDocument(unit, { id, targetId: repository.workspaces.id, name: 'there' }),
    );
    const [entry, ...rest] = await fresh();
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      event_id: 'documentMoved',
      document_id: id,
      document_path: `${repository.workspaces.path}/there`,
    });
  });

  test('each copy of a tree and once what was copied', async () => {
    const folder = await create('source', 'Folder');
    for (const name of ['a', 'b']) await create(name, 'File', folder.id);
    await fresh();
    await repository.system.write((unit) =>
      copyDocument(unit, {
        id: folder.id,
        targetId: place.id,
        name: 'copy',
        resetsLifecycle: false,
      }),
    );
    expect(await told()).toEqual([
      'documentDuplicated source',
      'documentCreatedByCopy copy',
      'documentCreatedByCopy a',
      'documentCreatedByCopy b',
    ]);
  });

  test('every imported document, with one statement', async () => {
    const documents = Array.from({ length: 300 }, (_, index) => ({
      id: newDocumentId(),
      parentId: place.id,
      name: `imported ${index}`,
      type: 'File',
      properties: {},
    }));
    const queriesFor = async (isAudited: boolean, from: number) => {
      const meter: QueryMeter = { queries: 0 };
      const session = { ...repository.context, isAudited, principal: repository.system.principal };
      await repository.database.write(
        (handle) =>
          importDocuments(
            unitOn(handle, { ...session, nowMs: 1_700_000_000_000 }),
            documents.slice(from, from + 100),
          ),
        meter,
      );
      return meter.queries;
    };
    const withAudit = await queriesFor(true, 0);
    expect(await told()).toEqual(
      documents.slice(0, 100).map(({ name }) => `documentCreated ${name}`),
    );
    expect(withAudit).toBe((await queriesFor(false, 100)) + 1);
    expect(await told()).toEqual([]);
  });

  test('removals of documents, versions and proxies', async () => {
    const document = await create('removed');
    const section = await create('section', 'Section');
    const { version } = await repository.system.write(async (unit) =>
      checkIn(unit, { document, by: 'MAJOR' }),
    );
    await repository.system.update(document.id, { 'dc:title': 'later' });
    const proxy = await repository.system.write((unit) =>
      publishDocument(unit, { id: version.id, targetId: section.id, overrides: true }),
    );
    await fresh();
    for (const id of [proxy.id, version.id, document.id]) await repository.system.remove(id);
    const rows = await fresh();
    expect(rows.map((row) => [row.event_id, row.document_id])).toEqual([
      ['proxyRemoved', proxy.id],
      ['versionRemoved', version.id],
      ['documentRemoved', document.id],
    ]);
    expect(new Set(rows.map((row) => row.comment))).toEqual(
      new Set(['Document does not exist anymore!']),
    );
  });

  test('what goes into the trash and comes back, with its folder', async () => {
    const folder = await create('trashed', 'Folder');
    const { id } = await create('inside', 'File', folder.id);
    await fresh();
    for (const each of [id, folder.id]) {
      await repository.system.write((unit) => trashDocument(unit, each));
    }
    const trashed = await fresh();
    expect(trashed.map((row) => [row.event_id, row.document_id])).toEqual([
      ['documentTrashed', id],
      ['documentTrashed', folder.id],
    ]);
    await repository.system.write((unit) => untrashDocument(unit, id));
    expect(await told()).toEqual(['documentUntrashed trashed', 'documentUntrashed inside']);
  });

  test('transitions in the state afterwards, also of what follows its folder', async () => {
    const folder = await create('flow', 'Folder');
    await create('follows', 'Folder', folder.id);
    await create('stays', 'File', folder.id);
    const { id } = await create('single');
    await fresh();
    const follow = (each: DocumentId, transition: string) =>
      repository.system.write((unit) => followLifecycleTransition(unit, { id: each, transition }));
    await follow(id, 'approve');
    expect(await fresh()).toMatchObject([
      {
        event_id: 'lifecycle_transition_event',
        category: 'eventLifeCycleCategory',
        lifecycle_state: 'approved',
        document_id: id,
      },
    ]);
    const lifecycle = repository.context.model.lifecycleOf(folder.shape.type);
    const transition = lifecycle?.states.project?.find((name) => name !== 'delete') ?? 'none';
    await follow(folder.id, transition);
    const rows = await fresh();
    expect(rows.map((row) => row.event_id)).toEqual(rows.map(() => 'lifecycle_transition_event'));
    expect(new Set(rows.map((row) => row.lifecycle_state))).toEqual(
      new Set([lifecycle?.transitions[transition]]),
    );
    expect(rows.map((row) => row.document_path)).toContain(`${folder.path}/follows`);
  });

  test('check-ins once, with the version and the comment, and no check-outs', async () => {
    const document = await create('versioned');
    await fresh();
    const live = await repository.system.write(async (unit) => {
      const made = await checkIn(unit, { document, by: 'MAJOR', comment: 'agreed' });
      return checkOut(unit, made.live);
    });
    await repository.system.write((unit) => checkIn(unit, { document: live, by: 'MINOR' }));
    const rows = await fresh();
    expect(rows.map((row) => [row.event_id, row.comment, row.document_id])).toEqual([
      ['documentCheckedIn', '1.0 agreed', document.id],
      ['documentCheckedIn', '1.1', document.id],
    ]);
  });

  test('the version of every save of a note', async () => {
    const note = await create('noted', 'Note');
    await repository.system.update(note.id, { 'note:note': 'text' });
    expect(await told()).toEqual([
      'documentCreated noted',
      'documentCheckedIn noted',
      'documentModified noted',
      'documentCheckedIn noted',
    ]);
  });

  test('a version that is restored', async () => {
    const document = await create('restored');
    await repository.system.write(async (unit) => {
      await checkIn(unit, { document, by: 'MAJOR' });
    });
    await repository.system.update(document.id, { 'dc:title': 'later' });
    await fresh();
    await repository.system.write(async (unit) => {
      const version = await findLastVersion(unit, document.id);
      return restoreVersion(unit, {
        liveId: document.id,
        versionId: version?.id ?? document.id,
        createsVersion: true,
        checksOut: true,
      });
    });
    expect(await told()).toEqual(['documentCheckedIn restored', 'documentRestored restored']);
  });

  test('publications in the name of the user, also what they replace', async () => {
    const document = await create('published');
    const section = await create('press', 'Section');
    await repository.system.setAcl(place.id, [grantAce('ann', 'Everything')]);
    const ann = repository.user('ann');
    await fresh();
    const publish = (overrides: boolean) =>
      ann.write((unit) =>
        publishDocument(unit, { id: document.id, targetId: section.id, overrides }),
      );
    await publish(false);
    expect(await told()).toEqual([
      'documentCheckedIn published',
      'documentCreated published',
      'documentProxyPublished published',
      'sectionContentPublished press',
      'documentPublished published',
      'documentPublished published',
    ]);
    const second = await publish(false);
    await ann.update(document.id, { 'dc:title': 'other' });
    await fresh();
    await publish(true);
    const rows = await fresh();
    expect(rows.map((row) => row.event_id)).toEqual([
      'documentCheckedIn',
      'proxyRemoved',
      'proxyRemoved',
      'documentCreated',
      'documentProxyPublished',
      'sectionContentPublished',
      'documentPublished',
      'documentPublished',
    ]);
    expect(new Set(rows.map((row) => row.principal_name))).toEqual(new Set(['ann']));
    expect(rows.map((row) => row.document_id)).toContain(second.id);
  });

  test('what the server does for a user in the name of the user', async () => {
    const zoe = repository.user('zoe');
    await zoe.write((unit) => getUserWorkspace(unit));
    const rows = await fresh();
    expect(rows.map((row) => row.event_id)).toContain('documentCreated');
    expect(new Set(rows.map((row) => row.principal_name))).toEqual(new Set(['zoe']));
  });

  test('users and groups that come, change and go', async () => {
    await repository.system.write(async (unit) => {
      await createGroup(unit.handle, { groupname: 'crew', by: unit });
      await createUser(unit.handle, { username: 'tim', by: unit });
      await addUserToGroup(unit.handle, { username: 'tim', group: 'crew', by: unit });
      await removeUserFromGroup(unit.handle, { username: 'tim', group: 'crew', by: unit });
      await updateUser(unit.handle, 'tim', { profile: { firstName: 'Tim' }, by: unit });
      await updateGroup(unit.handle, 'crew', { label: 'Crew', by: unit });
      await removeUser(unit.handle, 'tim', unit);
      await removeGroup(unit.handle, 'crew', unit);
    });
    const rows = await fresh();
    expect(rows.map((row) => `${row.event_id} ${row.extended}`)).toEqual([
      'group_created {"id":"crew"}',
      'user_created {"id":"tim"}',
      'user_modified {"id":"tim"}',
      'user_modified {"id":"tim"}',
      'user_modified {"id":"tim"}',
      'group_modified {"id":"crew"}',
      'user_deleted {"id":"tim"}',
      'group_deleted {"id":"crew"}',
    ]);
    expect(rows.map((row) => [row.category, row.principal_name, row.document_id])).toEqual(
      rows.map(() => ['userGroup', 'system', null]),
    );
  });

  test('nothing of a unit that fails', async () => {
    const { id } = await create('unlucky');
    await fresh();
    const attempt = repository.system.write(async (unit) => {
      await lockDocument(unit, id);
      await getDocument(unit, { id });
      await unlockDocument(unit, id);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await fresh()).toEqual([]);
  });

  test('nothing of the bookkeeping of the server', async () => {
    const { model } = repository.context;
    const type = model.definition.types.find(({ name }) => {
      const { facets } = model.shapeOf(name);
      return facets.includes('SystemDocument') && !facets.includes('ForceAudit');
    });
    await create('bookkeeping', type?.name ?? 'none');
    expect(await told()).toEqual([]);
  });

  test('nothing where it is switched off', async () => {
    const session = {
      ...repository.context,
      isAudited: false,
      principal: repository.system.principal,
      nowMs: 1,
    };
    await repository.database.write((handle) =>
      createDocument(unitOn(handle, session), {
        parentId: place.id,
        name: 'silent',
        type: 'File',
        properties: {},
      }),
    );
    expect(await told()).toEqual([]);
  });

  test('twenty changes of one unit in order, with at most one statement each', async () => {
    const { id } = await create('busy');
    await fresh();
    const meter: QueryMeter = { queries: 0 };
    const { context, system } = repository;
    const session = { ...context, principal: system.principal, nowMs: 1_700_000_000_000 };
    await repository.database.write(async (handle) => {
      const unit = unitOn(handle, session);
      for (let count = 1; count <= 20; count += 1) {
        await updateDocument(unit, {
          id,
          properties: { 'dc:title': `title ${count}` },
          changeToken: null,
          comment: String(count),
        });
      }
    }, meter);
    const rows = await fresh();
    expect(rows.map((row) => row.comment)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 1)),
    );
    // The row, its new content and its new words; PostgreSQL takes all entries in one statement.
    expect(meter.queries).toBe(3 + (engine === 'postgres' ? 1 : 20));
  });

  test('entries as long as they are to be kept', async () => {
    const dayMs = 86_400_000;
    const nowMs = 2_000_000_000_000;
    const { id } = await create('aged');
    const { context, system } = repository;
    await repository.database.write(async (handle) => {
      for (const ageMs of [31 * dayMs, 30 * dayMs + 1, 30 * dayMs, 0]) {
        const session = { ...context, principal: system.principal, nowMs: nowMs - ageMs };
        await lockDocument(unitOn(handle, session), id);
        await unlockDocument(unitOn(handle, session), id);
      }
      await handle.run(
        handle.builder.deleteFrom('audit_entry').where('event_date', '<', nowMs - 40 * dayMs),
      );
    });
    const purge = (retentionDays: number | null) =>
      repository.database.write((handle) => auditPurge(retentionDays)(handle, nowMs));
    expect([await purge(null), await purge(30), await purge(30)]).toEqual([0, 4, 0]);
    const left = await repository.database.read((handle) =>
      handle.all(handle.builder.selectFrom('audit_entry').select('event_date').orderBy('id')),
    );
    expect(left.map((row) => row.event_date)).toEqual([
      nowMs - 30 * dayMs,
      nowMs - 30 * dayMs,
      nowMs,
      nowMs,
    ]);
  });
});
