import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import type { Document } from '../../src/model/document.ts';
import { versionLabel } from '../../src/model/version-numbers.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { lockDocument } from '../../src/repository/editing/locks.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import {
  getSourceDocument,
  listPublications,
  publishDocument,
  removeProxiesOf,
  unpublishAll,
} from '../../src/repository/editing/publishing.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { listVersions } from '../../src/repository/versions/version-history.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { bindParameters } from '../../src/storage/statement.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';
import { dumpStore } from '../support/store-dump.ts';

describe.each(engines)('publishing on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let source: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    source = await admin.create(repository.workspaces.id, { name: 'source', type: 'Folder' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const write = (name: string) =>
    admin.create(source.id, { name, properties: { 'dc:title': 'first' } });
  const section = (name: string) =>
    admin.create(repository.workspaces.id, { name, type: 'Section' });
  const publish = (
    id: DocumentId,
    target: Document,
    { overrides = true, actor = admin }: { overrides?: boolean; actor?: Actor } = {},
  ) => actor.write((unit) => publishDocument(unit, { id, targetId: target.id, overrides }));
  const freeze = (id: DocumentId) =>
    admin.write(async (unit) => {
      const document = await getDocumentForUpdate(unit, id);
      return (await checkIn(unit, { document, by: 'MINOR' })).version;
    });
  const versionsOf = (live: Document) => admin.read((unit) => listVersions(unit, live));
  const publications = (id: DocumentId, actor = admin) =>
    actor.read((unit) => listPublications(unit, id));
  const sourceOf = (id: DocumentId, actor = admin) =>
    actor.read((unit) => getSourceDocument(unit, id));

  test('shows a version that is made of the present state', async () => {
    const [live, target] = [await write('version'), await section('version section')];
    const proxy = await publish(live.id, target);
    expect(proxy).toMatchObject({ path: `${target.path}/version`, seriesId: live.id });
    expect(proxy.proxyTarget).toMatchObject({ isVersion: true });
    expect((await admin.get({ id: live.id })).isCheckedOut).toBe(false);
    expect((await versionsOf(live)).map(versionLabel)).toEqual(['0.1']);
    await admin.update(live.id, { 'dc:title': 'second' });
    expect((await admin.get({ id: proxy.id })).properties['dc:title']).toBe('first');
  });

  test('costs as many statements in a section with many publications as in an empty one', async () => {
    const target = await section('counted section');
    const counts: number[] = [];
    for (const name of ['counted-1', 'counted-2', 'counted-3']) {
      const { id } = await write(name);
      const meter = { queries: 0 };
      await repository.database.write(
        (handle) =>
          publishDocument(createSystemUnit(handle, repository.context), {
            id,
            targetId: target.id,
            overrides: true,
          }),
        meter,
      );
      counts.push(meter.queries);
    }
    // The lock; the document, twice, and the section; the flag of the last version; the version with
    // its words, the row of the document; the proxies there, the name, the proxy; six events,
    // which PostgreSQL takes in two statements.
    const cost = engine === 'postgres' ? 13 : 17;
    expect(counts).toEqual([cost, cost, cost]);
  });

  test.runIf(engine === 'sqlite')('finds its proxies by their target', async () => {
    const [live, target] = [await write('planned'), await section('planned section')];
    const plans = await admin.write(async (unit) => {
      const { handle } = unit;
      const found: unknown[][] = [];
      const fetchAll: typeof handle.fetchAll = async (statement, params) => {
        const { sql, parameters } = statement.compiledFor(handle);
        const bound = bindParameters({ sql, parameters }, params);
        const explained = { sql: `explain query plan ${sql}`, parameters: bound };
        found.push(await handle.all({ compile: () => explained as never }));
        return handle.fetchAll(statement, params);
      };
      const watched = new Proxy(handle, {
        get(_handle, name: keyof typeof handle) {
          if (name === 'fetchAll') return fetchAll;
          const value: unknown = handle[name];
          return typeof value === 'function' ? value.bind(handle) : value;
        },
      });
      const publication = { id: live.id, targetId: target.id, overrides: true };
      await publishDocument({ ...unit, handle: watched }, publication);
      return found;
    });
    expect(plans).toHaveLength(1);
    expect(JSON.stringify(plans)).toContain('document_proxies');
    expect(JSON.stringify(plans)).not.toContain('(parent_id');
  });

  test('says on the version when it was published, and changes nothing of the live document', async () => {
    const [live, first, second] = [
      await write('issued'),
      await section('first issue'),
      await section('second issue'),
    ];
    const before = Date.now();
    const proxy = await publish(live.id, first);
    const issued = Number(proxy.properties['dc:issued']);
    expect(issued).toBeGreaterThanOrEqual(before);
    const [version] = await versionsOf(live);
    expect(version?.properties['dc:issued']).toBe(issued);
    const after = await admin.get({ id: live.id });
    expect([after.isCheckedOut, after.properties['dc:issued']]).toEqual([false, undefined]);
    const again = await publish(live.id, second);
    expect(again.proxyTarget?.id).toBe(version?.id);
    expect(Number(again.properties['dc:issued'])).toBeGreaterThanOrEqual(issued);
    expect(await versionsOf(live)).toHaveLength(1);
  });

  test('makes no version of what did not change since the last', async () => {
    const [live, target] = [await write('checked in'), await section('checked in section')];
    const version = await freeze(live.id);
    const proxy = await publish(live.id, target);
    expect(proxy.proxyTarget?.id).toBe(version.id);
    const again = await publish(live.id, target);
    expect(again).toEqual(proxy);
    expect(await versionsOf(live)).toHaveLength(1);
  });

  test('publishing again into the section replaces what is there', async () => {
    const [live, target] = [await write('again'), await section('again section')];
    const first = await publish(live.id, target);
    await admin.update(live.id, { 'dc:title': 'second' });
    const second = await publish(live.id, target);
    expect(second.id).toBe(first.id);
    expect(second.properties['dc:title']).toBe('second');
    expect(second.systemToken).toBe(first.systemToken + 1);
    expect(await admin.childNames(target.id)).toEqual(['again']);
    const sorted = await admin.read(({ handle }) =>
      handle.first(
        handle.builder.selectFrom('document').select('title_key').where('id', '=', second.id),
      ),
    );
    expect(sorted).toEqual({ title_key: 'second' });
  });

  test('unless both are to stay, and then a third replaces both', async () => {
    const [live, target] = [await write('beside'), await section('beside section')];
    await publish(live.id, target);
    await admin.update(live.id, { 'dc:title': 'second' });
    const second = await publish(live.id, target, { overrides: false });
    expect(second.name).toMatch(/^beside\.\d{13}$/);
    expect(await admin.childNames(target.id)).toHaveLength(2);
    const third = await publish(live.id, target);
    expect(await admin.childNames(target.id)).toEqual(['beside']);
    expect(third.properties['dc:title']).toBe('second');
  });

  test('a version or what a proxy shows is published as it is', async () => {
    const [live, target, other] = [
      await write('given'),
      await section('given section'),
      await section('other section'),
    ];
    const old = await freeze(live.id);
    await admin.update(live.id, { 'dc:title': 'second' });
    const proxy = await publish(old.id, target);
    expect(proxy.proxyTarget?.id).toBe(old.id);
    // A reader of the section who cannot read the document can publish it further.
    await admin.setAcl(live.id, [denyAll]);
    await admin.setAcl(other.id, [grantAce('passer', 'ReadWrite')]);
    const passed = await publish(proxy.id, other, { actor: repository.user('passer') });
    expect(passed.proxyTarget?.id).toBe(old.id);
    expect((await admin.get({ id: live.id })).isCheckedOut).toBe(true);
  });

  test('a folder has no versions and is refused', async () => {
    const [folder, target] = [
      await admin.create(source.id, { name: 'folder', type: 'Folder' }),
      await section('folder section'),
    ];
    // The audit also has documents that were created and removed.
    const dump = async () => ({ ...(await dumpStore(repository.database)), audit_entry: [] });
    const before = await dump();
    await expect(publish(folder.id, target)).rejects.toMatchObject({ status: 400 });
    const file = await write('into proxy');
    const proxy = await publish(file.id, target);
    await expect(publish(file.id, proxy)).rejects.toMatchObject({ status: 400 });
    await admin.remove(proxy.id);
    await admin.remove(file.id);
    expect(await dump()).toEqual(before);
  });

  test('needs Read on the document and AddChildren on the section, nothing else', async () => {
    const [live, target] = [await write('rights'), await section('rights section')];
    await admin.write((unit) => lockDocument(unit, live.id));
    await admin.setAcl(live.id, [denyAll]);
    const user = repository.user('publisher');
    const attempt = () => publish(live.id, target, { actor: user });
    const denied = (permission: string) => ({
      message: `Privilege '${permission}' is not granted to 'publisher'`,
    });
    await expect(attempt()).rejects.toMatchObject(denied('Read'));
    await admin.setAcl(live.id, [grantAce('publisher', 'Read')]);
    await expect(attempt()).rejects.toMatchObject(denied('AddChildren'));
    await admin.setAcl(target.id, [grantAce('publisher', 'AddChildren')]);
    expect((await attempt()).parentId).toBe(target.id);
  });

  test('lists where it is shown, as far as the caller may see', async () => {
    const [live, a, b, c] = [
      await write('listed'),
      await section('list a'),
      await section('list b'),
      await section('list c'),
    ];
    const first = await publish(live.id, b);
    await admin.update(live.id, { 'dc:title': 'second' });
    const second = await publish(live.id, a);
    const shown = await admin.write((unit) =>
      createProxy(unit, { targetId: live.id, folderId: c.id }),
    );
    const ids = (documents: readonly Document[]) => documents.map(({ id }) => id);
    expect(ids(await publications(live.id))).toEqual([second.id, first.id, shown.id]);
    expect(ids(await publications(first.id))).toEqual([second.id, first.id, shown.id]);
    await admin.setAcl(b.id, [denyAll]);
    const reader = repository.user('reader');
    expect(ids(await publications(live.id, reader))).toEqual([second.id, shown.id]);
    await admin.setAcl(live.id, [denyAll]);
    await expect(publications(live.id, reader)).rejects.toMatchObject({ status: 403 });
    expect(await publications((await write('never')).id)).toEqual([]);
  });

  test('taking it back removes what the caller may remove', async () => {
    const [live, mine, theirs] = [
      await write('taken back'),
      await section('mine'),
      await section('theirs'),
    ];
    await publish(live.id, mine);
    await publish(live.id, theirs);
    await admin.setAcl(mine.id, [grantAce('editor', 'ReadWrite')]);
    const user = repository.user('editor');
    await user.write((unit) => unpublishAll(unit, live.id));
    expect(await admin.childNames(mine.id)).toEqual([]);
    expect(await admin.childNames(theirs.id)).toEqual(['taken back']);
    await admin.write((unit) => unpublishAll(unit, live.id));
    expect(await admin.childNames(theirs.id)).toEqual([]);
    expect(await versionsOf(live)).toHaveLength(1);
  });

  test('removing the proxies of a version leaves those of others', async () => {
    const [live, a, b] = [await write('proxies'), await section('pa'), await section('pb')];
    const old = await freeze(live.id);
    await publish(old.id, a);
    await admin.update(live.id, { 'dc:title': 'second' });
    const newer = await publish(live.id, b);
    const remove = (id: DocumentId, actor = admin) =>
      actor.write((unit) => removeProxiesOf(unit, id));
    await remove(newer.id);
    await expect(remove(live.id, repository.user('reader'))).rejects.toMatchObject({ status: 403 });
    expect(await publications(live.id)).toHaveLength(2);
    await remove(old.id);
    expect((await publications(live.id)).map(({ id }) => id)).toEqual([newer.id]);
    await remove(live.id);
    expect(await publications(live.id)).toEqual([]);
  });

  test('the source of a proxy or version is the live document', async () => {
    const [live, target] = [await write('source'), await section('source section')];
    const proxy = await publish(live.id, target);
    const version = proxy.proxyTarget as Document;
    for (const id of [proxy.id, version.id, live.id]) {
      expect((await sourceOf(id)).id).toBe(live.id);
    }
    await admin.setAcl(live.id, [denyAll]);
    await expect(sourceOf(proxy.id, repository.user('reader'))).rejects.toMatchObject({
      status: 403,
    });
    await admin.remove(live.id);
    await expect(sourceOf(proxy.id)).rejects.toMatchObject({
      status: 404,
      message: `There is no document with the id ${live.id}`,
    });
  });

  test('two at once leave one proxy and one version', async () => {
    const [live, target] = [await write('race'), await section('race section')];
    await Promise.all([publish(live.id, target), publish(live.id, target)]);
    expect(await admin.childNames(target.id)).toEqual(['race']);
    expect(await versionsOf(live)).toHaveLength(1);
  });
});
