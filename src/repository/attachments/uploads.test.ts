import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, makeFolder, openTestDatabase } from '../../../test/support/engines.ts';
import { now, shiftClock } from '../../base/clock.ts';
import type { BatchId, BlobKey } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { createLogger } from '../../base/log.ts';
import { type FileBlobStore, openFileBlobStore } from '../../blobs/file-blob-store.ts';
import type { BlobInput } from '../../model/blob-input.ts';
import { createPrincipal } from '../../model/principal.ts';
import type { BlobValue } from '../../model/value.ts';
import { resolveBlobInput } from './blob-inputs.ts';
import type { BlobServices } from './blobs.ts';
import { removeOrphans } from './orphan-removal.ts';
import { contentsIn } from './orphans.ts';
import { purgeExpiredUploads } from './purge-uploads.ts';
import {
  batchLifeMs,
  dropBatches,
  findBatch,
  newBatch,
  storeBatch,
  useBatch,
} from './upload-batches.ts';
import { assembleFile, receiveChunk } from './upload-chunks.ts';
import {
  findFile,
  isWhole,
  listFiles,
  resolveBatchBlob,
  type UploadedFile,
} from './upload-files.ts';
import { receiveFile, removeBatch, removeFile } from './uploads.ts';

const owner = createPrincipal('owner', [], false);
const stranger = createPrincipal('stranger', [], false);
const administrator = createPrincipal('boss', [], true);
const _log = createLogger('silent');

