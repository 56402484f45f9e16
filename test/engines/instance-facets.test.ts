import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobKey, DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import { type Document, hasFacet } from '../../src/model/document.ts';
import { blobValueOf, registerBlob } from '../../src/repository/attachments/blobs.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { addFacet, removeFacet } from '../../src/repository/editing/instance-facets.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { restoreVersion } from '../../src/repository/versions/version-history.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';

const emptyContent = {
  key: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as BlobKey,
  digest: 'd41d8cd98f00b204e9800998ecf8427e',
  digestAlgorithm: 'MD5' as const,
  sizeBytes: 0,
};

describe.each(engines)('facets of single documents on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let place: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    place = await admin.create(repository.workspaces.id, { name: 'facets', type: 'Folder' });
  });
  afterAll(async () => {
    const findings = await repository.findings();
    // The row of the one blob is made here without its content.
    expect(findings.filter((text) => !text.includes(emptyContent.key))).toEqual([]);
    await repository.close();
  });

  const create = (name: string) => admin.create(place.id, { name });
  const add = (id: DocumentId, facet: string, actor = admin) =>
    actor.write((unit) => addFacet(unit, { id, facet }));
  const remove = (id: DocumentId, facet: string, actor = admin) =>
    actor.write((unit) => removeFacet(unit, { id, facet }));
  const freeze = (id: DocumentId) =>
    admin.write(async (unit) => {
      const document = await getDocumentForUpdate(unit, id);
      return (await checkIn(unit, { document, by: 'MINOR' })).version;
    });
  const schemasOf = (document: Document) => document.shape.schemas.map((schema) => schema.name);

  test('a facet brings its schemas to this document and no other', async () => {
    const [made, other] = [await create('brings'), await create('other')];
    const changed = await add(made.id, 'ExternalEntity');
    expect(hasFacet(changed, 'ExternalEntity')).toBe(true);
    expect(schemasOf(changed)).toContain('externalEntity');
    await admin.update(made.id, { 'externalEntity:origin': 'x' });
    expect(await admin.get({ id: made.id })).toMatchObject({
      instanceFacets: ['ExternalEntity'],
      properties: { 'externalEntity:origin': 'x' },
    });
    expect(schemasOf(await admin.get({ id: other.id }))).not.toContain('externalEntity');
  });

  test('it counts as a change, but only when the facet is new', async () => {
    const made = await create('change');
    await freeze(made.id);
    const changed = await add(made.id, 'ExternalEntity');
    expect(changed).toMatchObject({ isCheckedOut: true });
    expect(changed.properties['dc:modified']).toBeGreaterThanOrEqual(
      Number(made.properties['dc:modified']),
    );
    expect(await add(made.id, 'ExternalEntity')).toEqual(changed);
    expect(await add(made.id, 'Versionable')).toEqual(changed);
    expect(await admin.get({ id: made.id })).toEqual(changed);
  });

  test('a facet is removed with its properties and their blobs', async () => {
    const made = await create('goes');
    await add(made.id, 'Thumbnail');
    await add(made.id, 'ExternalEntity');
    await admin.write(async (unit) => {
      await registerBlob(unit.handle, emptyContent, unit.nowMs);
      const naming = { name: 't', mimeType: null, encoding: null };
      const properties = {
        'thumb:thumbnail': blobValueOf(emptyContent, naming),
        'dc:title': 'kept',
      };
      await updateDocument(unit, { id: made.id, properties, changeToken: null });
    });
    const references = () =>
      admin.read(({ handle }) =>
        handle.all(
          handle.builder
            .selectFrom('blob_reference')
            .select('xpath')
            .where('document_id', '=', made.id),
        ),
      );
    expect(await references()).toEqual([{ xpath: 'thumb:thumbnail' }]);
    const changed = await remove(made.id, 'Thumbnail');
    expect(changed.instanceFacets).toEqual(['ExternalEntity']);
    expect(Object.keys(changed.properties)).not.toContain('thumb:thumbnail');
    expect(changed.properties['dc:title']).toBe('kept');
    expect(await references()).toEqual([]);
    expect(await admin.get({ id: made.id })).toEqual(changed);
    expect((await remove(made.id, 'ExternalEntity')).instanceFacets).toEqual([]);
  });

  test('a facet of the type, or one that is not there, is not taken away', async () => {
    const made = await create('stays');
    expect(await remove(made.id, 'Versionable')).toEqual(made);
    expect(await remove(made.id, 'ExternalEntity')).toEqual(made);
  });

  test('an unknown facet is refused, and removing what is not there changes nothing', async () => {
    const made = await create('unknown');
    await expect(add(made.id, 'Nonsense')).rejects.toMatchObject({
      code: 'request.invalid',
      message: expect.stringContaining('Nonsense'),
    });
    for (const facet of ['Nonsense', 'ExternalEntity']) {
      expect((await remove(made.id, facet)).systemToken).toBe(made.systemToken);
    }
  });

  test('versions keep theirs, and restoring one brings them back', async () => {
    const made = await create('versions');
    await add(made.id, 'ExternalEntity');
    await admin.update(made.id, { 'externalEntity:origin': 'old' });
    const version = await freeze(made.id);
    await remove(made.id, 'ExternalEntity');
    const bare = await freeze(made.id);
    const refused = { code: 'document.version-immutable', status: 400 };
    await expect(add(version.id, 'ThemeLocalConfiguration')).rejects.toMatchObject(refused);
    await expect(remove(version.id, 'ExternalEntity')).rejects.toMatchObject(refused);
    const restore = (versionId: DocumentId) =>
      admin.write((unit) => restoreVersion(unit, { liveId: made.id, versionId }));
    const restored = await restore(version.id);
    expect(restored.instanceFacets).toEqual(['ExternalEntity']);
    expect(restored.properties['externalEntity:origin']).toBe('old');
    const emptied = await restore(bare.id);
    expect(emptied.instanceFacets).toEqual([]);
    expect(Object.keys(emptied.properties)).not.toContain('externalEntity:origin');
  });

  test('of a proxy the target is changed', async () => {
    const made = await create('target');
    const section = await admin.create(place.id, { name: 'section', type: 'Folder' });
    const proxy = await admin.write((unit) =>
      createProxy(unit, { targetId: made.id, folderId: section.id }),
    );
    expect(hasFacet(await add(proxy.id, 'Thumbnail'), 'Thumbnail')).toBe(true);
    expect((await admin.get({ id: made.id })).instanceFacets).toEqual(['Thumbnail']);
    expect(hasFacet(await remove(proxy.id, 'Thumbnail'), 'Thumbnail')).toBe(false);
  });

  test('needs WriteProperties', async () => {
    const made = await create('rights');
    const user = repository.user('writer');
    await expect(add(made.id, 'Thumbnail', user)).rejects.toMatchObject({
      message: "Privilege 'WriteProperties' is not granted to 'writer'",
    });
    await admin.setAcl(made.id, [grantAce('writer', 'ReadWrite')]);
    await add(made.id, 'Thumbnail', user);
    expect((await admin.get({ id: made.id })).properties['dc:lastContributor']).toBe('writer');
  });
});
