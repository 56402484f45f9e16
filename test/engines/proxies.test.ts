import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import { changeTokenOf, type Document } from '../../src/model/document.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { moveDocument } from '../../src/repository/editing/relocation.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { trashDocument } from '../../src/repository/editing/trash.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

function publish(actor: Actor, targetId: DocumentId, folderId: DocumentId): Promise<Document> {
  return actor.write((unit) => createProxy(unit, { targetId, folderId }));
}

function freeze(actor: Actor, id: DocumentId): Promise<Document> {
  return actor.write(async (unit) => {
    const document = await getDocumentForUpdate(unit, id);
    return (await checkIn(unit, { document, by: 'MAJOR' })).version;
  });
}

const missing = { code: 'document.not-found' };

describe.each(engines)('proxies on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let reader: Actor;
  let source: Document;
  let section: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    reader = repository.user('reader');
    source = await admin.create(repository.workspaces.id, { name: 'source', type: 'Folder' });
    section = await admin.create(repository.workspaces.id, { name: 'section', type: 'Folder' });
    await admin.setAcl(source.id, [denyAll]);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const write = (name: string, title = name) =>
    admin.create(source.id, { name, properties: { 'dc:title': title } });

  test('a proxy has its own place and the content of its target', async () => {
    const live = await write('content', 'Title');
    const proxy = await publish(admin, live.id, section.id);
    expect(proxy).toMatchObject({
      name: 'content',
      path: `${section.path}/content`,
      parentId: section.id,
      type: 'File',
      seriesId: live.id,
    });
    expect(proxy.proxyTarget?.id).toBe(live.id);
    await admin.update(live.id, { 'dc:title': 'New' });
    expect((await admin.get({ id: proxy.id })).properties['dc:title']).toBe('New');
  });

  test('who may read the proxy need not be able to read its target', async () => {
    const live = await write('permissions', 'shown');
    const proxy = await publish(admin, await freeze(admin, live.id).then((v) => v.id), section.id);
    expect(await reader.canRead(live.id)).toBe(false);
    expect(await reader.canRead(proxy.proxyTarget?.id ?? live.id)).toBe(false);
    const read = await reader.get({ id: proxy.id });
    expect(read.properties['dc:title']).toBe('shown');
    expect(await reader.childNames(section.id)).toContain('permissions');
    await admin.setAcl(proxy.id, [denyAll]);
    expect(await reader.canRead(proxy.id)).toBe(false);
    expect(await reader.childNames(section.id)).not.toContain('permissions');
    expect(await reader.canRead(live.id)).toBe(false);
  });

  test('publishing needs Read on the target and AddChildren on the folder', async () => {
    const live = await write('publish-rights');
    await expect(publish(reader, live.id, section.id)).rejects.toMatchObject({
      message: "Privilege 'Read' is not granted to 'reader'",
    });
    await admin.setAcl(live.id, [grantAce('reader', 'Read')]);
    await expect(publish(reader, live.id, section.id)).rejects.toMatchObject({
      message: "Privilege 'AddChildren' is not granted to 'reader'",
    });
  });

  test('a proxy cannot be the target of another', async () => {
    const live = await write('chain');
    const proxy = await publish(admin, live.id, section.id);
    await expect(publish(admin, proxy.id, section.id)).rejects.toMatchObject({ status: 400 });
  });

  test('a taken name gets a suffix', async () => {
    const live = await write('twice');
    await publish(admin, live.id, section.id);
    const second = await publish(admin, live.id, section.id);
    expect(second.name).toMatch(/^twice\.\d{13}$/);
  });

  test('nothing can be put below a proxy or a version', async () => {
    const folder = await admin.create(source.id, { name: 'folder', type: 'Folder' });
    const proxy = await publish(admin, folder.id, section.id);
    const version = await freeze(admin, (await write('leaf')).id);
    const child = await write('child');
    for (const target of [proxy.id, version.id]) {
      await expect(admin.create(target, { name: 'x' })).rejects.toMatchObject({ status: 400 });
      await expect(publish(admin, child.id, target)).rejects.toMatchObject({ status: 400 });
      await expect(
        admin.write((unit) => moveDocument(unit, { id: child.id, targetId: target, name: null })),
      ).rejects.toMatchObject({ code: 'document.invalid-move' });
    }
  });

  describe('removing', () => {
    test('a live target is refused while a proxy elsewhere shows it', async () => {
      const live = await write('wanted');
      const proxy = await publish(admin, live.id, section.id);
      await expect(admin.remove(live.id)).rejects.toMatchObject({
        status: 409,
        message: `Failed to delete document ${live.path}, Cannot remove ${live.id}, subdocument ${live.id} is the target of proxy ${proxy.id}`,
      });
      await admin.remove(proxy.id);
      await admin.remove(live.id);
      await expect(admin.get({ id: live.id })).rejects.toMatchObject(missing);
    });

    test('a folder with a target below names it', async () => {
      const folder = await admin.create(source.id, { name: 'holder', type: 'Folder' });
      const live = await admin.create(folder.id, { name: 'inner' });
      const proxy = await publish(admin, live.id, section.id);
      await expect(admin.remove(folder.id)).rejects.toMatchObject({
        message: `Failed to delete document ${folder.path}, Cannot remove ${folder.id}, subdocument ${live.id} is the target of proxy ${proxy.id}`,
      });
    });

    test('target and proxy together is fine', async () => {
      const folder = await admin.create(source.id, { name: 'both', type: 'Folder' });
      const live = await admin.create(folder.id, { name: 'inner' });
      const version = await freeze(admin, live.id);
      const ofLive = await publish(admin, live.id, folder.id);
      const ofVersion = await publish(admin, version.id, folder.id);
      await admin.remove(folder.id);
      for (const { id } of [live, version, ofLive, ofVersion]) {
        await expect(admin.get({ id })).rejects.toMatchObject(missing);
      }
    });

    test('a version is refused while a proxy shows it', async () => {
      const live = await write('version-target');
      const version = await freeze(admin, live.id);
      await admin.update(live.id, { 'dc:title': 'checked out' });
      const proxy = await publish(admin, version.id, section.id);
      await expect(admin.remove(version.id)).rejects.toMatchObject({
        status: 403,
        message: `Failed to delete document ${live.path}, ${proxy.id} targets version ${version.id}`,
      });
    });

    test('the live document keeps the version that a proxy shows, for readers of the proxy', async () => {
      const live = await write('kept', 'kept title');
      await admin.setAcl(live.id, [grantAce('reader', 'Read')]);
      const first = await freeze(admin, live.id);
      const second = await freeze(admin, live.id);
      const proxy = await publish(admin, first.id, section.id);
      await admin.setAcl(live.id, []);
      await admin.remove(live.id);
      await expect(admin.get({ id: second.id })).rejects.toMatchObject(missing);
      const shown = await reader.get({ id: proxy.id });
      expect([shown.properties['dc:title'], shown.path]).toEqual(['kept title', proxy.path]);
      expect(await reader.canRead(first.id)).toBe(false);
      const kept = await admin.get({ id: first.id });
      expect([kept.path, kept.parentId]).toEqual([null, null]);
      await expect(reader.remove(first.id)).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining('No working copy and not an Administrator'),
      });
    });

    test('the last proxy takes along a version that has no live document any more', async () => {
      const live = await write('last');
      const version = await freeze(admin, live.id);
      const one = await publish(admin, version.id, section.id);
      const two = await publish(admin, version.id, section.id);
      await admin.remove(live.id);
      await admin.remove(one.id);
      expect((await admin.get({ id: version.id })).id).toBe(version.id);
      await admin.remove(two.id);
      await expect(admin.get({ id: version.id })).rejects.toMatchObject(missing);
    });

    test('a proxy leaves its target alone', async () => {
      const live = await write('alone');
      const version = await freeze(admin, live.id);
      const proxy = await publish(admin, version.id, section.id);
      await admin.remove(proxy.id);
      expect((await admin.get({ id: version.id })).id).toBe(version.id);
    });

    test('trashing a proxy removes it', async () => {
      const live = await write('trash');
      const proxy = await publish(admin, live.id, section.id);
      const gone = await admin.write((unit) => trashDocument(unit, proxy.id));
      expect(gone).toBeUndefined();
      await expect(admin.get({ id: proxy.id })).rejects.toMatchObject(missing);
      expect((await admin.get({ id: live.id })).isTrashed).toBe(false);
    });
  });

  describe('writing through a proxy', () => {
    test('changes a live target', async () => {
      const live = await write('through');
      const proxy = await publish(admin, live.id, section.id);
      const saved = await admin.update(proxy.id, { 'dc:title': 'changed' });
      expect([saved.id, saved.properties['dc:title']]).toEqual([proxy.id, 'changed']);
      expect((await admin.get({ id: live.id })).properties['dc:title']).toBe('changed');
    });

    test('is refused for the content of a version', async () => {
      const version = await freeze(admin, (await write('frozen')).id);
      const proxy = await publish(admin, version.id, section.id);
      await expect(admin.update(proxy.id, { 'dc:title': 'x' })).rejects.toMatchObject({
        code: 'document.version-immutable',
      });
    });

    test('takes the two-part change token, which protects the target too', async () => {
      const live = await write('token');
      const proxy = await publish(admin, live.id, section.id);
      const put = (title: string, changeToken: string) =>
        admin.write((unit) =>
          updateDocument(unit, {
            id: proxy.id,
            properties: { 'dc:title': title },
            changeToken,
          }),
        );
      const token = changeTokenOf(proxy);
      expect(token).toMatch(/^\d+-\d+\/\d+-\d+$/);
      const stale = { code: 'document.change-token-stale' };
      await expect(put('half', token.split('/')[0] ?? '')).rejects.toMatchObject(stale);
      await put('first', token);
      await expect(put('second', token)).rejects.toMatchObject(stale);
      expect((await admin.get({ id: live.id })).properties['dc:title']).toBe('first');
    });

    test('a transition goes to the target', async () => {
      const live = await write('transition');
      const proxy = await publish(admin, live.id, section.id);
      await admin.write((unit) =>
        followLifecycleTransition(unit, { id: proxy.id, transition: 'approve' }),
      );
      expect((await admin.get({ id: live.id })).state).toBe('approved');
      await admin.update(live.id, { 'dc:title': 'after' });
      const shown = await admin.get({ id: proxy.id });
      expect([shown.state, shown.properties['dc:title']]).toEqual(['approved', 'after']);
    });
  });

  test('a proxy is moved like any document', async () => {
    const live = await write('moving');
    const proxy = await publish(admin, live.id, section.id);
    const to = await admin.create(section.id, { name: 'to', type: 'Folder' });
    const moved = await admin.write((unit) =>
      moveDocument(unit, { id: proxy.id, targetId: to.id, name: 'renamed' }),
    );
    expect([moved.path, moved.proxyTarget?.id]).toEqual([`${to.path}/renamed`, live.id]);
  });
});
