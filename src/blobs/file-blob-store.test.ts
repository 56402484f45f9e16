import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk } from '../../test/support/blob-small-disk.ts';
import { contentOf, describeBlobStore, hex, store } from '../../test/support/blob-store-kit.ts';
import { makeFolder } from '../../test/support/engines.ts';
import type { BlobKey } from '../base/ids.ts';
import { type FileBlobStore, openFileBlobStore } from './file-blob-store.ts';

async function filesOutsideData(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('data'));
}

describeBlobStore('a blob store of files', async (digestAlgorithm) => {
  const folder = await makeFolder();
  return {
    store: await openFileBlobStore({ root: folder.path, digestAlgorithm }),
    leftovers: () => filesOutsideData(folder.path),
    close: folder.remove,
  };
});

describe('files of a blob store', () => {
  let root: string;
  let remove: () => Promise<void>;
  let blobs: FileBlobStore;
  beforeEach(async () => {
    const folder = await makeFolder();
    root = folder.path;
    remove = folder.remove;
    blobs = await openFileBlobStore({ root });
  });
  afterEach(() => remove());

  const pathOf = (key: string) => join(root, 'data', key.slice(0, 2), key);

  test('content lies in a folder named by the first digits of its key', async () => {
    const { key } = await store(blobs, Buffer.from('where am I'));
    expect((await readFile(pathOf(key))).toString()).toBe('where am I');
  });

  test('a damaged file is replaced when its content arrives again', async () => {
    const content = Buffer.from('whole content');
    const { key } = await store(blobs, content);
    await writeFile(pathOf(key), 'who');
    await store(blobs, content);
    expect(await readFile(pathOf(key))).toEqual(content);
    expect(await filesOutsideData(root)).toEqual([]);
  });

  test('folders that were removed from outside are created again', async () => {
    const content = Buffer.from('comes back');
    await store(blobs, content);
    await rm(join(root, 'data'), { recursive: true });
    const { key } = await store(blobs, content);
    expect(await readFile(pathOf(key))).toEqual(content);
  });

  test('at start, unfinished transfers go, and what is set aside is known', async () => {
    const { key } = await store(blobs, Buffer.from('set aside'));
    const taken = await blobs.setAside(key);
    await (await blobs.stage(Buffer.from('never released'))).commit();
    await writeFile(join(root, 'tmp', 'half'), 'half');
    const reopened = await openFileBlobStore({ root });
    await reopened.cleanTemporary();
    const [found, ...others] = await Array.fromAsync(reopened.listSetAside());
    expect([found?.name, found?.key, others]).toEqual([taken?.name, key, []]);
    await found?.restore();
    expect(await filesOutsideData(root)).toEqual([]);
    expect(await contentOf(reopened, key)).toEqual(Buffer.from('set aside'));
  });

  test('where others write to the same store, only old transfers go', async () => {
    await writeFile(join(root, 'tmp', 'young'), '');
    await blobs.cleanTemporary({ olderThanMs: 60_000 });
    expect(await readdir(join(root, 'tmp'))).toEqual(['young']);
    await blobs.cleanTemporary({ olderThanMs: -60_000 });
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
  });

  test('the first claim of content stays, also after a restart', async () => {
    expect(await blobs.claim('first')).toBe('first');
    expect(await blobs.claim('second')).toBe('first');
    const reopened = await openFileBlobStore({ root });
    expect(await reopened.claim('third')).toBe('first');
    await rm(join(root, 'owner'));
    expect(await reopened.claim('third')).toBe('third');
    expect(await readdir(join(root, 'tmp'))).toEqual([]);
  });

  test('content that is being set aside can still be read', async () => {
    const content = Buffer.from('read me meanwhile');
    const { key } = await store(blobs, content);
    const aside = await blobs.setAside(key);
    expect(await contentOf(blobs, key)).toEqual(content);
    expect(Buffer.from(await blobs.read(key, content.length))).toEqual(content);
    await aside?.drop();
  });

  test('other files in the folder are not content', async () => {
    await mkdir(join(root, 'data', 'zz'), { recursive: true });
    await writeFile(join(root, 'data', 'zz', '.DS_Store'), '');
    for await (const blob of blobs.list()) throw new Error(`listed ${blob.key}`);
  });

  /** As versions before stored it, two levels deep. */
  async function storeEarlier(content: Buffer | string): Promise<BlobKey> {
    const key = hex('sha256', content) as BlobKey;
    await mkdir(join(earlierPathOf(key), '..'), { recursive: true });
    await writeFile(earlierPathOf(key), content);
    return key;
  }
  const earlierPathOf = (key: string) => join(root, 'data', key.slice(0, 2), key.slice(2, 4), key);

  test('content of earlier versions is found, listed between the others, set aside and removed', async () => {
    const earlier = await Promise.all(
      Array.from({ length: 40 }, (_, at) => storeEarlier(`earlier ${at}`)),
    );
    const key = earlier[0] as BlobKey;
    const later = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => (await store(blobs, Buffer.from(`${at}`))).key),
    );
    expect((await Array.fromAsync(blobs.listKeys())).flat()).toEqual([...earlier, ...later].sort());
    expect(await contentOf(blobs, key)).toEqual(Buffer.from('earlier 0'));
    expect(Buffer.from(await blobs.read(key, 9))).toEqual(Buffer.from('earlier 0'));
    expect(await blobs.stat(key)).toMatchObject({ key, sizeBytes: 9 });
    await (await blobs.setAside(key))?.restore();
    expect(await readFile(pathOf(key), 'utf8')).toBe('earlier 0');
    expect(await (await blobs.setAside(earlier[1] as BlobKey))?.drop()).toBe(true);
    expect(await blobs.remove(earlier[2] as BlobKey)).toBe(true);
    for (const gone of earlier.slice(1, 3)) expect(await blobs.exists(gone)).toBe(false);
  });

  test('content of earlier versions that arrives again is kept where it is', async () => {
    const key = await storeEarlier('again');
    await utimes(earlierPathOf(key), 1, 1);
    await store(blobs, Buffer.from('again'));
    expect((await stat(earlierPathOf(key))).mtimeMs).toBeGreaterThan(1_000);
    await expect(stat(pathOf(key))).rejects.toThrow('ENOENT');
    const staged = await blobs.stage(Buffer.from('again'));
    await staged.commit();
    await (await blobs.setAside(key))?.drop();
    await staged.release();
    expect(await readFile(pathOf(key), 'utf8')).toBe('again');
  });

  test('damaged content of earlier versions is replaced by what arrives', async () => {
    const key = await storeEarlier('damaged');
    await writeFile(earlierPathOf(key), 'dam');
    await store(blobs, Buffer.from('damaged'));
    expect(await contentOf(blobs, key)).toEqual(Buffer.from('damaged'));
    expect((await Array.fromAsync(blobs.listKeys())).flat()).toEqual([key]);
    expect(await filesOutsideData(root)).toEqual([]);
  });

  test('a write that the disk refuses leaves nothing and says so', async () => {
    await rm(join(root, 'tmp'), { recursive: true });
    await writeFile(join(root, 'tmp'), 'not a folder');
    await expect(blobs.stage(Buffer.from('x'))).rejects.toThrow('ENOTDIR');
  });
});

