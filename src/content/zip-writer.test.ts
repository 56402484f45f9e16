import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../test/support/engines.ts';
import { writeZip, type ZipEntry } from './zip-writer.ts';

const run = promisify(execFile);
const modifiedMs = Date.UTC(2026, 10, 21, 13, 30, 2);
const mebibyte = 1024 * 1024;

function entry(name: string, content: Buffer | string, given: Partial<ZipEntry> = {}): ZipEntry {
  return { name, modifiedMs, open: async () => Readable.from([Buffer.from(content)]), ...given };
}

interface ReadEntry {
  readonly name: string;
  readonly content: Buffer;
  readonly isDeflated: boolean;
  readonly isUtf8: boolean;
}

/** The entries of an archive by its central directory, sizes and checksums verified. */
function readZip(zip: Buffer): ReadEntry[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const found: ReadEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    found.push(readEntry(zip, at));
    at += 46 + [28, 30, 32].reduce((sum, offset) => sum + zip.readUInt16LE(at + offset), 0);
  }
  expect(at).toBe(end);
  return found;
}

function readEntry(zip: Buffer, at: number): ReadEntry {
  const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
  const [packedBytes, sizeBytes] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
  const local = zip.readUInt32LE(at + 42);
  expect(zip.readUInt32LE(local)).toBe(0x04034b50);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + packedBytes);
  const content = method === 8 ? inflateRawSync(packed) : packed;
  expect(content.length).toBe(sizeBytes);
  expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
  const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
  return { name, content, isDeflated: method === 8, isUtf8: (flags & 0x800) !== 0 };
}

