import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { type VersionIncrement, versionLabel } from '../../src/model/version-numbers.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { followLifecycleTransition } from '../../src/repository/editing/transitions.ts';
import { saveAndCheckIn } from '../../src/repository/editing/versioned-save.ts';
import {
  findLastVersion,
  listVersions,
  restoreVersion,
} from '../../src/repository/versions/version-history.ts';
import { checkIn, checkOut } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

function checkInAs(actor: Actor, id: DocumentId, by: VersionIncrement) {
  return actor.write(async (unit) =>
    checkIn(unit, { document: await getDocumentForUpdate(unit, id), by }),
  );
}

function versionsOf(actor: Actor, live: Document): Promise<Document[]> {
  return actor.read((unit) => listVersions(unit, live));
}

const labels = (documents: readonly Document[]) => documents.map(versionLabel);

describe.each(engines)('versions on %s', (engine) => {
  let repository: TestRepository;
  let author: Actor;
  let other: Actor;
  let folder: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    author = repository.user('author');
    other = repository.user('other');
    folder = await repository.system.create(repository.workspaces.id, {
      name: 'versions',
      type: 'Folder',
    });
    await repository.system.setAcl(folder.id, [
      grantAce('author', 'ReadWrite'),
      grantAce('other', 'ReadWrite'),
    ]);
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const create = (name: string, title = name) =>
    author.create(folder.id, { name, properties: { 'dc:title': title } });

  describe('checking in', () => {
    test('a minor and a major version get the next numbers', async () => {
      const made = await create('numbers');
      expect([made.isCheckedOut, versionLabel(made)]).toEqual([true, '0.0']);
      const first = await checkInAs(author, made.id, 'MINOR');
      expect([first.live.isCheckedOut, versionLabel(first.live)]).toEqual([false, '0.1']);
      const second = await checkInAs(author, made.id, 'MAJOR');
      expect([versionLabel(second.version), versionLabel(second.live)]).toEqual(['1.0', '1.0']);
      const changed = await author.update(made.id, { 'dc:title': 'x' });
      expect([changed.isCheckedOut, versionLabel(changed)]).toEqual([true, '1.0+']);
      const third = await checkInAs(author, made.id, 'MINOR');
      expect(versionLabel(third.version)).toBe('1.1');
      expect(labels(await versionsOf(author, made))).toEqual(['0.1', '1.0', '1.1']);
    });

    test('a version keeps the content, and has the place of its live document', async () => {
      const made = await create('frozen', 'before');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await author.update(made.id, { 'dc:title': 'after' });
      const read = await author.get({ id: version.id });
      expect(read).toMatchObject({
        isVersion: true,
        isCheckedOut: false,
        path: made.path,
        parentId: folder.id,
        seriesId: made.id,
        name: 'frozen',
      });
      expect(read.properties['dc:title']).toBe('before');
      const live = await author.get({ id: made.id });
      expect([live.properties['dc:title'], live.baseVersionId]).toEqual(['after', version.id]);
    });

    test('only the newest version is latest, and the newest major one latest major', async () => {
      const made = await create('latest');
      for (const by of ['MINOR', 'MAJOR', 'MINOR', 'MAJOR', 'MINOR'] as const) {
        await checkInAs(author, made.id, by);
      }
      const versions = await versionsOf(author, made);
      expect(labels(versions)).toEqual(['0.1', '1.0', '1.1', '2.0', '2.1']);
      expect(versions.map((v) => v.isLatestVersion)).toEqual([false, false, false, false, true]);
      expect(versions.map((v) => v.isLatestMajorVersion)).toEqual([
        false,
        false,
        false,
        true,
        false,
      ]);
    });

    test('a document of a type that cannot be versioned is refused', async () => {
      const plain = await author.create(folder.id, { name: 'plain', type: 'Folder' });
      await expect(checkInAs(author, plain.id, 'MINOR')).rejects.toMatchObject({
        code: 'version.not-allowed',
        status: 400,
        message:
          'Versioning is not allowed by the configuration for type=Folder/lifeCycleState=project',
      });
    });

    test('a version cannot be checked in or out', async () => {
      const made = await create('again');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await expect(checkInAs(author, version.id, 'MINOR')).rejects.toMatchObject({ status: 400 });
      const out = author.write(async (unit) =>
        checkOut(unit, await getDocumentForUpdate(unit, version.id)),
      );
      await expect(out).rejects.toMatchObject({ status: 400 });
    });

    test('a reader may not check in', async () => {
      const made = await create('reader');
      await repository.system.setAcl(made.id, [grantAce('reader', 'Read')]);
      await expect(checkInAs(repository.user('reader'), made.id, 'MINOR')).rejects.toMatchObject({
        code: 'permission.denied',
      });
    });
  });

  describe('saving with a versioning option', () => {
    const save = (id: DocumentId, title: string, by: VersionIncrement) =>
      author.write((unit) =>
        saveAndCheckIn(unit, {
          update: { id, properties: { 'dc:title': title }, changeToken: null },
          by,
        }),
      );

    test('returns the version that was made', async () => {
      const made = await create('option');
      const answer = await save(made.id, 'saved', 'MAJOR');
      expect(answer).toMatchObject({ isVersion: true, isLatestMajorVersion: true });
      expect(answer.properties['dc:title']).toBe('saved');
      expect(versionLabel(answer)).toBe('1.0');
    });

    test('a checked-in document that does not change makes no new version', async () => {
      const made = await create('unchanged', 'same');
      const first = await save(made.id, 'same', 'MINOR');
      const second = await save(made.id, 'same', 'MINOR');
      expect(second.id).toBe(first.id);
      expect(await versionsOf(author, made)).toHaveLength(1);
    });
  });

  describe('automatic versions', () => {
    test('a Note is checked in as 0.1 at creation and at each save', async () => {
      const note = await author.create(folder.id, { name: 'note', type: 'Note' });
      expect([note.isCheckedOut, versionLabel(note)]).toEqual([false, '0.1']);
      const saved = await author.update(note.id, { 'note:note': 'text' });
      expect([saved.isCheckedOut, versionLabel(saved)]).toEqual([false, '0.2']);
      await author.update(note.id, { 'note:note': 'text' });
      expect(labels(await versionsOf(author, note))).toEqual(['0.1', '0.2']);
    });

    test('a Note saved with a versioning option makes one version', async () => {
      const note = await author.create(folder.id, { name: 'note-option', type: 'Note' });
      const answer = await author.write((unit) =>
        saveAndCheckIn(unit, {
          update: { id: note.id, properties: { 'note:note': 'x' }, changeToken: null },
          by: 'MAJOR',
        }),
      );
      expect(versionLabel(answer)).toBe('1.0');
      expect(labels(await versionsOf(author, note))).toEqual(['0.1', '1.0']);
    });

    test('what another user last saved is kept before the change', async () => {
      const made = await create('shared', 'of author');
      const saved = await other.update(made.id, { 'dc:title': 'of other' });
      expect([saved.isCheckedOut, versionLabel(saved)]).toEqual([true, '0.1+']);
      const [version, ...rest] = await versionsOf(author, made);
      expect(rest).toEqual([]);
      expect(version?.properties['dc:title']).toBe('of author');
      await other.update(made.id, { 'dc:title': 'again' });
      expect(await versionsOf(author, made)).toHaveLength(1);
    });

    test('a checked-in document needs no version before another user changes it', async () => {
      const made = await create('checked-in');
      await checkInAs(author, made.id, 'MINOR');
      await other.update(made.id, { 'dc:title': 'of other' });
      expect(await versionsOf(author, made)).toHaveLength(1);
    });
  });

  describe('restoring', () => {
    test('brings the content back and continues from the latest number', async () => {
      const made = await create('restore', 'one');
      const { version: first } = await checkInAs(author, made.id, 'MINOR');
      await author.update(made.id, { 'dc:title': 'two' });
      await checkInAs(author, made.id, 'MINOR');
      const restored = await author.write((unit) =>
        restoreVersion(unit, { liveId: made.id, versionId: first.id }),
      );
      expect(restored.properties['dc:title']).toBe('one');
      expect([restored.isCheckedOut, restored.baseVersionId]).toEqual([false, first.id]);
      await author.update(made.id, { 'dc:title': 'three' });
      const { version } = await checkInAs(author, made.id, 'MINOR');
      expect(versionLabel(version)).toBe('0.3');
    });

    const restored = (liveId: DocumentId, versionId: DocumentId, options: object) =>
      author.write((unit) => restoreVersion(unit, { liveId, versionId, ...options }));

    test('what was changed since the last version can be kept as one first', async () => {
      const made = await create('kept first');
      const { version } = await checkInAs(author, made.id, 'MAJOR');
      await author.update(made.id, { 'dc:title': 'changed' });
      await restored(made.id, version.id, { createsVersion: true });
      const versions = await versionsOf(author, made);
      expect(labels(versions)).toEqual(['1.0', '1.1']);
      expect(versions[1]?.properties['dc:title']).toBe('changed');
      // Now it is checked in, so there is nothing to keep.
      await restored(made.id, version.id, { createsVersion: true });
      expect(await versionsOf(author, made)).toHaveLength(2);
    });

    test('the document can be left checked out', async () => {
      const made = await create('left open');
      const { version } = await checkInAs(author, made.id, 'MAJOR');
      await author.update(made.id, { 'dc:title': 'changed' });
      await checkInAs(author, made.id, 'MINOR');
      const open = await restored(made.id, version.id, { checksOut: true });
      expect([open.isCheckedOut, versionLabel(open)]).toEqual([true, '1.1+']);
      expect(open.properties['dc:title']).toBe('left open');
      expect(await author.get({ id: made.id })).toEqual(open);
    });

    test('a version of another document is refused', async () => {
      const a = await create('a');
      const b = await create('b');
      const { version } = await checkInAs(author, a.id, 'MINOR');
      await expect(
        author.write((unit) => restoreVersion(unit, { liveId: b.id, versionId: version.id })),
      ).rejects.toMatchObject({ status: 400 });
    });
  });

  describe('changing a version', () => {
    test('is refused but for a few properties', async () => {
      const made = await create('immutable');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await expect(author.update(version.id, { 'dc:title': 'x' })).rejects.toMatchObject({
        code: 'document.version-immutable',
        status: 400,
      });
      const issued = await author.update(version.id, { 'dc:issued': 1_700_000_000_000 });
      expect(issued.properties['dc:issued']).toBe(1_700_000_000_000);
      expect(issued.properties['dc:modified']).toBe(version.properties['dc:modified']);
    });
  });

  describe('removing', () => {
    test('the base of a checked-in document is needed', async () => {
      const made = await create('base');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await expect(author.remove(version.id)).rejects.toMatchObject({
        status: 403,
        message: `Failed to delete document ${made.path}, Permission denied: cannot remove document ${version.id}, Working copy ${made.id} is checked in with base version ${version.id}`,
      });
    });

    test('of the latest version makes the one before it the latest', async () => {
      const made = await create('successor');
      const { version: first } = await checkInAs(author, made.id, 'MAJOR');
      const { version: second } = await checkInAs(author, made.id, 'MAJOR');
      await author.update(made.id, { 'dc:title': 'checked out' });
      await author.remove(second.id);
      const [left, ...rest] = await versionsOf(author, made);
      expect(rest).toEqual([]);
      expect(left).toMatchObject({
        id: first.id,
        isLatestVersion: true,
        isLatestMajorVersion: true,
      });
      const live = await author.get({ id: made.id });
      expect(live.baseVersionId).not.toBe(second.id);
      const last = await author.read((unit) => findLastVersion(unit, made.id));
      expect(last?.id).toBe(first.id);
    });

    test('needs WriteVersion on the live document', async () => {
      const made = await create('no-write-version');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await author.update(made.id, { 'dc:title': 'checked out' });
      await repository.system.setAcl(made.id, [grantAce('reader', 'Read')]);
      await expect(repository.user('reader').remove(version.id)).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining(
          `Missing permission 'WriteVersion' on working copy ${made.id}`,
        ),
      });
    });

    test('the live document takes its versions along', async () => {
      const made = await create('all');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await author.remove(made.id);
      await expect(author.get({ id: version.id })).rejects.toMatchObject({
        code: 'document.not-found',
      });
    });
  });

  describe('permissions', () => {
    test('a version is as readable as its live document is now', async () => {
      const made = await create('follows');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      const reader = repository.user('reader');
      await repository.system.setAcl(made.id, [
        { ...grantAce('reader', 'Everything'), granted: false },
      ]);
      expect(await reader.canRead(version.id)).toBe(false);
      await repository.system.setAcl(made.id, [grantAce('reader', 'Read')]);
      expect(await reader.canRead(version.id)).toBe(true);
    });

    test('a version has no ACL of its own to set', async () => {
      const made = await create('acl');
      const { version } = await checkInAs(author, made.id, 'MINOR');
      await expect(
        repository.system.setAcl(version.id, [grantAce('reader', 'Read')]),
      ).rejects.toMatchObject({ status: 400 });
    });
  });

  test('an approved document that is changed after its check-in goes back to work', async () => {
    const made = await create('approved');
    await author.write((unit) =>
      followLifecycleTransition(unit, { id: made.id, transition: 'approve' }),
    );
    await checkInAs(author, made.id, 'MINOR');
    const changed = await author.update(made.id, { 'dc:title': 'changed' });
    expect(changed.state).toBe('project');
    const kept = await author.read((unit) => findLastVersion(unit, made.id));
    expect(kept?.state).toBe('approved');
  });
});
