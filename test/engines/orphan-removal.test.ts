import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { BlobKey } from '../../src/base/ids.ts';
import { collectThese } from '../../src/repository/attachments/blob-collection.ts';
import { releaseLeases, stageWithLease } from '../../src/repository/attachments/blob-leases.ts';
import type { BlobServices } from '../../src/repository/attachments/blobs.ts';
import { removeOrphans } from '../../src/repository/attachments/orphan-removal.ts';
import { blobHolders, contentsIn } from '../../src/repository/attachments/orphans.ts';
import {
  finishRemovals,
  purgeDecisions,
  storeDecisions,
} from '../../src/repository/attachments/removal-decisions.ts';
import { scanContents } from '../../src/repository/attachments/scan-contents.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { type FaultMoment, FaultyDatabase } from '../support/faulty-database.ts';

const naming = { name: 'a.txt', mimeType: 'text/plain', encoding: null };

describe.each(engines)('removing orphaned contents on %s', (engine) => {
  let app: TestApp;
  let services: BlobServices;
  beforeAll(async () => {
    app = await startTestApp(engine);
    services = { database: app.services.database, blobs: app.services.blobs };
  });
  afterAll(() => app.close());

  async function rowless(text: string): Promise<BlobKey> {
    const staged = await services.blobs.stage(Buffer.from(text));
    await staged.commit();
    await staged.discard();
    return staged.key;
  }

  async function leased(text: string): Promise<{ key: BlobKey; end: () => Promise<void> }> {
    const { blob, leaseId } = await stageWithLease(services, Buffer.from(text), naming);
    const end = () => services.database.write((handle) => releaseLeases(handle, [leaseId]));
    return { key: blob.key as BlobKey, end };
  }

  async function unnamed(text: string): Promise<BlobKey> {
    const { key, end } = await leased(text);
    await end();
    return key;
  }

  const contentsOf = (keys: readonly BlobKey[]) =>
    contentsIn('default', keys).map((content) => ({ ...content, sizeBytes: 1 }));
  const isThere = (key: BlobKey) => services.blobs.exists(key);
  const decisions = () =>
    services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('removed_content').selectAll()),
    );
  const asides = () => Array.fromAsync(services.blobs.listSetAside());

  test('every column of the database that holds a content is looked at', async () => {
    const query =
      engine === 'sqlite'
        ? sql<{ table: string; column: string }>`
            select m.name as "table", f."from" as "column"
            from sqlite_schema m, pragma_foreign_key_list(m.name) f
            where m.type = 'table' and f."table" = 'blob' and f.on_delete <> 'CASCADE'`
        : sql<{ table: string; column: string }>`
            select conrelid::regclass::text as "table", attname as "column"
            from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
            where contype = 'f' and confrelid = 'blob'::regclass and confdeltype <> 'c'`;
    const rows = await services.database.read((handle) =>
      handle.all<{ table: string; column: string }>({
        compile: () => query.compile(handle.builder),
      }),
    );
    const holders = blobHolders.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(holders.sort());
  });

  test('the scan has each content once: rows, files and both', async () => {
    const both = await leased('row and file');
    const file = await rowless('file only');
    const row = await leased('row only');
    await services.blobs.remove(row.key);
    const found = (await Array.fromAsync(scanContents(services))).flat();
    const keys = found.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const sizes = new Map(found.map(({ key, sizeBytes }) => [key, sizeBytes]));
    expect([both.key, file, row.key].map((key) => sizes.get(key))).toEqual([12, 9, 0]);
    for (const { end } of [both, row]) await end();
    expect(
      await removeOrphans(services, contentsIn('default', [both.key, file, row.key])),
    ).toHaveLength(3);
    expect((await Array.fromAsync(scanContents(services))).flat()).toEqual([]);
  });

  test('many contents take as many statements as few', async () => {
    const costs: number[] = [];
    for (const count of [3, 60]) {
      const keys = await Promise.all(
        Array.from({ length: count }, (_unused, n) => unnamed(`of ${count} ${n}`)),
      );
      const database = new FaultyDatabase(services.database);
      const outcome = await collectThese({ ...services, database }, contentsOf(keys), {
        isDryRun: false,
      });
      expect(outcome.count).toBe(count);
      costs.push(database.calls);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  test('what is counted in the unit is what is gone, whatever call fails', async () => {
    for (const moment of ['before', 'after'] satisfies FaultMoment[]) {
      const faults = new FaultyDatabase(services.database);
      let hasFailed = true;
      for (let call = 1; hasFailed; call += 1) {
        const keys = [
          await rowless(`${moment} a ${call}`),
          await unnamed(`${moment} b ${call}`),
          await unnamed(`${moment} c ${call}`),
        ];
        const token = `${moment} ${call}`;
        faults.failAt(call, moment);
        await collectThese({ ...services, database: faults }, contentsOf(keys), {
          isDryRun: false,
          // Stored as the counters of a command are.
          settle: (handle, { count }) =>
            storeDecisions(handle, [`${token} counted ${count}`], now()),
        }).catch((error: unknown) => expect(error).toMatchObject({ code: 'store.unavailable' }));
        hasFailed = faults.hasFailed;
        faults.heal();
        const counted = (await decisions()).filter(({ name }) => name.startsWith(token)).length;
        const left = (await Promise.all(keys.map(isThere))).filter(Boolean).length;
        expect([token, counted, left, await asides()]).toEqual([
          token,
          counted,
          counted === 1 ? 0 : 3,
          [],
        ]);
        await removeOrphans(services, contentsIn('default', keys));
        expect(call).toBeLessThan(40);
      }
    }
    await services.database.write((handle) =>
      handle.run(handle.builder.deleteFrom('removed_content')),
    );
  });

  test('of a collector that died, what was decided is dropped and the rest restored', async () => {
    const [decided, open] = [await unnamed('decided'), await unnamed('not decided')];
    const aside = await services.blobs.setAside(decided);
    await services.blobs.setAside(open);
    await services.database.write((handle) => storeDecisions(handle, [aside?.name ?? ''], now()));
    await finishRemovals(services, { olderThanMs: 60_000 });
    expect(await asides()).toHaveLength(2);
    await finishRemovals(services);
    expect([await isThere(decided), await isThere(open)]).toEqual([false, true]);
    expect([await asides(), await decisions()]).toEqual([[], []]);
    await removeOrphans(services, contentsIn('default', [decided, open]));
  });

  test('what another process restores under a collector is removed all the same, once', async () => {
    const key = await unnamed('restored too early');
    let settled = 0;
    const removed = await removeOrphans(services, contentsIn('default', [key]), {
      settle: async () => {
        settled += 1;
        for (const aside of await asides()) await aside.restore();
      },
    });
    expect([removed, settled, await isThere(key)]).toEqual([
      contentsIn('default', [key]),
      1,
      false,
    ]);
    expect([await asides(), await decisions()]).toEqual([[], []]);
  });

  test('content whose request is under way stays, with a row or without', async () => {
    const key = await unnamed('stored again now');
    const staged = await services.blobs.stage(Buffer.from('stored again now'));
    await staged.commit();
    expect(await removeOrphans(services, contentsIn('default', [key]))).toEqual([]);
    expect(await isThere(key)).toBe(true);
    await staged.release();
    expect(await removeOrphans(services, contentsIn('default', [key]))).toEqual(
      contentsIn('default', [key]),
    );
  });

  test('decisions that were carried out long ago are forgotten', async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    await services.database.write((handle) => storeDecisions(handle, ['old'], now() - 8 * dayMs));
    await services.database.write((handle) => storeDecisions(handle, ['new'], now()));
    const purge = () => services.database.write((handle) => purgeDecisions(handle, now()));
    expect([await purge(), await purge()]).toEqual([1, 0]);
    expect((await decisions()).map(({ name }) => name)).toEqual(['new']);
  });
});
