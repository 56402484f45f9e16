import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobKey, DocumentId } from '../../src/base/ids.ts';
import { newDocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { blobValueOf, registerBlob } from '../../src/repository/attachments/blobs.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { copyDocument, type DocumentCopy } from '../../src/repository/editing/copy-document.ts';
import { importDocuments } from '../../src/repository/editing/import-documents.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';
import { dumpStore } from '../support/store-dump.ts';

const emptyContent = {
  key: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as BlobKey,
  digest: 'd41d8cd98f00b204e9800998ecf8427e',
  digestAlgorithm: 'MD5' as const,
  sizeBytes: 0,
};

describe.each(engines)('copying on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'copy', type: 'Folder' });
  });
  afterAll(async () => {
    const findings = await repository.findings();
    // The rows of the one blob are made here without its content.
    expect(findings.filter((text) => !text.includes(emptyContent.key))).toEqual([]);
    await repository.close();
  });

  const folder = (name: string, parent = place) =>
    admin.create(parent.id, { name, type: 'Folder' });
  const copy = (
    id: DocumentId,
    targetId: DocumentId,
    { actor = admin, ...options }: Partial<DocumentCopy> & { actor?: Actor } = {},
  ) =>
    actor.write((unit) =>
      copyDocument(unit, {
        id,
        targetId,
        name: null,
        resetsLifecycle: false,
        ...options,
      }),
    );
  const freeze = (id: DocumentId) =>
    admin.write(async (unit) => {
      const document = await getDocumentForUpdate(unit, id);
      return (await checkIn(unit, { document, by: 'MAJOR' })).version;
    });

  async function refusedWithoutTrace(attempt: () => Promise<unknown>, expected: object) {
    const before = await dumpStore(repository.database);
    await expect(attempt()).rejects.toMatchObject(expected);
    expect(await dumpStore(repository.database)).toEqual(before);
  }

  test('makes new documents of the whole tree with the same content', async () => {
    const [from, to] = [await folder('from'), await folder('to')];
    const top = await folder('top', from);
    const inner = await folder('inner', top);
    // Sorts between the folder and what is in it.
    await folder('inner -', top);
    const leaf = await admin.create(inner.id, {
      name: 'leaf \u{1f600}',
      properties: { 'dc:title': 'Leaf', 'dc:description': 'long' },
    });
    const made = await copy(top.id, to.id);
    expect(made).toMatchObject({ path: `${to.path}/top`, parentId: to.id, type: 'Folder' });
    expect(made.id).not.toBe(top.id);
    expect(await admin.childNames(made.id)).toEqual(['inner', 'inner -']);
    const copied = await admin.get({ path: `${to.path}/top/inner/${leaf.name}` });
    expect(copied.properties).toEqual(leaf.properties);
    expect(copied.seriesId).toBe(copied.id);
    expect((await admin.get({ id: leaf.id })).path).toBe(leaf.path);
  });

  test('begins a history of its own: checked out, 0.0, unlocked', async () => {
    const live = await admin.create(place.id, { name: 'history' });
    const version = await freeze(live.id);
    await admin.write((unit) => lockDocument(unit, live.id));
    const made = await copy(live.id, place.id, { name: 'history copy' });
    expect(made).toMatchObject({
      isCheckedOut: true,
      baseVersionId: null,
      lock: null,
      systemToken: 0,
      properties: { 'uid:major_version': 0, 'uid:minor_version': 0 },
    });
    const ofVersion = await copy(version.id, place.id, { name: 'version copy' });
    expect(ofVersion).toMatchObject({
      isVersion: false,
      isCheckedOut: true,
      seriesId: ofVersion.id,
      path: `${place.path}/version copy`,
    });
  });

  test('keeps the creator and the date, for any user who copies', async () => {
    const made = await admin.create(place.id, { name: 'dates' });
    const user = repository.user('copier');
    const target = await folder('dates-to');
    await admin.setAcl(target.id, [grantAce('copier', 'ReadWrite')]);
    const copied = await copy(made.id, target.id, { actor: user });
    for (const key of ['dc:creator', 'dc:created', 'dc:modified', 'dc:contributors']) {
      expect(copied.properties[key]).toEqual(made.properties[key]);
    }
  });

  test('the state is kept, or reset everywhere', async () => {
    const top = await folder('states');
    const leaf = await admin.create(top.id, { name: 'leaf' });
    await admin.write((unit) =>
      followLifecycleTransition(unit, { id: leaf.id, transition: 'approve' }),
    );
    const stateOf = async (made: Document) =>
      (await admin.get({ path: `${made.path}/leaf` })).state;
    expect(await stateOf(await copy(top.id, place.id, { name: 'kept' }))).toBe('approved');
    expect(
      await stateOf(await copy(top.id, place.id, { name: 'reset', resetsLifecycle: true })),
    ).toBe('project');
  });

  test('proxies stay proxies of their targets', async () => {
    const top = await folder('with proxy');
    const live = await admin.create(place.id, { name: 'target' });
    const version = await freeze(live.id);
    await admin.write((unit) => createProxy(unit, { targetId: version.id, folderId: top.id }));
    const made = await copy(top.id, place.id, { name: 'proxies', resetsLifecycle: true });
    const proxy = await admin.get({ path: `${made.path}/target` });
    expect(proxy.proxyTarget?.id).toBe(version.id);
    expect(proxy.seriesId).toBe(live.id);
    await expect(copy(live.id, proxy.id)).rejects.toMatchObject({ status: 400 });
  });

  test('blobs of every copy are referred to', async () => {
    const top = await folder('blobs');
    const content = blobValueOf(emptyContent, { name: 'a', mimeType: null, encoding: null });
    await admin.write(async (unit) => {
      await registerBlob(unit.handle, emptyContent, unit.nowMs);
      const properties = { 'file:content': content, 'files:files': [{ file: content }] };
      const documents = ['x', 'y'].map((name) => ({
        id: newDocumentId(),
        parentId: top.id,
        name,
        type: 'File',
        properties,
      }));
      await importDocuments(unit, documents);
    });
    const made = await copy(top.id, place.id, { name: 'blobs copy' });
    for (const name of ['x', 'y']) {
      const { id } = await admin.get({ path: `${made.path}/${name}` });
      const references = await admin.read(({ handle }) =>
        handle.all(
          handle.builder.selectFrom('blob_reference').select('xpath').where('document_id', '=', id),
        ),
      );
      expect(references.map(({ xpath }) => xpath).sort()).toEqual([
        'file:content',
        'files:files/0/file',
      ]);
    }
  });

  test('leaves the trash and types that stay behind', async () => {
    const top = await folder('left');
    const gone = await folder('gone', top);
    await folder('below', gone);
    await admin.write((unit) => trashDocument(unit, gone.id));
    // Made in the folder after that was trashed.
    await folder('later', gone);
    const comments = await admin.create(top.id, { name: 'comments', type: 'CommentRoot' });
    await folder('comment', comments);
    const kept = await folder('kept', top);
    await admin.create(kept.id, { name: 'leaf' });
    const made = await copy(top.id, place.id, { name: 'left copy' });
    const paths = await admin.read(({ handle }) =>
      handle.all(
        handle.builder
          .selectFrom('document')
          .select('path')
          .where('path', '>=', `${made.path}/`)
          .where('path', '<', `${made.path}0`)
          .orderBy('path'),
      ),
    );
    expect(paths.map(({ path }) => path)).toEqual([`${made.path}/kept`, `${made.path}/kept/leaf`]);
  });

  test('a copy of something in the trash is not in the trash', async () => {
    const top = await folder('deleted');
    await folder('inner', top);
    await admin.write((unit) => trashDocument(unit, top.id));
    const made = await copy(top.id, place.id);
    expect(made).toMatchObject({ name: 'deleted', isTrashed: false });
    expect(await admin.childNames(made.id)).toEqual(['inner']);
  });

  test('a taken name gets the time, in place of one it has already', async () => {
    const made = await folder('taken');
    const second = await copy(made.id, place.id);
    expect(second.name).toMatch(/^taken\.\d{13}$/);
    const third = await copy(second.id, place.id);
    expect(third.name).toMatch(/^taken\.\d{13}\d*$/);
    expect(third.name).not.toBe(second.name);
    expect((await copy(second.id, made.id)).name).toBe(second.name);
  });

  test('below itself is refused, beside itself is not', async () => {
    const top = await folder('cycle');
    const inner = await folder('inner', top);
    for (const target of [top, inner]) {
      await refusedWithoutTrace(() => copy(top.id, target.id), {
        code: 'document.invalid-move',
        status: 409,
      });
    }
    const root = await admin.get({ path: '/' });
    await refusedWithoutTrace(() => copy(root.id, place.id), { code: 'document.invalid-move' });
    const made = await copy(top.id, place.id);
    expect(await admin.childNames(made.id)).toEqual(['inner']);
  });

  test.each(['a/b', '..', '', 'x\ud800', 'n'.repeat(256)])(
    'the name %j is refused',
    async (name) => {
      const made = await folder('named');
      await refusedWithoutTrace(() => copy(made.id, place.id, { name }), {
        code: 'document.name-invalid',
      });
    },
  );

  test('a path that would become too long is refused, also of a descendant', async () => {
    let parent = await folder('deep');
    while (Buffer.byteLength(parent.path ?? '') < limits.pathBytesMax - 300) {
      parent = await folder('d'.repeat(240), parent);
    }
    const rest = limits.pathBytesMax - Buffer.byteLength(parent.path ?? '');
    const top = await folder('t');
    const leaf = await admin.create(top.id, { name: 'é'.repeat(50) });
    await refusedWithoutTrace(() => copy(top.id, parent.id, { name: 'x'.repeat(rest - 101) }), {
      code: 'document.path-too-long',
      status: 400,
    });
    const made = await copy(top.id, parent.id, { name: 'x'.repeat(rest - 102) });
    const path = `${made.path}/${leaf.name}`;
    expect(Buffer.byteLength(path)).toBe(limits.pathBytesMax);
    expect((await admin.get({ path })).path).toBe(path);
  });

  test('needs Read on the source and AddChildren at the target', async () => {
    const from = await folder('rights-from');
    const to = await folder('rights-to');
    await admin.setAcl(from.id, [denyAll]);
    const user = repository.user('rightless');
    const attempt = () => copy(from.id, to.id, { actor: user });
    const denied = (permission: string) => ({
      status: 403,
      message: `Privilege '${permission}' is not granted to 'rightless'`,
    });
    await refusedWithoutTrace(attempt, denied('Read'));
    await admin.setAcl(from.id, [grantAce('rightless', 'Read'), denyAll]);
    await refusedWithoutTrace(attempt, denied('AddChildren'));
    await admin.setAcl(to.id, [grantAce('rightless', 'AddChildren')]);
    expect((await attempt()).parentId).toBe(to.id);
  });

  test('what the caller may not read is left, with all below it', async () => {
    const top = await folder('partly');
    const closed = await folder('closed', top);
    await admin.setAcl(closed.id, [denyAll]);
    const open = await folder('open again', closed);
    await admin.setAcl(open.id, [grantAce('partial', 'Read')]);
    await folder('open', top);
    const to = await folder('partly-to');
    await admin.setAcl(to.id, [grantAce('partial', 'ReadWrite')]);
    const user = repository.user('partial');
    const made = await copy(top.id, to.id, { actor: user });
    expect(await admin.childNames(made.id)).toEqual(['open']);
  });

  test('own entries are copied and inherited ones come from the new place', async () => {
    const top = await folder('acls');
    const shared = await folder('shared', top);
    await admin.setAcl(shared.id, [grantAce('bob', 'Read')]);
    await admin.create(shared.id, { name: 'leaf' });
    const closed = await folder('acls-to');
    await admin.setAcl(closed.id, [grantAce('alice', 'Read'), denyAll]);
    const made = await copy(top.id, closed.id);
    const leaf = await admin.get({ path: `${made.path}/shared/leaf` });
    const readers = await Promise.all(
      ['alice', 'bob', 'carol'].map((name) => repository.user(name).canRead(leaf.id)),
    );
    expect(readers).toEqual([true, true, false]);
    expect((await admin.get({ path: `${made.path}/shared` })).ownAcls).toEqual(
      (await admin.get({ id: shared.id })).ownAcls,
    );
  });

  test('copies at once, of a tree that is moved, closed and removed meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [top, to, away] = [
        await folder(`busy ${round}`),
        await folder(`busy-to ${round}`),
        await folder(`busy-away ${round}`),
      ];
      const inner = await folder('inner', top);
      await admin.create(inner.id, { name: 'leaf' });
      await admin.setAcl(inner.id, [grantAce('bob', 'Read')]);
      await admin.setAcl(to.id, [grantAce(`reader ${round}`, 'Read')]);
      const copies = Array.from({ length: 4 }, () => copy(top.id, to.id));
      const others = [
        admin.write((unit) => moveDocument(unit, { id: inner.id, targetId: away.id, name: null })),
        admin.setAcl(to.id, [grantAce(`other ${round}`, 'Read')]),
        admin.remove(top.id),
      ];
      const outcomes = await Promise.allSettled([...copies, ...others]);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('document.not-found');
      }
      const made = outcomes.slice(0, 4).filter((each) => each.status === 'fulfilled');
      expect(await admin.childNames(to.id)).toHaveLength(made.length);
    }
  });

  test('the number of queries grows with batches and not with documents', async () => {
    const plant = async (name: string, count: number): Promise<Document> => {
      const top = await folder(name);
      const inner = await folder('inner', top);
      const documents = Array.from({ length: count }, (_each, index) => ({
        id: newDocumentId(),
        parentId: index % 2 === 0 ? top.id : inner.id,
        name: `leaf ${index}`,
        type: 'File',
        properties: {},
      }));
      await admin.write((unit) => importDocuments(unit, documents));
      return top;
    };
    const queriesFor = async (count: number): Promise<number> => {
      const top = await plant(`plant ${count}`, count);
      const meter = { queries: 0 };
      const made = await repository.database.write(
        (handle) =>
          copyDocument(createUnit(handle, repository.context, admin.principal), {
            id: top.id,
            targetId: place.id,
            name: `planted ${count}`,
            resetsLifecycle: false,
          }),
        meter,
      );
      const names = await admin.childNames(made.id);
      expect(names).toHaveLength(Math.ceil(count / 2) + 1);
      return meter.queries;
    };
    const few = await queriesFor(4);
    expect(await queriesFor(150)).toBe(few);
    // Three batches instead of one.
    expect(await queriesFor(450)).toBeLessThanOrEqual(few + 2 * 6);
  });
});
