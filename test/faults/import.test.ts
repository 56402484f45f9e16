import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImportBatch } from '../../src/cli/importing/import-batch.ts';
import { ImportTally } from '../../src/cli/importing/tally.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { getDocument } from '../../src/repository/documents/documents.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { FaultyDatabase } from '../support/faulty-database.ts';
import { storeFindings } from '../support/invariants.ts';

/** The most dangerous moment: a collector has taken the content away before its row was there. */
describe.each(engines)('an import that fails while content is collected on %s', (engine) => {
  let app: TestApp;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folder = await makeFolder();
  });
  afterAll(async () => {
    await app.close();
    await folder.remove();
  });

  async function batchOf(name: string, files: Readonly<Record<string, string>>) {
    const path = `/default-domain/workspaces/${name}`;
    const target = await app.services.database.read((handle) =>
      getDocument(createSystemUnit(handle, app.services.repository), { path }),
    );
    const source = folder.path;
    const parent = { source, path, parent: null, id: target.id, hasFailed: false };
    const entries = Object.entries(files).map(async ([fileName, text]) => {
      const place = join(source, fileName);
      await writeFile(place, text);
      const sizeBytes = Buffer.byteLength(text);
      const name = { fileName, name: fileName, path: `${path}/${fileName}` };
      return {
        ...name,
        source: place,
        parent,
        folder: null,
        description: null,
        sizeBytes,
        dates: {},
      };
    });
    const faults = new FaultyDatabase(app.services.database);
    const { blobs, repository } = app.services;
    const store = { blobs, repository, database: faults, close: async () => undefined };
    const { signal } = new AbortController();
    const task = {
      store,
      principal: systemPrincipal,
      source,
      target,
      concurrency: 2,
      isDryRun: false,
      types: { file: null, folder: null },
      keepsDates: false,
      usesMetadata: false,
      signal,
    };
    const batch = new ImportBatch(
      { ...task, tally: new ImportTally() },
      await Promise.all(entries),
    );
    return { batch, faults };
  }

  async function setAllAside() {
    const keys = (await Array.fromAsync(app.services.blobs.list())).map(({ key }) => key);
    return Promise.all(keys.map((key) => app.services.blobs.setAside(key)));
  }

  const findings = async () => {
    const { database, blobs, repository } = app.services;
    const found = await storeFindings({ database, blobs, model: repository.model });
    return found.filter((text) => text.startsWith('error'));
  };

  test.each(['failAt', 'loseAnswerOf'] as const)(
    'leaves no document without it (%s)',
    async (how) => {
      let hasFailed = true;
      for (let call = 1; hasFailed; call += 1) {
        const name = `${how} ${call}`;
        await createDocument(app, { name, type: 'Folder' });
        const changed = await batchOf(name, { 'b.bin': `${name} old` });
        await changed.batch.prepare();
        await changed.batch.write();
        const { batch, faults } = await batchOf(name, {
          'a.bin': `${name} fresh`,
          'b.bin': `${name} changed`,
        });
        const others = await setAllAside();
        await batch.prepare();
        const collected = await setAllAside();
        faults[how](call, 'before');
        const outcome = await batch.write().catch((error: unknown) => error);
        hasFailed = faults.hasFailed;
        if (hasFailed) expect(outcome).toMatchObject({ code: 'store.unavailable' });
        for (const content of collected) await content?.drop();
        for (const content of others) await content?.restore();
        expect(await findings(), name).toEqual([]);
        expect(call).toBeLessThan(60);
      }
    },
  );
});
