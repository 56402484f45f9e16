import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { now } from '../../src/base/clock.ts';
import type { BlobKey } from '../../src/base/ids.ts';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import {
  leaseBlob,
  releaseLeases,
  stageWithLease,
} from '../../src/repository/attachments/blob-leases.ts';
import { type BlobServices, registerBlob } from '../../src/repository/attachments/blobs.ts';
import { finishRemovals } from '../../src/repository/attachments/removal-decisions.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines, openTestDatabase } from '../support/engines.ts';
import { type FaultMoment, FaultyDatabase } from '../support/faulty-database.ts';
import { storeFindings } from '../support/invariants.ts';
import { gatewayTimeoutMs, hasObjectGateway } from '../support/object-gateway.ts';
import {
  growOld as growOldInS3,
  type ObjectPlace,
  openObjectPlace,
  settingsOf,
} from '../support/object-stores.ts';

const hourMs = 60 * 60 * 1000;
/** Less than uploads last, and more than S3 spares in any case. */
const graceMs = 1.25 * hourMs;
const laterMs = 1.5 * hourMs;
const naming = { name: 'a.txt', mimeType: 'text/plain', encoding: null };

interface CollectionCase {
  readonly engine: EngineName;
  readonly place: 'files' | 'S3';
}

const cases: readonly CollectionCase[] = [
  ...engines.map((engine) => ({ engine, place: 'files' }) as const),
  ...((await hasObjectGateway()) ? [{ engine: 'sqlite', place: 'S3' } as const] : []),
];

