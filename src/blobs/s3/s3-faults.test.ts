import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contentOf, hex, store } from '../../../test/support/blob-store-kit.ts';
import { gatewayTimeoutMs, hasObjectGateway } from '../../../test/support/object-gateway.ts';
import { type ObjectFault, ObjectProxy } from '../../../test/support/object-proxy.ts';
import {
  growOld,
  type ObjectPlace,
  openObjectPlace,
  partBytes,
} from '../../../test/support/object-stores.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { S3BlobStore } from './s3-blob-store.ts';

/** More than the client tries a request. */
const always = 1_000;

describe.skipIf(!(await hasObjectGateway()))('a store in S3 behind a network that fails', () => {
  let place: ObjectPlace;
  let proxy: ObjectProxy;
  let blobs: S3BlobStore;
  beforeAll(async () => {
    place = await openObjectPlace();
    proxy = await ObjectProxy.open(place.options.endpoint ?? '');
    // Short, as silence is waited for. A request that takes longer is sent again.
    blobs = await place.open({ endpoint: proxy.endpoint, timeoutMs: 3_000 });
  }, gatewayTimeoutMs);
  afterEach(() => proxy.heal());
  afterAll(async () => {
    place.close();
    await proxy.close();
  });

  const large = () => randomBytes(2 * partBytes + 1_000);
  const small = () => randomBytes(1_000);

  const passing: readonly ObjectFault[] = ['cut', 'answer lost', 'slow down', 'silence'];

  test.each(passing)('%s: a small content is stored all the same', async (fault) => {
    const content = small();
    proxy.fail(fault, /^PUT .*contents\//);
    const { key } = await store(blobs, content);
    expect((await contentOf(blobs, key)).equals(content)).toBe(true);
    expect(proxy.pendingFaults).toBe(0);
    expect(await place.leftovers()).toEqual([]);
  });

  test.each(
    passing.flatMap((fault) =>
      [/^PUT .*staged.*partNumber=2/, /^POST .*staged.*uploadId=/, /^PUT .*contents\//].map(
        (pattern) => ({ fault, pattern }),
      ),
    ),
  )('$fault of $pattern: a large content is stored all the same', async ({ fault, pattern }) => {
    const content = large();
    proxy.fail(fault, pattern);
    const { key } = await store(blobs, content);
    expect((await contentOf(blobs, key)).equals(content)).toBe(true);
    expect(proxy.pendingFaults).toBe(0);
    expect(await place.leftovers()).toEqual([]);
  });

  test('a content that cannot be stored leaves nothing, and the failure may be tried again', async () => {
    for (const [content, pattern] of [
      [small(), /^PUT .*contents\//],
      [large(), /^PUT .*partNumber=1/],
    ] as const) {
      proxy.fail('slow down', pattern, always);
      await expect(store(blobs, content)).rejects.toMatchObject({
        code: 'store.unavailable',
        status: 503,
        detail: { retryAfterSeconds: 5 },
      });
      expect(await blobs.exists(hex('sha256', content) as BlobKey)).toBe(false);
      proxy.heal();
      expect(await place.leftovers()).toEqual([]);
    }
  });

  test('a download that is cut goes on where it was, several times', async () => {
    const content = large();
    const { key } = await store(blobs, content);
    for (const fault of ['answer cut', 'silence', 'slow down'] as const) {
      proxy.fail('answer cut', /^GET .*contents\//, 2);
      proxy.fail(fault, /^GET .*contents\//);
      expect((await contentOf(blobs, key)).equals(content)).toBe(true);
      expect(proxy.pendingFaults).toBe(0);
    }
    proxy.fail('answer cut', /^GET .*contents\//);
    const range = { start: 100, end: 5_000_000 };
    const part = await contentOf(blobs, key, range);
    expect(part.equals(content.subarray(100, 5_000_001))).toBe(true);
  });

  test('a download that cannot go on ends with an error, not with an end', async () => {
    const { key } = await store(blobs, large());
    proxy.fail('answer cut', /^GET .*contents\//);
    proxy.fail('slow down', /^GET .*contents\//, always);
    await expect(contentOf(blobs, key)).rejects.toMatchObject({ code: 'store.unavailable' });
    proxy.heal();
    const stream = await blobs.open(key);
    proxy.fail('answer cut', /^GET .*contents\//, 1);
    await place.objects.removeAll([`contents/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`]);
    await buffer(stream).catch((error) => expect(error.code).toBe('store.corrupt'));
  });

  test('what is set aside is not lost when the answer to its removal is', async () => {
    for (const fault of ['answer lost', 'silence'] as const) {
      const content = small();
      const { key } = await store(blobs, content);
      await growOld();
      proxy.fail(fault, /^DELETE .*contents\//);
      const aside = await blobs.setAside(key).catch((error) => error.code);
      // Of a request without an answer it is asked whether it was carried out; and if not, it may still be.
      expect(aside).toEqual(
        fault === 'silence' ? 'store.unavailable' : expect.objectContaining({ key }),
      );
      expect((await contentOf(blobs, key)).equals(content)).toBe(true);
      if (fault === 'silence') {
        // It is carried out late.
        await place.objects.removeOnce(`contents/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`);
        expect((await contentOf(blobs, key)).equals(content)).toBe(true);
      }
      await growOld();
      for await (const found of blobs.listSetAside()) await found.restore();
      expect(await blobs.exists(key)).toBe(true);
      expect(await place.leftovers()).toEqual([]);
    }
  });

  test('of two collectors of one content at most one sets it aside', async () => {
    const contents = await Promise.all(Array.from({ length: 6 }, () => store(blobs, small())));
    await growOld();
    for (const { key } of contents) {
      const asides = await Promise.all([blobs.setAside(key), blobs.setAside(key)]);
      const found = asides.filter((aside) => aside !== undefined);
      expect(found.length).toBeLessThanOrEqual(1);
      expect(await blobs.exists(key)).toBe(found.length === 0);
      await found[0]?.restore();
      expect(await blobs.exists(key)).toBe(true);
    }
    expect(await place.leftovers()).toEqual([]);
  });

  test('what interrupted processes have left is removed when it is old', async () => {
    const other = await place.open();
    const content = large();
    await (await other.stage(content)).commit();
    const { sdk, client } = place.objects.connection;
    const unfinished = place.objects.placeOf('staged/unfinished');
    await client.send(new sdk.CreateMultipartUploadCommand(unfinished));
    expect((await place.leftovers()).map((name) => name.split('/')[0]).toSorted()).toEqual(
      ['announced', 'staged', 'unfinished store'].toSorted(),
    );
    await blobs.cleanTemporary({ olderThanMs: 60 * 60 * 1000 });
    expect(await place.leftovers()).toHaveLength(3);
    await growOld();
    await blobs.cleanTemporary({ olderThanMs: 60 * 60 * 1000 });
    expect(await place.leftovers()).toEqual([]);
  });

  test('more contents than memory has room for are staged as objects', async () => {
    const contents = Array.from({ length: 6 }, () => randomBytes(partBytes));
    const own = await place.open();
    const staged = await Promise.all(contents.map((content) => own.stage(content)));
    expect((await place.leftovers()).length).toBe(2);
    for (const each of staged) await each.commit();
    for (const each of staged) await each.release();
    for (const [at, { key }] of staged.entries()) {
      expect((await contentOf(blobs, key)).equals(contents[at] as Buffer)).toBe(true);
    }
    expect(await place.leftovers()).toEqual([]);
  });

  test('a small new content is one request', async () => {
    const before = proxy.requests.length;
    await store(blobs, small());
    expect(proxy.requests.length - before).toBe(1);
  });
});
