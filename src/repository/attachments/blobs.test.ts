import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, makeFolder, openTestDatabase } from '../../../test/support/engines.ts';
import { now, shiftClock } from '../../base/clock.ts';
import { type BlobKey, type DocumentId, randomId } from '../../base/ids.ts';
import { openFileBlobStore } from '../../blobs/file-blob-store.ts';
import type { LocatedBlob } from '../../model/property-access.ts';
import type { QueryMeter } from '../../storage/database.ts';
import { syncBlobReferences } from '../changes/blob-references.ts';
import { leaseLifeMs, purgeExpiredLeases, releaseLeases, stageWithLease } from './blob-leases.ts';
import { type BlobServices, registerBlob } from './blobs.ts';
import { removeOrphans } from './orphan-removal.ts';
import { contentsIn } from './orphans.ts';

const naming = { name: 'a.txt', mimeType: 'text/plain', encoding: null };

describe.each(engines)('blob rows on %s', (engine) => {
  let services: BlobServices;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const folder = await makeFolder();
    const opened = await openTestDatabase(engine);
    services = {
      database: opened.database,
      blobs: await openFileBlobStore({ root: folder.path }),
    };
    close = async () => {
      await opened.close();
      await folder.remove();
    };
    await services.database.write((handle) =>
      handle.run(
        handle.builder
          .insertInto('acl')
          .values({ id: 1, parent_id: null, digest: 'none', own: '[]' }),
      ),
    );
  });
  afterAll(() => close());

  async function addDocument(): Promise<DocumentId> {
    const id = randomId();
    await services.database.write((handle) =>
      handle.run(
        handle.builder.insertInto('document').values({
          id,
          name: '',
          primary_type: 'File',
          lifecycle_state: 'project',
          properties: '{}',
          title_key: '',
          acl_id: 1,
          is_trashed: 0,
          system_token: 0,
          user_token: 0,
          is_version: 1,
          is_checked_out: 1,
          series_id: id,
          is_latest_version: 0,
          is_latest_major_version: 0,
        } as never),
      ),
    );
    return id as DocumentId;
  }

  const stored = (text: string) => stageWithLease(services, Buffer.from(text), naming);

  async function blobAt(xpath: string, text: string): Promise<LocatedBlob> {
    return { xpath, blob: (await stored(text)).blob };
  }

  async function references(id: DocumentId): Promise<Record<string, string>> {
    const rows = await services.database.read((handle) =>
      handle.all(
        handle.builder.selectFrom('blob_reference').selectAll().where('document_id', '=', id),
      ),
    );
    return Object.fromEntries(rows.map((row) => [row.xpath, row.blob_key]));
  }

  async function sync(
    id: DocumentId,
    before: readonly LocatedBlob[],
    after: readonly LocatedBlob[],
  ): Promise<number> {
    const meter: QueryMeter = { queries: 0 };
    await services.database.write(
      (handle) => syncBlobReferences(handle, id, { before, after }),
      meter,
    );
    return meter.queries;
  }

  const expected = (blobs: readonly LocatedBlob[]) =>
    Object.fromEntries(blobs.map(({ xpath, blob }) => [xpath, blob.key]));

  test('storing content returns its blob value and holds it by a lease', async () => {
    const { blob, leaseId } = await stored('held by a lease');
    expect(blob).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'a.txt',
      mimeType: 'text/plain',
      encoding: null,
      digest: blob.key,
      digestAlgorithm: 'SHA-256',
      length: 15,
    });
    expect(await removeOrphans(services, contentsIn('default', [blob.key as BlobKey]))).toEqual([]);
    expect(await services.blobs.exists(blob.key as BlobKey)).toBe(true);
    await services.database.write((handle) => releaseLeases(handle, [leaseId]));
    expect(
      await removeOrphans(services, contentsIn('default', [blob.key as BlobKey])),
    ).toHaveLength(1);
    expect(await services.blobs.exists(blob.key as BlobKey)).toBe(false);
  });

  test('a name the store cannot hold is refused before anything is stored', async () => {
    for (const name of ['nul\0', 'half \ud800']) {
      const storing = stageWithLease(services, Buffer.from('x'), { ...naming, name });
      await expect(storing).rejects.toMatchObject({ code: 'request.invalid' });
    }
  });

  test('registering the same content again keeps one row', async () => {
    const first = await stored('twice');
    const second = await stored('twice');
    expect(second.blob.key).toBe(first.blob.key);
    expect(second.leaseId).not.toBe(first.leaseId);
    const staged = await services.blobs.stage(Buffer.from('twice'));
    await services.database.write((handle) => registerBlob(handle, staged, now()));
    await staged.discard();
  });

  test('references follow the document, with at most two statements', async () => {
    const id = await addDocument();
    const main = await blobAt('file:content', 'one');
    const [a, b] = [
      await blobAt('files:files/0/file', 'a'),
      await blobAt('files:files/1/file', 'b'),
    ];
    const moved = { xpath: 'files:files/0/file', blob: b.blob };
    const steps: readonly (readonly LocatedBlob[])[] = [
      [],
      [main],
      [main, a, b],
      [main, a, b],
      [main, moved],
      [{ xpath: 'file:content', blob: a.blob }],
      [],
    ];
    const costs: number[] = [];
    for (const [index, after] of steps.entries()) {
      costs.push(await sync(id, steps[index - 1] ?? [], after));
      expect(await references(id)).toEqual(expected(after));
    }
    expect(costs).toEqual([0, 1, 1, 0, 2, 2, 1]);
  });

  test('a reference to content that is not registered fails the unit', async () => {
    const id = await addDocument();
    const { blob } = await blobAt('file:content', 'known');
    const ghost = { xpath: 'file:content', blob: { ...blob, key: 'e'.repeat(64) } };
    await expect(sync(id, [], [ghost])).rejects.toMatchObject({ code: 'store.foreign-key' });
    expect(await references(id)).toEqual({});
  });

  test('a referenced blob is not an orphan, and becomes one when its document is removed', async () => {
    const id = await addDocument();
    const { blob, leaseId } = await stored('referenced');
    await services.database.write(async (handle) => {
      const after = [{ xpath: 'file:content', blob }];
      await syncBlobReferences(handle, id, { before: [], after });
      await releaseLeases(handle, [leaseId]);
    });
    const key = blob.key as BlobKey;
    expect(await removeOrphans(services, contentsIn('default', [key]))).toEqual([]);
    expect(await services.blobs.exists(key)).toBe(true);
    await services.database.write((handle) =>
      handle.run(handle.builder.deleteFrom('document').where('id', '=', id)),
    );
    expect(await references(id)).toEqual({});
    expect(await removeOrphans(services, contentsIn('default', [key]))).toHaveLength(1);
    expect(await services.blobs.exists(key)).toBe(false);
  });

  test('content that a crash left without a row is an orphan', async () => {
    const staged = await services.blobs.stage(Buffer.from('rowless'));
    await staged.commit();
    await staged.discard();
    expect(await removeOrphans(services, contentsIn('default', [staged.key]))).toHaveLength(1);
    expect(await services.blobs.exists(staged.key)).toBe(false);
  });

  test('storing content while it is being collected never loses it', async () => {
    for (let round = 0; round < 30; round += 1) {
      const text = `contested ${round}`;
      const { blob, leaseId } = await stored(text);
      const key = blob.key as BlobKey;
      await services.database.write((handle) => releaseLeases(handle, [leaseId]));
      const [again] = await Promise.all([
        stored(text),
        removeOrphans(services, contentsIn('default', [key])),
      ]);
      expect(again.blob.key).toBe(key);
      expect(await services.blobs.exists(key), text).toBe(true);
      const row = await services.database.read((handle) =>
        handle.first(handle.builder.selectFrom('blob').select('key').where('key', '=', key)),
      );
      expect(row, text).toEqual({ key });
    }
  });

  test('leases expire', async () => {
    const { blob } = await stored('forgotten');
    shiftClock(leaseLifeMs + 1_000);
    try {
      const purge = () => services.database.write((handle) => purgeExpiredLeases(handle, now()));
      expect(await purge()).toBeGreaterThan(0);
      expect(await purge()).toBe(0);
    } finally {
      shiftClock(-leaseLifeMs - 1_000);
    }
    expect(
      await removeOrphans(services, contentsIn('default', [blob.key as BlobKey])),
    ).toHaveLength(1);
  });
});