describe.each(engines)('uploads on %s', (engine) => {
  let root: string;
  let blobs: FileBlobStore;
  let services: BlobServices;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const folder = await makeFolder();
    root = folder.path;
    const opened = await openTestDatabase(engine);
    blobs = await openFileBlobStore({ root });
    services = { database: opened.database, blobs };
    close = async () => {
      await opened.close();
      await folder.remove();
    };
  });
  afterAll(() => close());

  const createBatch = async (principal = owner) => {
    const batch = newBatch('default');
    await services.database.write((handle) =>
      storeBatch(handle, batch, { principal, nowMs: now() }),
    );
    return batch.id;
  };
  const caller = (principal = owner) => ({ principal, nowMs: now() });
  const file = (batchId: BatchId, index = 0) => ({
    batchId,
    index,
    name: 'a.bin',
    mimeType: 'application/x-test',
  });
  const chunk = (batchId: BatchId, chunkIndex: number, chunkCount: number, index = 0) => ({
    ...file(batchId, index),
    chunkIndex,
    chunkCount,
    announcedBytes: 42,
  });
  const found = (batchId: BatchId, index = 0) =>
    services.database.read((handle) => findFile(handle, batchId, index));
  const resolved = (batchId: string, index = 0, principal = owner) =>
    services.database.read((handle) =>
      resolveBatchBlob(handle, { batchId, index }, caller(principal)),
    );
  const contentOf = async (blob: BlobValue | undefined) =>
    buffer(await blobs.open(blob?.key as BlobKey));
  const chunkFiles = async (batchId: string) => {
    const all = await readdir(join(root, 'uploads'), { recursive: true });
    return all.filter((path) => path.startsWith(`${batchId}/`));
  };

  async function withClock<T>(byMs: number, work: () => Promise<T>): Promise<T> {
    shiftClock(byMs);
    try {
      return await work();
    } finally {
      shiftClock(-byMs);
    }
  }

  test('a whole file resolves to its blob and survives collection', async () => {
    const batchId = await createBatch();
    await receiveFile(services, file(batchId, 7), Buffer.from('hello'));
    const blob = await resolved(batchId, 7);
    expect(blob).toMatchObject({
      name: 'a.bin',
      mimeType: 'application/x-test',
      encoding: null,
      length: 5,
      digestAlgorithm: 'SHA-256',
    });
    expect(await removeOrphans(services, contentsIn('default', [blob?.key as BlobKey]))).toEqual(
      [],
    );
    expect((await contentOf(blob)).toString()).toBe('hello');
  });

  test('a second file at the same index replaces the first, chunks and all', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 0, 2), Buffer.from('half'));
    await receiveFile(services, file(batchId), Buffer.from('whole'));
    await receiveFile(services, { ...file(batchId), name: null }, Buffer.from('other'));
    expect(await services.database.read((handle) => listFiles(handle, batchId))).toMatchObject([
      { index: 0, name: null, type: 'normal', sizeBytes: 5 },
    ]);
    expect((await contentOf(await resolved(batchId))).toString()).toBe('other');
    expect(await chunkFiles(batchId)).toEqual([]);
  });

  test('chunks in any order and several at a time give the content', async () => {
    const orders = fc.integer({ min: 1, max: 12 }).chain((count) =>
      fc.record({
        order: fc.shuffledSubarray(
          Array.from({ length: count }, (_, index) => index),
          { minLength: count },
        ),
        sizes: fc.array(fc.integer({ min: 0, max: 70_000 }), {
          minLength: count,
          maxLength: count,
        }),
        parallel: fc.integer({ min: 1, max: 4 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ({ order, sizes, parallel }) => {
        const batchId = await createBatch();
        const parts = sizes.map((size) => randomBytes(size));
        const states: UploadedFile[] = [];
        for (let at = 0; at < order.length; at += parallel) {
          const sent = order
            .slice(at, at + parallel)
            .map((index) =>
              receiveChunk(
                services,
                chunk(batchId, index, order.length),
                Readable.from([parts[index] as Buffer]),
              ),
            );
          states.push(...(await Promise.all(sent)));
        }
        expect(states.filter(isWhole)).toHaveLength(1);
        const content = await contentOf(await resolved(batchId));
        expect(content.equals(Buffer.concat(parts))).toBe(true);
        expect(await chunkFiles(batchId)).toEqual([]);
      }),
      { numRuns: engine === 'sqlite' ? 25 : 10 },
    );
  });

  test('an unfinished file resolves to nothing and says which chunks have come', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 2, 3), Buffer.from('c'));
    const state = await receiveChunk(services, chunk(batchId, 0, 3), Buffer.from('a'));
    expect(state).toMatchObject({ chunks: [0, 2], chunkCount: 3, sizeBytes: 42, blobKey: null });
    expect(await found(batchId)).toEqual(state);
    expect(isWhole(state)).toBe(false);
    expect(await resolved(batchId)).toBeUndefined();
  });

  test('the first chunk fixes name, type, size and count', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 0, 2), Buffer.from('a'));
    const later = { ...chunk(batchId, 1, 9), name: 'other', announcedBytes: 1 };
    const state = await receiveChunk(services, later, Buffer.from('b'));
    expect(state).toMatchObject({ name: 'a.bin', chunkCount: 2, sizeBytes: 42 });
    expect(isWhole(state)).toBe(true);
  });

  test('an upload goes on after a restart', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 1, 2), Buffer.from('second'));
    const restarted = { ...services, blobs: await openFileBlobStore({ root }) };
    await restarted.blobs.cleanTemporary();
    await purgeExpiredUploads(restarted);
    await receiveChunk(restarted, chunk(batchId, 0, 2), Buffer.from('first '));
    expect((await contentOf(await resolved(batchId))).toString()).toBe('first second');
  });

  test('a chunk that is there already, or is out of range, is refused and leaves nothing', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 1, 3), Buffer.from('b'));
    const send = (index: number, count = 3) =>
      receiveChunk(services, chunk(batchId, index, count), Buffer.from('x'));
    await expect(send(1)).rejects.toMatchObject({
      status: 409,
      message: 'Cannot add chunk with index 1 to file entry 0 as it already exists.',
    });
    await expect(send(3)).rejects.toMatchObject({ status: 400 });
    await expect(send(-1)).rejects.toMatchObject({ status: 400 });
    await expect(send(0, limits.uploadChunksMax + 1)).rejects.toMatchObject({ status: 400 });
    await expect(send(0, 0)).rejects.toMatchObject({ status: 400 });
    expect((await found(batchId))?.chunks).toEqual([1]);
    expect(await chunkFiles(batchId)).toHaveLength(1);
    await removeBatch(services, batchId);
  });

  test('of two equal chunks at the same time one is taken', async () => {
    const batchId = await createBatch();
    const send = () =>
      receiveChunk(services, chunk(batchId, 0, 2), Readable.from([randomBytes(99)]));
    const results = await Promise.allSettled([send(), send()]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await chunkFiles(batchId)).toHaveLength(1);
    await removeBatch(services, batchId);
  });

  test('a chunk for a file that was sent whole is refused', async () => {
    const batchId = await createBatch();
    await receiveFile(services, file(batchId), Buffer.from('whole'));
    const sending = receiveChunk(services, chunk(batchId, 0, 2), Buffer.from('x'));
    await expect(sending).rejects.toMatchObject({ status: 409 });
  });

  test('a last chunk that cannot be joined is taken back and can be sent again', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 0, 2), Buffer.from('a'));
    const [lost] = await chunkFiles(batchId);
    await rm(join(root, 'uploads', lost ?? ''));
    const sending = receiveChunk(services, chunk(batchId, 1, 2), Buffer.from('b'));
    await expect(sending).rejects.toMatchObject({ code: 'store.corrupt' });
    expect((await found(batchId))?.chunks).toEqual([0]);
    expect(await chunkFiles(batchId)).toEqual([]);
  });

  test('joining twice, also at once, gives the content once', async () => {
    const batchId = await createBatch();
    for (const index of [0, 1]) {
      await receiveChunk(services, chunk(batchId, index, 3), Buffer.from(String(index)));
    }
    const last = receiveChunk(services, chunk(batchId, 2, 3), Buffer.from('2'));
    const also = last.then(() => assembleFile(services, batchId, 0));
    await Promise.all([last, also]);
    expect((await contentOf(await resolved(batchId))).toString()).toBe('012');
  });

  test('a file whose last chunk came just before a crash is joined when it is used', async () => {
    const batchId = await createBatch();
    await receiveChunk(services, chunk(batchId, 0, 2), Buffer.from('one '));
    const last = await blobs.chunks.write(batchId, Buffer.from('two'));
    await services.database.write((handle) =>
      handle.run(
        handle.builder.insertInto('upload_chunk').values({
          batch_id: batchId,
          file_index: 0,
          chunk_index: 1,
          size: last.sizeBytes,
          staged_name: last.name,
        }),
      ),
    );
    const input: BlobInput = { kind: 'batch', batchId, fileId: '0' };
    const result = await resolveBlobInput(services, input, inputContext());
    expect((await contentOf(result?.blob)).toString()).toBe('one two');
  });

  test('files and batches can be removed', async () => {
    const batchId = await createBatch();
    await receiveFile(services, file(batchId), Buffer.from('x'));
    await receiveChunk(services, chunk(batchId, 0, 2, 1), Buffer.from('y'));
    expect(await removeFile(services, batchId, 1)).toBe(true);
    expect(await removeFile(services, batchId, 1)).toBe(false);
    expect(await chunkFiles(batchId)).toEqual([]);
    await removeBatch(services, batchId);
    expect(await resolved(batchId)).toBeUndefined();
    const late = receiveFile(services, file(batchId), Buffer.from('late'));
    await expect(late).rejects.toMatchObject({ code: 'batch.not-found' });
    const lateChunk = receiveChunk(services, chunk(batchId, 0, 2), Buffer.from('late'));
    await expect(lateChunk).rejects.toMatchObject({ code: 'batch.not-found' });
    expect(await chunkFiles(batchId)).toEqual([]);
  });

  test('a batch belongs to its owner and to administrators', async () => {
    const batchId = await createBatch();
    await receiveFile(services, file(batchId), Buffer.from('mine'));
    expect(await resolved(batchId, 0, stranger)).toBeUndefined();
    expect(await resolved(batchId, 0, administrator)).toBeDefined();
    await services.database.write((handle) => dropBatches(handle, [batchId], stranger));
    expect(await resolved(batchId)).toBeDefined();
    await services.database.write((handle) => dropBatches(handle, [batchId, 'nonsense\0'], owner));
    expect(await resolved(batchId)).toBeUndefined();
  });

  test('ids of another form are unknown', async () => {
    for (const id of ['', 'nul\0', 'batchId-', `batchId-${'x'.repeat(36)}`]) {
      expect(await services.database.read((handle) => findBatch(handle, id, caller()))).toBe(
        undefined,
      );
    }
  });

  test('a batch lives on while it is used and is purged two hours after its last use', async () => {
    const [used, unused] = [await createBatch(), await createBatch()];
    await receiveChunk(services, chunk(unused, 0, 2), Buffer.from('x'));
    await withClock(batchLifeMs - 60_000, () => useBatch(services, used, caller()));
    await withClock(batchLifeMs + 60_000, async () => {
      expect(await useBatch(services, used, caller())).toMatchObject({ id: used });
      await expect(useBatch(services, unused, caller())).rejects.toMatchObject({ status: 404 });
      expect((await purgeExpiredUploads(services)).batches).toBeGreaterThan(0);
    });
    expect(await blobs.chunks.listBatches()).not.toContain(unused);
    expect(await services.database.read((handle) => findBatch(handle, used, caller()))).toBe(used);
    const gone = await services.database.read((handle) => findBatch(handle, unused, caller()));
    expect(gone).toBeUndefined();
  });

  const inputContext = (blob?: BlobValue) => ({
    principal: owner,
    readDocumentBlob: async () => blob,
  });

  describe('blob inputs', () => {
    const inline = (text: string, encoding: string): BlobInput => ({
      kind: 'inline',
      text,
      name: 'n.txt',
      mimeType: 'text/plain',
      encoding,
    });

    test('inline text becomes a file in its encoding', async () => {
      const cases: readonly (readonly [string, string, string])[] = [
        ['été', 'UTF-8', 'c3a974c3a9'],
        ['été', 'iso-8859-1', 'e974e9'],
        ['été', 'latin1', 'e974e9'],
        ['a', 'US-ASCII', '61'],
        ['é', 'UTF-16', 'feff00e9'],
        ['é', 'UTF-16BE', '00e9'],
        ['é', 'UTF-16LE', 'e900'],
        ['', 'utf8', ''],
      ];
      for (const [text, encoding, hex] of cases) {
        const result = await resolveBlobInput(services, inline(text, encoding), inputContext());
        expect((await contentOf(result?.blob)).toString('hex'), encoding).toBe(hex);
        expect(result?.blob).toMatchObject({ name: 'n.txt', mimeType: 'text/plain', encoding });
        expect(result?.leaseId).toEqual(expect.any(String));
      }
    });

    test('text that does not fit, or an unknown encoding, is refused', async () => {
      for (const input of [
        inline('x', 'EBCDIC'),
        inline('€', 'latin1'),
        inline('\ud800', 'UTF-8'),
      ]) {
        const resolving = resolveBlobInput(services, input, inputContext());
        await expect(resolving).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
      }
    });

    test('a batch file that is unknown, foreign or no number is nothing', async () => {
      const foreign = await createBatch(stranger);
      await receiveFile(services, file(foreign), Buffer.from('theirs'));
      for (const [batchId, fileId] of [
        [foreign, '0'],
        ['batchId-none', '0'],
        [await createBatch(), '0'],
        [await createBatch(), 'zero'],
        [await createBatch(), '99999999999999999999'],
      ] as const) {
        const input: BlobInput = { kind: 'batch', batchId, fileId };
        expect(await resolveBlobInput(services, input, inputContext())).toBeUndefined();
      }
    });

    test('a blob of a document is reused if the caller may read it, else refused', async () => {
      const input: BlobInput = {
        kind: 'document',
        repository: 'default',
        documentId: 'd',
        xpath: 'file:content',
      };
      const text = await resolveBlobInput(services, inline('source', 'UTF-8'), inputContext());
      const reused = await resolveBlobInput(services, input, inputContext(text?.blob));
      expect(reused).toEqual({ blob: text?.blob });
      const refused = resolveBlobInput(services, input, inputContext());
      await expect(refused).rejects.toMatchObject({ code: 'blob.reference-invalid', status: 400 });
    });

    test('storage keys are refused and unusable input is nothing', async () => {
      const storage: BlobInput = { kind: 'storage', providerId: 'default', key: 'k' };
      const refused = resolveBlobInput(services, storage, inputContext());
      await expect(refused).rejects.toMatchObject({ status: 401 });
      const unusable: BlobInput = { kind: 'unusable' };
      expect(await resolveBlobInput(services, unusable, inputContext())).toBeUndefined();
    });
  });
});
