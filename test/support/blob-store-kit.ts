import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobKey } from '../../src/base/ids.ts';
import type { BlobSource } from '../../src/blobs/blob-source.ts';
import type { BlobStore, StagedBlob } from '../../src/blobs/blob-store.ts';
import type { DigestAlgorithm } from '../../src/blobs/digest.ts';
import { makeFolder } from './engines.ts';

/** An empty store under test. */
export interface BlobStoreFixture {
  readonly store: BlobStore;
  /** What is there besides content at its key: interrupted transfers, staged copies, chunks. */
  leftovers(): Promise<readonly string[]>;
  /** Makes what was stored old enough to be set aside, where a store spares what is young. */
  growOld?(): Promise<void>;
  close(): Promise<void>;
}

export type OpenFixture = (algorithm: DigestAlgorithm) => Promise<BlobStoreFixture>;

export const hex = (algorithm: string, content: string | Uint8Array): string =>
  createHash(algorithm).update(content).digest('hex');

/** Content that differs from call to call, so that tests share one store. */
const fresh = (sizeBytes: number): Buffer => {
  const bytes = randomBytes(16);
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, sizeBytes - 16), bytes)]).subarray(
    0,
    sizeBytes,
  );
};

export async function store(into: BlobStore, source: BlobSource): Promise<StagedBlob> {
  const staged = await into.stage(source);
  await staged.commit();
  await staged.release();
  return staged;
}

export async function contentOf(
  from: BlobStore,
  key: BlobKey,
  range?: { start: number; end: number },
): Promise<Buffer> {
  return buffer(await from.open(key, range));
}

