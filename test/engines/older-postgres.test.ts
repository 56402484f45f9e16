import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldCase } from '../../src/storage/fold-case.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { workspaces } from '../support/documents.ts';
import { folderParent } from '../support/folder-parent.ts';
import { PostgresNode } from '../support/postgres-node.ts';
import { serverUser } from '../support/server-user.ts';

const versions = ['15', '16'].map((version) => ({
  version,
  bin: `/usr/lib/postgresql/${version}/bin`,
}));

for (const { version, bin } of versions) {
  const isThere = existsSync(join(bin, 'initdb'));
  if (!isThere) {
    process.stdout.write(`postgresql-${version} is not installed: its tests are skipped\n`);
  }

  describe.skipIf(!isThere)(`a store on PostgreSQL ${version}`, () => {
    let folder: string;
    let node: PostgresNode;
    let app: TestApp;
    beforeAll(async () => {
      folder = await mkdtemp(join(folderParent(), `cartulary-postgres-${version}-`));
      await chmod(folder, 0o755);
      node = await PostgresNode.create({ bin, folder, name: 'data', user: await serverUser() });
      await node.initialise();
      await node.start([]);
      await node.query('postgres', 'create database cartulary');
      app = await startTestApp('postgres', { databaseUrl: node.url('cartulary') });
    });
    afterAll(async () => {
      await app?.close();
      await node?.kill();
      await rm(folder, { recursive: true, force: true });
    });

    test('is of that version', async () => {
      const [row] = await node.query('cartulary', 'show server_version');
      expect(row?.server_version).toMatch(new RegExp(`^${version}\\.`));
    });

    test('folds letters as the program does', async () => {
      // Letters of later versions of Unicode than that of the server are left out.
      const later = [0x1c89, 0x1c8a];
      const codes = Array.from({ length: 0x2000 }, (_unused, n) => n + 1);
      const letters = codes.filter((n) => !later.includes(n)).map((n) => String.fromCodePoint(n));
      // At the end of a word a sigma is another letter in the rules of languages.
      const texts = [...letters, 'ΌΣΟΣ ΣΑΣ', 'İstanbul', 'ẞTRAẞE'];
      const query = sql<{ folded: string }>`select cartulary_fold(text) as folded
        from unnest(cast(${texts} as text[])) with ordinality as given (text, place) order by place`;
      const rows = await app.services.database.read((handle) =>
        handle.all<{ folded: string }>({ compile: () => query.compile(handle.builder) }),
      );
      expect(texts.filter((text, at) => rows[at]?.folded !== foldCase(text))).toEqual([]);
    });

    test('creates, finds, changes and removes documents', async () => {
      const body = { 'entity-type': 'document', name: 'old', type: 'File' };
      const properties = { 'dc:title': 'ΌΔΟΣ of the server' };
      const made = await app.request(`POST ${workspaces}`, { body: { ...body, properties } });
      expect(made.status).toBe(201);
      const search = async (condition: string) => {
        const query = encodeURIComponent(`SELECT * FROM File WHERE ${condition}`);
        // A text that comes often is compared with a plan for all values, which this version may not know.
        for (let times = 0; times < 4; times += 1) {
          const { status } = await app.request(
            `GET /api/v1/search/lang/NXQL/execute?query=${query}`,
          );
          expect(status).toBe(200);
        }
        const { json } = await app.request(`GET /api/v1/search/lang/NXQL/execute?query=${query}`);
        return json.entries.map(({ title }: { title: string }) => title);
      };
      expect(await search("dc:title ILIKE 'όδοσ%'")).toEqual([properties['dc:title']]);
      expect(await search("ecm:fulltext = 'server'")).toEqual([properties['dc:title']]);
      expect(await search("dc:created > DATE '2001-01-01'")).toEqual([properties['dc:title']]);
      const changed = await app.request(`PUT /api/v1/id/${made.json.uid}`, {
        body: { 'entity-type': 'document', properties: { 'dc:title': 'other' } },
      });
      expect(changed.status).toBe(200);
      expect((await app.request(`DELETE /api/v1/id/${made.json.uid}`)).status).toBe(204);
      expect(await search("ecm:fulltext = 'server'")).toEqual([]);
    });
  });
}
