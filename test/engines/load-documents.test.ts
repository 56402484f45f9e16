import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentId, newDocumentId } from '../../src/base/ids.ts';
import type { Document } from '../../src/model/document.ts';
import type { DocumentReference } from '../../src/repository/documents/documents.ts';
import { getDocumentForUpdate } from '../../src/repository/documents/documents.ts';
import { getDocuments } from '../../src/repository/documents/load-documents.ts';
import { createProxy } from '../../src/repository/editing/proxies.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { type Compilable, compilable } from '../../src/storage/statement.ts';
import { engines } from '../support/engines.ts';
import { type Actor, openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

describe.each(engines)('getting many documents on %s', (engine) => {
  let repository: TestRepository;
  let admin: Actor;
  let reader: Actor;
  let place: Document;
  let section: Document;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
    admin = repository.system;
    reader = repository.user('reader');
    place = await admin.create(repository.workspaces.id, { name: 'many', type: 'Folder' });
    section = await admin.create(repository.workspaces.id, { name: 'shown', type: 'Folder' });
  });
  afterAll(async () => {
    expect(await repository.findings()).toEqual([]);
    await repository.close();
  });

  const load = (references: readonly DocumentReference[], actor = admin) =>
    actor.read((unit) => getDocuments(unit, references));
  const freeze = (id: DocumentId) =>
    admin.write(async (unit) => {
      const document = await getDocumentForUpdate(unit, id);
      return (await checkIn(unit, { document, by: 'MINOR' })).version;
    });

  test('keeps the order and the duplicates, by id and by path', async () => {
    const [a, b] = [
      await admin.create(place.id, { name: 'a' }),
      await admin.create(place.id, { name: 'b' }),
    ];
    const references = [
      { id: b.id },
      { path: a.path ?? '' },
      { path: '/' },
      { id: a.id },
      { id: b.id },
    ];
    const found = await load(references);
    expect(found.map((document) => document.path)).toEqual([b.path, a.path, '/', a.path, b.path]);
    expect(await load([])).toEqual([]);
  });

  test('completes versions and proxies as getting each of them does', async () => {
    const live = await admin.create(place.id, {
      name: 'live',
      properties: { 'dc:title': 'first' },
    });
    const version = await freeze(live.id);
    const proxy = await admin.write((unit) =>
      createProxy(unit, { targetId: version.id, folderId: section.id }),
    );
    await admin.update(live.id, { 'dc:title': 'second' });
    const references = [
      { id: proxy.id },
      { id: version.id },
      { path: live.path ?? '' },
      { path: proxy.path ?? '' },
    ];
    const each = await Promise.all(references.map((reference) => admin.get(reference)));
    expect(await load(references)).toEqual(each);
    expect(each.map((document) => document.properties['dc:title'])).toEqual([
      'first',
      'first',
      'second',
      'first',
    ]);
  });

  test('the first that is missing or closed is reported as if it were loaded alone', async () => {
    const open = await admin.create(place.id, { name: 'open' });
    const closed = await admin.create(place.id, { name: 'closed' });
    await admin.setAcl(closed.id, [denyAll]);
    const unknown = newDocumentId();
    const refused = { code: 'permission.denied', message: /'Read' is not granted to 'reader'/ };
    const missing = (name: string) => ({
      code: 'document.not-found',
      message: expect.stringContaining(name),
    });
    const attempt = (references: readonly DocumentReference[]) => load(references, reader);
    await expect(attempt([{ id: open.id }, { id: closed.id }, { id: unknown }])).rejects.toEqual(
      expect.objectContaining({
        code: refused.code,
        message: expect.stringMatching(refused.message),
      }),
    );
    await expect(attempt([{ id: unknown }, { id: closed.id }])).rejects.toMatchObject(
      missing(unknown),
    );
    await expect(attempt([{ path: '/no/where' }])).rejects.toMatchObject(missing('/no/where'));
    await expect(attempt([{ id: 'no uuid' }])).rejects.toMatchObject(missing('no uuid'));
    expect(await attempt([{ id: open.id }])).toHaveLength(1);
  });

  test.runIf(engine === 'postgres')('finds many ids and paths by their indexes', async () => {
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    const references = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? { id: newDocumentId() as string } : { path: `/absent-${at}` },
    );
    await admin.write(async (unit) => {
      const watched = Object.create(unit.handle, {
        builder: { value: unit.handle.builder },
        tree: { value: unit.handle.tree },
        all: {
          value: (query: Compilable<object>) => {
            statements.push(query.compile());
            return unit.handle.all(query);
          },
        },
      });
      await getDocuments({ ...unit, handle: watched }, references).catch(() => undefined);
      // So small a table would be read whole otherwise.
      await unit.handle.run(compilable(unit.handle.builder, sql`set local enable_seqscan = off`));
      expect(statements.length).toBeGreaterThan(0);
      for (const statement of statements) {
        const explained = {
          compile: () => ({ ...statement, sql: `explain ${statement.sql}` }) as never,
        };
        const plan = JSON.stringify(await unit.handle.all(explained));
        expect(plan).toContain('Index');
        expect(plan).not.toContain('Seq Scan');
      }
    });
  });

  test('costs three queries at most for each five hundred', async () => {
    const ids: DocumentId[] = [];
    for (let index = 0; index < 30; index += 1) {
      ids.push((await admin.create(place.id, { name: `n${index}` })).id);
    }
    const version = await freeze(ids[0] as DocumentId);
    const proxy = await admin.write((unit) =>
      createProxy(unit, { targetId: version.id, folderId: section.id }),
    );
    const queriesFor = async (count: number): Promise<number> => {
      const meter = { queries: 0 };
      const all = [...ids, version.id, proxy.id];
      const references = Array.from({ length: count }, (_each, index) => ({
        id: all[index % all.length] as DocumentId,
      }));
      const found = await repository.database.read(
        (handle) =>
          getDocuments(createUnit(handle, repository.context, admin.principal), references),
        meter,
      );
      expect(found.map(({ id }) => id)).toEqual(references.map(({ id }) => id));
      return meter.queries;
    };
    expect(await queriesFor(32)).toBe(3);
    expect(await queriesFor(500)).toBe(3);
    expect(await queriesFor(501)).toBe(4);
  });
});
