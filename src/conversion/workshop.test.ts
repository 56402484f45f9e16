import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { NothingMade, ProgramMissing } from './external-program.ts';
import type { ResizedPicture } from './tasks/resize-picture.ts';
import { WorkExhausted, Workshop, WorkshopBusy } from './workshop.ts';

const inputOf = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  open: async () => Readable.from([bytes]),
});
const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();
const half = { width: 200, height: 200, format: 'png' };

async function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

describe('a conversion in a folder of its own', () => {
  const shop = new Workshop({ processesMax: 2 });
  afterAll(() => shop.close());

  test('runs a task on a content, and its result is taken before the folder is removed', async () => {
    let folder = '';
    const made = await shop.work([inputOf(picture)], async (place) => {
      folder = place.folder;
      const { file, width, height } = (await place.runTask(
        'resize-picture',
        half,
      )) as ResizedPicture;
      return { width, height, bytes: await readFile(file) };
    });
    expect([made.width, made.height]).toEqual([200, 100]);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'png', width: 200 });
    expect(await isPresent(folder)).toBe(false);
  });

  test('says why a file is refused', async () => {
    const work = shop.work([inputOf(Buffer.from('no picture'))], (place) =>
      place.runTask('resize-picture', half),
    );
    await expect(work).rejects.toThrow(/unsupported image format/);
    await expect(work).rejects.toBeInstanceOf(NothingMade);
  });

  test('names a program that is not installed, and its package', async () => {
    const work = shop.work([], (place) => place.runProgram('no-such-program', []));
    await expect(work).rejects.toThrow(
      'the program no-such-program is not installed (Debian package no-such-program)',
    );
    await expect(work).rejects.toBeInstanceOf(ProgramMissing);
  });

  test('has the output of a program', async () => {
    const output = await shop.work([inputOf(Buffer.from('one\ntwo\n'))], (place) =>
      place.runProgram('cat', [String(place.inputs[0])]),
    );
    expect(output.toString()).toBe('one\ntwo\n');
  });

  test('may be a program alone, that runs for longer than from one look at its folder to the next', async () => {
    const output = await shop.work([], (place) =>
      place.runProgram('sh', ['-c', 'sleep 0.5; echo done']),
    );
    expect(output.toString()).toBe('done\n');
  });

  test.each([
    ['time', { timeMs: 300 }, ['sleep', '60'], /took too long/],
    ['space', { outputBytesMax: 1_000_000 }, ['dd-parts'], /made more than 1 MB/],
  ])(
    'is stopped when it needs too much %s',
    async (_what, limits, [name = '', ...args], reason) => {
      const bounded = new Workshop({ processesMax: 1, ...limits });
      const work = bounded.work([], async (place) => {
        await place.add(inputOf(Buffer.from('x')));
        if (name !== 'dd-parts') return place.runProgram(name, args);
        for (const part of [1, 2, 3])
          await writeFile(join(place.out, `${part}`), Buffer.alloc(5e5));
        return place.runProgram('true', []);
      });
      await expect(work).rejects.toThrow(reason);
      await expect(work).rejects.toBeInstanceOf(WorkExhausted);
    },
  );

  test('is stopped when it needs too much memory', async () => {
    const bounded = new Workshop({ processesMax: 1, memoryBytesMax: 1024 * 1024 });
    const work = bounded.work([inputOf(picture)], (place) => place.runTask('resize-picture', half));
    await expect(work).rejects.toThrow(/needed more than 1 MB of memory/);
  });

  test('is not begun for files that are too large', async () => {
    const bounded = new Workshop({ processesMax: 1, inputBytesMax: 1024 * 1024 });
    const large = { sizeBytes: 2e6, open: () => Promise.reject(new Error('opened')) };
    await expect(bounded.work([large], async () => 1)).rejects.toThrow('have more than 1 MB');
  });

  test('fails as the store does that the content comes from', async () => {
    const broken = { sizeBytes: 9, open: () => Promise.reject(new Error('the disk is gone')) };
    await expect(shop.work([broken], async () => 1)).rejects.toThrow('the disk is gone');
  });

  test('waits for its turn, of which a limited number may wait, and can be given up', async () => {
    const narrow = new Workshop({ processesMax: 1, waitingMax: 1 });
    const ending = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = narrow.work([], () => {
      begun.resolve();
      return ending.promise;
    });
    await begun.promise;
    const leaving = new AbortController();
    const second = narrow.work([], async () => 'second', { signal: leaving.signal });
    await expect(narrow.work([], async () => 'third')).rejects.toBeInstanceOf(WorkshopBusy);
    leaving.abort(new Error('given up'));
    await expect(second).rejects.toThrow('given up');
    const next = narrow.work([], async () => 'next');
    ending.resolve();
    await first;
    expect(await next).toBe('next');
  });

  test('leaves nothing in the folder of temporary files', async () => {
    const left = (await readdir(tmpdir())).filter((name) =>
      name.startsWith(`cartulary-conversion-${process.pid}-`),
    );
    expect(left).toEqual([]);
  });
});