describe('an archive', () => {
  test('holds its entries in their order, with their content', async () => {
    const entries = readZip(
      await buffer(
        writeZip([entry('a.txt', 'one'), entry('f/été.txt', ''), entry('a.txt', 'two')]),
      ),
    );
    expect(entries.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['a.txt', 'one'],
      ['f/été.txt', ''],
      ['renamed_1_a.txt', 'two'],
    ]);
    expect(entries[1]?.isUtf8).toBe(true);
  });

  test('may hold nothing', async () => {
    expect(readZip(await buffer(writeZip([])))).toEqual([]);
  });

  test('holds any content unchanged, in pieces of any size', async () => {
    const contents = fc.array(fc.array(fc.uint8Array({ maxLength: 2_000 })), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(contents, async (files) => {
        const entries = files.map((pieces, index) =>
          entry(`${index}.${index % 2 === 0 ? 'txt' : 'png'}`, '', {
            open: async () => Readable.from(pieces.map((piece) => Buffer.from(piece))),
          }),
        );
        const read = readZip(await buffer(writeZip(entries)));
        expect(read.map(({ content }) => content)).toEqual(files.map((f) => Buffer.concat(f)));
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['a.txt', true],
    ['a.pdf', true],
    ['a.svg', true],
    ['a', true],
    ['a.jpg', false],
    ['a.mp4', false],
    ['a.mp3', false],
    ['a.zip', false],
    ['a.docx', false],
    ['a.tar.gz', false],
  ])('deflates %s: %s', async (name, expected) => {
    const zip = await buffer(writeZip([entry(name, 'x'.repeat(1_000))]));
    expect(readZip(zip)[0]?.isDeflated).toBe(expected);
    expect(zip.length < 1_000).toBe(expected);
  });

  test('takes its entries one at a time, from a source that may be slow', async () => {
    const events: string[] = [];
    async function* slow() {
      for (const name of ['a', 'b']) {
        events.push(`asked ${name}`);
        yield entry(name, '', {
          open: async () => {
            events.push(`opened ${name}`);
            return Readable.from([Buffer.from(name)]).once('close', () =>
              events.push(`closed ${name}`),
            );
          },
        });
      }
    }
    const zip = writeZip(slow());
    expect(events).toEqual([]);
    await buffer(zip);
    expect(events).toEqual(['asked a', 'opened a', 'closed a', 'asked b', 'opened b', 'closed b']);
  });

  test('closes what it has open, and asks for no more, when its reader leaves', async () => {
    const sources: Readable[] = [];
    const endless = async () => {
      const source = new Readable({
        read() {
          this.push(Buffer.alloc(65_536));
        },
      });
      sources.push(source);
      return source;
    };
    const zip = writeZip([
      entry('a.png', '', { open: endless }),
      entry('b', '', { open: endless }),
    ]);
    for await (const chunk of zip) if (chunk.length > 1_000) break;
    await expect.poll(() => sources.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test('closes a source that has nothing to give when its reader leaves', async () => {
    const silent = new Readable({ read: () => undefined });
    const opened = Promise.withResolvers<void>();
    const open = async () => {
      opened.resolve();
      return silent;
    };
    const zip = writeZip([entry('a.png', '', { open })]).resume();
    await opened.promise;
    zip.destroy();
    await expect.poll(() => silent.destroyed).toBe(true);
  });

  test('asks for no more entries than its reader has taken', async () => {
    let asked = 0;
    function* endless() {
      for (; ; asked += 1) yield entry(`${asked}.png`, Buffer.alloc(10_000));
    }
    const zip = writeZip(endless());
    zip.read();
    let before = -1;
    for (; before !== asked; await new Promise((resolve) => setTimeout(resolve, 50)))
      before = asked;
    expect(asked).toBeLessThan(50);
    zip.destroy();
  });

  test('has more entries than fit into 16 bits, with names that are known to be safe', async () => {
    const count = 66_000;
    const content = [Buffer.from('x')];
    function* many() {
      for (let at = 0; at < count; at += 1) {
        yield { name: `${at}`, modifiedMs, open: async () => content };
      }
    }
    const zip = await buffer(writeZip(many(), { hasSafeNames: true }));
    const end = zip.length - 22;
    expect(zip.readUInt16LE(end + 10)).toBe(0xffff);
    const zip64End = Number(zip.readBigUInt64LE(end - 12));
    expect(zip.readBigUInt64LE(zip64End + 32)).toBe(BigInt(count));
    expect(readEntry(zip, Number(zip.readBigUInt64LE(zip64End + 48))).name).toBe('0');
  });

  test('fails when an entry cannot be listed, opened or read', async () => {
    const refuse = () => {
      throw new Error('refused');
    };
    async function* broken(first: () => unknown): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      first();
    }
    async function* unlisted(): AsyncGenerator<ZipEntry> {
      yield entry('a', 'x');
      refuse();
    }
    const unopened = [entry('a', 'x'), entry('b', '', { open: async () => refuse() })];
    const unread = [entry('a', '', { open: async () => Readable.from(broken(refuse)) })];
    for (const entries of [unlisted(), unopened, unread]) {
      await expect(buffer(writeZip(entries))).rejects.toThrow('refused');
    }
  });

  test('is made without holding its content', async () => {
    let openBytes = 0;
    const source = async () =>
      Readable.from(
        (async function* () {
          for (let count = 0; count < 512; count += 1) {
            openBytes += 65_536;
            yield Buffer.alloc(65_536, count);
          }
        })(),
      );
    let sentBytes = 0;
    let aheadBytesMax = 0;
    for await (const chunk of writeZip([entry('a.png', '', { open: source })])) {
      sentBytes += chunk.length;
      aheadBytesMax = Math.max(aheadBytesMax, openBytes - sentBytes);
      await new Promise(setImmediate);
    }
    expect(sentBytes).toBeGreaterThan(32 * mebibyte);
    expect(aheadBytesMax).toBeLessThan(mebibyte);
  });
});

describe('an archive in the hands of other programs', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let path: string;
  beforeAll(async () => {
    folder = await makeFolder();
    path = join(folder.path, 'a.zip');
    const entries = [
      entry('été/a.txt', 'x'.repeat(100_000)),
      entry('b.png', Buffer.alloc(200_000, 7)),
      entry('empty', ''),
    ];
    await writeFile(path, await buffer(writeZip(entries)));
  });
  afterAll(() => folder.remove());

  test('is whole for unzip', async ({ skip }) => {
    const version = await run('unzip', ['-v']).catch(() => undefined);
    if (!version) skip('unzip is not installed');
    const { stdout } = await run('unzip', ['-t', path]);
    expect(stdout).toContain('No errors detected');
  });

  test('has its names, sizes and times for Python', async ({ skip }) => {
    const version = await run('python3', ['--version']).catch(() => undefined);
    if (!version) skip('python3 is not installed');
    const script = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
assert zip.testzip() is None
print(json.dumps([[i.filename, i.file_size, i.date_time[:3]] for i in zip.infolist()]))`;
    const { stdout } = await run('python3', ['-c', script, path]);
    expect(JSON.parse(stdout)).toEqual([
      ['été/a.txt', 100_000, [2026, 11, 21]],
      ['b.png', 200_000, [2026, 11, 21]],
      ['empty', 0, [2026, 11, 21]],
    ]);
  });
});