/** A stream that fails after so many bytes of the content. */
function failingAfter(content: Buffer, count: number): Readable {
  const stream = new PassThrough();
  stream.on('error', () => undefined);
  stream.write(content.subarray(0, count));
  setImmediate(() => stream.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' })));
  return stream;
}

const unknown = 'f'.repeat(64) as BlobKey;

/** What every blob store must do. */
export function describeBlobStore(title: string, open: OpenFixture): void {
  describe(title, () => {
    let fixture: BlobStoreFixture;
    let blobs: BlobStore;
    beforeAll(async () => {
      fixture = await open('SHA-256');
      blobs = fixture.store;
    });
    afterAll(() => fixture.close());

    const growOld = async () => fixture.growOld?.();
    const expectNothingLeft = async () => expect(await fixture.leftovers()).toEqual([]);

    test('content of any size comes back byte for byte, and its key is its SHA-256', async () => {
      for (const size of [0, 1, 65_535, 524_287, 524_288, 524_289, 3_000_000]) {
        const content = fresh(size);
        const staged = await store(blobs, Readable.from([content]));
        expect(staged).toMatchObject({
          key: hex('sha256', content),
          digest: hex('sha256', content),
          digestAlgorithm: 'SHA-256',
          sizeBytes: size,
        });
        expect((await contentOf(blobs, staged.key)).equals(content)).toBe(true);
        expect(await blobs.stat(staged.key)).toMatchObject({ key: staged.key, sizeBytes: size });
      }
      await expectNothingLeft();
    });

    test('however the content is cut into chunks, the result is the same', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uint8Array({ maxLength: 2_000 }), { maxLength: 400 }),
          async (parts) => {
            const content = Buffer.concat(parts);
            const staged = await store(
              blobs,
              Readable.from(parts.map((part) => Buffer.from(part))),
            );
            expect(staged.key).toBe(hex('sha256', content));
            expect((await contentOf(blobs, staged.key)).equals(content)).toBe(true);
          },
        ),
        { numRuns: 40 },
      );
    });

    test('a file, bytes, a stream and an iterable are taken alike', async () => {
      const folder = await makeFolder();
      const content = fresh(1_500_000);
      const path = join(folder.path, 'source');
      await writeFile(path, content);
      async function* iterable() {
        yield new Uint8Array(content.subarray(0, 700_000));
        yield content.subarray(700_000);
      }
      const sources = [{ path }, content, Readable.from([content]), iterable()];
      for (const source of sources) {
        expect((await store(blobs, source)).key).toBe(hex('sha256', content));
      }
      await folder.remove();
      await expectNothingLeft();
    });

    test('a source that does not own its chunks finds them untouched', async () => {
      const content = fresh(900_000);
      const copy = Buffer.from(content);
      await store(blobs, Readable.from([content]));
      await store(blobs, content);
      expect(content.equals(copy)).toBe(true);
    });

    test('equal content is kept once, also when it arrives several times at once', async () => {
      const content = fresh(300_000);
      await Promise.all(Array.from({ length: 8 }, () => store(blobs, Readable.from([content]))));
      const keys: string[] = [];
      for await (const blob of blobs.list()) keys.push(blob.key);
      expect(keys.filter((key) => key === hex('sha256', content))).toHaveLength(1);
      await expectNothingLeft();
    });

    test('content is not there before commit, nor after discard', async () => {
      const staged = await blobs.stage(fresh(1_000));
      expect(await blobs.exists(staged.key)).toBe(false);
      await staged.discard();
      expect(await blobs.exists(staged.key)).toBe(false);
      await expectNothingLeft();
    });

    test('a range is both ends inclusive', async () => {
      const content = fresh(2_000_000);
      const { key } = await store(blobs, content);
      for (const [start, end] of [
        [0, 0],
        [5, 9],
        [1_000_000, 1_999_999],
        [1_999_999, 1_999_999],
      ]) {
        const part = await contentOf(blobs, key, { start: start as number, end: end as number });
        expect(part.equals(content.subarray(start, (end as number) + 1))).toBe(true);
      }
    });

    test.each([0, 1, 70_000])('a small content of %i bytes is read whole', async (sizeBytes) => {
      const content = randomBytes(sizeBytes);
      const { key } = await store(blobs, content);
      expect(Buffer.from(await blobs.read(key, sizeBytes)).equals(content)).toBe(true);
      for (const otherLength of [sizeBytes + 1, sizeBytes - 1].filter((length) => length >= 0)) {
        const code = 'store.corrupt';
        await expect(blobs.read(key, otherLength)).rejects.toMatchObject({ code });
      }
    });

    test('what is not there is absent to every question and an error to open', async () => {
      expect(await blobs.stat(unknown)).toBeUndefined();
      expect(await blobs.exists(unknown)).toBe(false);
      expect(await blobs.remove(unknown)).toBe(false);
      expect(await blobs.setAside(unknown)).toBeUndefined();
      await expect(blobs.open(unknown)).rejects.toMatchObject({ code: 'store.corrupt' });
      await expect(blobs.read(unknown, 3)).rejects.toMatchObject({ code: 'store.corrupt' });
    });

    test('an invalid key never becomes a path', async () => {
      const traversal = '../../../../etc/passwd' as BlobKey;
      await expect(blobs.open(traversal)).rejects.toThrow('blob key');
      await expect(blobs.stat(traversal)).rejects.toThrow('blob key');
    });

    test('a transfer that fails at any byte leaves nothing', async () => {
      const content = fresh(1_200_000);
      for (const count of [0, 1, 100, 524_288, 600_000, 1_199_999]) {
        const failure = blobs.stage(failingAfter(content, count));
        await expect(failure).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
      }
      expect(await blobs.exists(hex('sha256', content) as BlobKey)).toBe(false);
      await expectNothingLeft();
    });

    test('a transfer stops when its signal aborts', async () => {
      const controller = new AbortController();
      const stream = new PassThrough();
      stream.write(fresh(700_000));
      setImmediate(() => controller.abort());
      const staging = blobs.stage(stream, { signal: controller.signal });
      await expect(staging).rejects.toMatchObject({ code: 'request.invalid' });
      const late = blobs.stage(fresh(10), { signal: controller.signal });
      await expect(late).rejects.toMatchObject({ code: 'request.invalid' });
      await expectNothingLeft();
    });

    test('content that is shorter or longer than announced is refused', async () => {
      for (const sizeBytes of [999, 1_001]) {
        const staging = blobs.stage(Readable.from([fresh(1_000)]), { sizeBytes });
        await expect(staging).rejects.toMatchObject({ code: 'request.invalid' });
      }
      await (await blobs.stage(fresh(1_000), { sizeBytes: 1_000 })).discard();
      await expectNothingLeft();
    });

    test('content above the bound is refused, content at the bound is taken', async () => {
      const sizeBytesMax = 1_000_000;
      const atBound = await blobs.stage(Readable.from([fresh(sizeBytesMax)]), { sizeBytesMax });
      await atBound.discard();
      for (const source of [Readable.from([fresh(sizeBytesMax + 1)]), fresh(sizeBytesMax + 1)]) {
        const above = blobs.stage(source, { sizeBytesMax });
        await expect(above).rejects.toMatchObject({ code: 'request.too-large' });
      }
      const announced = blobs.stage(new PassThrough(), {
        sizeBytesMax,
        sizeBytes: sizeBytesMax + 1,
      });
      await expect(announced).rejects.toMatchObject({ code: 'request.too-large' });
      await expectNothingLeft();
    });

    test('a stream that is refused stays open, so that its connection can carry the answer', async () => {
      const stream = new PassThrough();
      stream.write(fresh(2_000));
      await expect(blobs.stage(stream, { sizeBytesMax: 1_000 })).rejects.toThrow('exceeds');
      expect(stream.destroyed).toBe(false);
    });

    test('set aside content is gone until restored, and gone for good once dropped', async () => {
      const content = fresh(5_000);
      const { key } = await store(blobs, content);
      await growOld();
      const first = await blobs.setAside(key);
      expect(await blobs.exists(key)).toBe(false);
      await first?.restore();
      expect((await contentOf(blobs, key)).equals(content)).toBe(true);
      await growOld();
      await (await blobs.setAside(key))?.drop();
      expect(await blobs.exists(key)).toBe(false);
      await expectNothingLeft();
    });

    test('content collected between commit and release is put back', async () => {
      const content = fresh(5_000);
      const staged = await blobs.stage(content);
      await staged.commit();
      await growOld();
      expect(await (await blobs.setAside(staged.key))?.drop()).toBe(true);
      await staged.release();
      expect((await contentOf(blobs, staged.key)).equals(content)).toBe(true);
      await expectNothingLeft();
    });

    test('content released while set aside survives both outcomes', async () => {
      for (const outcome of ['restore', 'drop'] as const) {
        const staged = await blobs.stage(fresh(5_000));
        await staged.commit();
        await growOld();
        const aside = await blobs.setAside(staged.key);
        expect(aside).toBeDefined();
        await staged.release();
        await aside?.[outcome]();
        expect(await blobs.exists(staged.key), outcome).toBe(true);
      }
      await expectNothingLeft();
    });

    test('the directories of many are flushed at once', async () => {
      const sources = Array.from({ length: 50 }, (_, index) => fresh(20 + index * 3));
      const staged = await Promise.all(
        sources.map((source) => blobs.stage(source, { durable: 'later' })),
      );
      for (const blob of staged) await blob.commit();
      await blobs.flushDirectories(staged.map(({ key }) => key));
      for (const blob of staged) await blob.release();
      for (const blob of staged) expect(await blobs.exists(blob.key)).toBe(true);
      await expectNothingLeft();
    });

    test('content is announced from commit to release', async () => {
      const staged = await blobs.stage(fresh(500));
      const isAnnounced = async () =>
        (await blobs.findAnnounced([unknown, staged.key])).has(staged.key);
      expect(await isAnnounced()).toBe(false);
      await staged.commit();
      expect(await isAnnounced()).toBe(true);
      expect((await blobs.findAnnounced([unknown])).size).toBe(0);
      await staged.release();
      await growOld();
      expect(await isAnnounced()).toBe(false);
    });

    test('content that is stored again is announced from commit to release, however old it is', async () => {
      const content = fresh(500);
      const { key } = await store(blobs, content);
      await growOld();
      const isAnnounced = async () => (await blobs.findAnnounced([key])).has(key);
      expect(await isAnnounced()).toBe(false);
      const staged = await blobs.stage(content);
      await staged.commit();
      expect(await isAnnounced()).toBe(true);
      await (await blobs.setAside(key))?.drop();
      await staged.release();
      await growOld();
      expect(await isAnnounced()).toBe(false);
      expect((await contentOf(blobs, key)).equals(content)).toBe(true);
      await expectNothingLeft();
    });

    test('what is set aside is listed until it is restored or dropped', async () => {
      const kept = await store(blobs, fresh(600));
      const dropped = await store(blobs, fresh(700));
      const names = async () => {
        await growOld();
        return (await Array.fromAsync(blobs.listSetAside())).map(({ name }) => name).sort();
      };
      await growOld();
      const asides = [await blobs.setAside(kept.key), await blobs.setAside(dropped.key)];
      expect(await names()).toEqual(asides.map((aside) => aside?.name).sort());
      expect(asides.map((aside) => aside?.sizeBytes)).toEqual([600, 700]);
      await asides[0]?.restore();
      expect([await asides[1]?.drop(), await asides[1]?.drop()]).toEqual([true, false]);
      expect(await names()).toEqual([]);
    });

    test('all keys are listed once, in their order', async () => {
      await Promise.all(Array.from({ length: 30 }, (_, n) => store(blobs, fresh(20 + n))));
      const listed = (await Array.fromAsync(blobs.listKeys())).flat();
      const found = (await Array.fromAsync(blobs.list())).map(({ key }) => key);
      expect(listed).toEqual([...new Set(found)].sort());
      expect(listed.length).toBeGreaterThanOrEqual(30);
    });

    test('the list has every key once', async () => {
      const { key } = await store(blobs, fresh(77));
      const keys: string[] = [];
      for await (const blob of blobs.list()) keys.push(blob.key);
      expect(keys).toContain(key);
      expect(new Set(keys).size).toBe(keys.length);
    });

    test('chunks are kept by batch until removed', async () => {
      const { chunks } = blobs;
      const first = await chunks.write('batch-a', Readable.from([Buffer.from('one')]));
      const second = await chunks.write('batch-a', Buffer.from('two'), { sizeBytes: 3 });
      expect(first.sizeBytes).toBe(3);
      expect((await buffer(await chunks.open('batch-a', second.name))).toString()).toBe('two');
      expect(await chunks.listBatches()).toEqual(['batch-a']);
      await chunks.remove('batch-a', [first.name, first.name]);
      await expect(chunks.open('batch-a', first.name)).rejects.toMatchObject({
        code: 'store.corrupt',
      });
      await chunks.removeBatch('batch-a');
      await chunks.removeBatch('batch-a');
      expect(await chunks.listBatches()).toEqual([]);
    });

    test('a chunk cut short leaves nothing', async () => {
      const writing = blobs.chunks.write('batch-b', failingAfter(fresh(1_000), 500));
      await expect(writing).rejects.toMatchObject({ code: 'request.invalid' });
      await blobs.chunks.removeBatch('batch-b');
      await expectNothingLeft();
    });
  });

  describe(`${title} that shows MD5`, () => {
    test('the digest is the MD5 of the content, the key stays its SHA-256', async () => {
      const fixture = await open('MD5');
      const content = fresh(1_000_000);
      expect(await store(fixture.store, Readable.from([content]))).toMatchObject({
        key: hex('sha256', content),
        digest: hex('md5', content),
        digestAlgorithm: 'MD5',
      });
      await fixture.close();
    });
  });
}