describe('files that are written once', () => {
  let root: string;
  let remove: () => Promise<void>;
  let blobs: FileBlobStore;
  beforeEach(async () => {
    const folder = await makeFolder();
    root = folder.path;
    remove = folder.remove;
    blobs = await openFileBlobStore({ root, isWriteOnce: true });
  });
  afterEach(() => remove());

  const pathOf = (key: string) => join(root, 'data', key.slice(0, 2), key);

  test('are read-only, and stay the same file when their content arrives again', async () => {
    const content = Buffer.from('written once');
    const { key } = await store(blobs, content);
    const before = await stat(pathOf(key), { bigint: true });
    expect(before.mode & 0o777n).toBe(0o444n);
    await store(blobs, content);
    const { ino, mtimeNs } = await stat(pathOf(key), { bigint: true });
    expect([ino, mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(await contentOf(blobs, key)).toEqual(content);
    expect(await filesOutsideData(root)).toEqual([]);
    expect((await readdir(root)).sort()).toEqual(['aside', 'data', 'tmp']);
  });

  test('are not replaced by content of another size', async () => {
    const content = Buffer.from('whole content');
    const key = hex('sha256', content);
    await mkdir(join(pathOf(key), '..'), { recursive: true });
    await writeFile(pathOf(key), 'who');
    const staged = await blobs.stage(content);
    await expect(staged.commit()).rejects.toMatchObject({ code: 'store.corrupt' });
    await staged.discard();
    expect((await readFile(pathOf(key))).toString()).toBe('who');
    expect(await filesOutsideData(root)).toEqual([]);
  });

  test('are not replaced by one that was set aside meanwhile', async () => {
    const content = Buffer.from('set aside');
    const { key } = await store(blobs, content);
    const aside = await blobs.setAside(key);
    await store(blobs, content);
    const { ino } = await stat(pathOf(key));
    await aside?.restore();
    expect((await stat(pathOf(key))).ino).toBe(ino);
    expect(await filesOutsideData(root)).toEqual([]);
    await (await blobs.setAside(key))?.restore();
    expect(await contentOf(blobs, key)).toEqual(content);
  });

  test('can be removed', async () => {
    const { key } = await store(blobs, Buffer.from('removed'));
    expect(await (await blobs.setAside(key))?.drop()).toBe(true);
    expect(await blobs.exists(key)).toBe(false);
  });
});

test('a full disk is reported as such, leaves nothing, and room is found again', async (context) => {
  const folder = await makeFolder();
  const disk = await mountSmallDisk(folder.path, 4);
  if (!disk.isMounted) {
    await folder.remove();
    context.skip(`no file system can be mounted here: ${disk.reason}`);
    return;
  }
  try {
    const blobs = await openFileBlobStore({ root: folder.path });
    const large = Buffer.alloc(8 * 1024 * 1024, 1);
    for (const source of [large, Readable.from([large]), chunksOf(large)]) {
      await expect(blobs.stage(source)).rejects.toMatchObject({ code: 'store.full', status: 507 });
    }
    expect(await filesOutsideData(folder.path)).toEqual([]);
    const small = await store(blobs, Buffer.alloc(3 * 1024 * 1024, 2));
    expect((await stat(folder.path)).isDirectory()).toBe(true);
    expect(await blobs.exists(small.key)).toBe(true);
    expect(await blobs.exists(hex('sha256', large) as BlobKey)).toBe(false);
  } finally {
    disk.unmount();
    await folder.remove();
  }
});

function chunksOf(content: Buffer): Readable {
  const size = 64 * 1024;
  const count = Math.ceil(content.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, index) => content.subarray(index * size, (index + 1) * size)),
  );
}