describe.each(cases)('collecting unnamed contents on $engine, $place', ({ engine, place }) => {
  let app: TestApp;
  let services: BlobServices;
  let objects: ObjectPlace | undefined;
  beforeAll(async () => {
    objects = place === 'S3' ? await openObjectPlace() : undefined;
    app = await startTestApp(engine, objects && settingsOf(objects.options));
    services = { database: app.services.database, blobs: app.services.blobs };
  }, gatewayTimeoutMs);
  afterAll(async () => {
    await app.close();
    objects?.close();
  });

  /** What there is now has been there for longer than what is spared. */
  async function growOld(): Promise<void> {
    if (place === 'S3') await growOldInS3(laterMs);
    else await makeFilesOld();
    await services.database.write((handle) =>
      handle.run(handle.builder.updateTable('blob').set({ created_at: now() - laterMs })),
    );
  }

  async function makeFilesOld(): Promise<void> {
    const seconds = now() / 1000 - laterMs / 1000;
    const data = join(app.services.config.data, 'blobs', 'data');
    for (const key of await keys()) {
      await utimes(join(data, key.slice(0, 2), key), seconds, seconds);
    }
  }

  beforeEach(async () => {
    await growOld();
    await collect();
  });

  const collect = (options: object = {}) => collectContents(services, { graceMs, ...options });

  const keys = async () => (await Array.fromAsync(services.blobs.list())).map(({ key }) => key);
  const isThere = (key: string) => services.blobs.exists(key as BlobKey);

  async function rowless(text: string): Promise<BlobKey> {
    const staged = await services.blobs.stage(Buffer.from(text));
    await staged.commit();
    await staged.discard();
    return staged.key;
  }

  /** A row and nothing that names it, as a lease leaves it that has expired. */
  async function unnamed(text: string): Promise<BlobKey> {
    const { blob, leaseId } = await stageWithLease(services, Buffer.from(text), naming);
    await services.database.write((handle) => releaseLeases(handle, [leaseId]));
    return blob.key as BlobKey;
  }

  const file = (text: string) => ({ 'file:content': { data: text, name: 'a.txt' } });
  const downloaded = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}/@blob/file:content`)).text;

  async function upload(text: string): Promise<string> {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': 'u.txt', 'content-type': 'application/octet-stream' };
    const line = `POST /api/v1/upload/${json.batchId}/0`;
    const sent = await app.request(line, { body: Buffer.from(text), headers });
    expect(sent.status).toBe(201);
    return json.batchId;
  }

  const findings = async () =>
    (await storeFindings({ ...services, model: app.services.repository.model })).filter(
      (text) => !text.startsWith('warning blob_lease'),
    );

  test('what is old and named by nothing goes, all else stays', async () => {
    const kept = await createDocument(app, { name: 'kept', properties: file('kept') });
    const shared = await createDocument(app, { name: 'one', properties: file('shared') });
    const twin = await createDocument(app, { name: 'two', properties: file('shared') });
    const gone = await createDocument(app, { name: 'gone', properties: file('of one gone') });
    for (const { uid } of [twin, gone]) await app.request(`DELETE /api/v1/id/${uid}`);
    const leased = await stageWithLease(services, Buffer.from('leased'), naming);
    const batch = await upload('uploaded');
    await rowless('left by a crash');
    await unnamed('lease is over');
    await growOld();
    const before = await keys();
    const expected = { count: 3, sizeBytes: 'of one gone'.length + 15 + 13, young: 0 };
    expect(await collect({ isDryRun: true })).toEqual(expected);
    expect(await keys()).toEqual(before);
    expect(await collect()).toEqual(expected);
    expect(await collect()).toEqual({ count: 0, sizeBytes: 0, young: 0 });
    expect(await keys()).toHaveLength(before.length - 3);
    expect(await downloaded(kept.uid)).toBe('kept');
    expect(await downloaded(shared.uid)).toBe('shared');
    expect(await isThere(leased.blob.key)).toBe(true);
    expect((await app.request(`GET /api/v1/upload/${batch}/0`)).status).toBe(200);
    expect(await findings()).toEqual([]);
  });

  test('what was stored a moment ago stays, with or without a row', async () => {
    const young = [await rowless('young and rowless'), await unnamed('young and unnamed')];
    expect(await collect()).toEqual({ count: 0, sizeBytes: 0, young: 2 });
    expect(await Promise.all(young.map(isThere))).toEqual([true, true]);
  });

  test('what was there for long is young again once it is stored again', async () => {
    const key = await rowless('stored again');
    await growOld();
    const staged = await services.blobs.stage(Buffer.from('stored again'));
    await staged.commit();
    expect(await collect()).toMatchObject({ count: 0, young: 1 });
    await staged.discard();
    expect(await isThere(key)).toBe(true);
  });

  test('content that is stored again while it is collected stays, also after a crash', async () => {
    for (let round = 0; round < (place === 'S3' ? 8 : 25); round += 1) {
      const text = `contested ${round}`;
      const key = round % 2 === 0 ? await rowless(text) : await unnamed(text);
      await growOld();
      const storing = async () => {
        const staged = await services.blobs.stage(Buffer.from(text));
        await staged.commit();
        await services.database.write(async (handle) => {
          await registerBlob(handle, staged, now());
          await leaseBlob(handle, staged.key, now());
        });
        // Crashes here: no process is left that could restore it.
      };
      await Promise.all([storing(), collect(), collect()]);
      expect(await isThere(key), text).toBe(true);
    }
    expect(await findings()).toEqual([]);
  });

  test('a document that takes a content over from another keeps it', async () => {
    for (let round = 0; round < (place === 'S3' ? 3 : 10); round += 1) {
      const text = `handed over ${round}`;
      const first = await createDocument(app, { name: `f${round}`, properties: file(text) });
      await growOld();
      const [copied] = await Promise.all([
        createDocument(app, { name: `g${round}`, properties: file(text) }),
        app.request(`DELETE /api/v1/id/${first.uid}`).then(() => collect()),
      ]);
      expect(await downloaded(copied.uid)).toBe(text);
    }
  });

  test('a collection that is aborted stops, and loses nothing', async () => {
    await rowless('not yet');
    await growOld();
    const signal = AbortSignal.abort(new Error('stopping'));
    await expect(collect({ signal })).rejects.toThrow('stopping');
    expect(await collect()).toMatchObject({ count: 1 });
  });

  test('another database, which has no rows of the files, removes none of them', async () => {
    const { uid } = await createDocument(app, { name: 'mine', properties: file('not yours') });
    await rowless('left by a crash of mine');
    await growOld();
    const before = await keys();
    const other = await openTestDatabase(engine);
    const mixed = { database: other.database, blobs: services.blobs };
    for (const isDryRun of [true, false]) {
      const outcome = collectContents(mixed, { graceMs, isDryRun });
      await expect(outcome).rejects.toMatchObject({ code: 'store.mismatch' });
    }
    await other.close();
    expect(await keys()).toEqual(before);
    expect(await downloaded(uid)).toBe('not yours');
    expect(await collect()).toMatchObject({ count: 1 });
  });

  test('content set aside when the process died is put back, and collected later', async () => {
    const key = await rowless('aside');
    await growOld();
    await services.blobs.setAside(key);
    expect(await isThere(key)).toBe(false);
    await growOld();
    await finishRemovals(services);
    expect(await isThere(key)).toBe(true);
    await growOld();
    expect(await collect()).toMatchObject({ count: 1 });
  });

  const moments: readonly FaultMoment[] = place === 'S3' ? ['after'] : ['before', 'after'];
  test.each(moments)(
    'when the store fails %s the effect of any call, no content that is named is lost',
    async (moment) => {
      const name = `faults ${moment}`;
      const { uid } = await createDocument(app, { name, properties: file(name) });
      const faults = new FaultyDatabase(services.database);
      let hasFailed = true;
      for (let call = 1; hasFailed; call += 1) {
        const orphans = [
          await rowless(`${moment} ${call} a`),
          await unnamed(`${moment} ${call} b`),
        ];
        await growOld();
        faults.failAt(call, moment);
        const outcome = await collectContents({ ...services, database: faults }, { graceMs }).catch(
          (error: unknown) => error,
        );
        hasFailed = faults.hasFailed;
        faults.heal();
        if (hasFailed) expect(outcome).toMatchObject({ code: 'store.unavailable' });
        expect(await downloaded(uid), `call ${call}`).toBe(name);
        expect(await findingsBut(orphans), `call ${call}`).toEqual([]);
        // What was restored may be young again.
        await growOld();
        await collect();
        expect(await Promise.all(orphans.map(isThere)), `call ${call}`).toEqual([false, false]);
        expect(call).toBeLessThan(50);
      }
    },
  );

  // Of the collector alone, and slow where each content takes several requests.
  test.skipIf(place === 'S3')('one that cannot be removed keeps none of the others', async () => {
    const faults = new FaultyDatabase(services.database);
    const left: number[] = [];
    for (let call = 2; call < 12; call += 1) {
      const orphans = await Promise.all(
        Array.from({ length: 40 }, (_unused, n) => unnamed(`of many ${call} ${n}`)),
      );
      await growOld();
      faults.failAt(call, 'before');
      const outcome = collectContents({ ...services, database: faults }, { graceMs });
      await expect(outcome).rejects.toMatchObject({ code: 'store.unavailable' });
      faults.heal();
      left.push((await Promise.all(orphans.map(isThere))).filter(Boolean).length);
      await collect();
    }
    // None when they were removed one by one, or all when it could not even look for them.
    expect(new Set(left)).toEqual(new Set([40, 0]));
  });

  async function findingsBut(orphans: readonly BlobKey[]): Promise<readonly string[]> {
    return (await findings()).filter(
      (text) => !orphans.some((key) => text.startsWith(`warning blob ${key}`)),
    );
  }
});
