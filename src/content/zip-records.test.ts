import { crc32 } from 'node:zlib';
import { Reader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { CentralDirectory, dataDescriptor, localHeader } from './zip-records.ts';

/** A file of which only some parts are in memory; zeros between them. */
class SparseFile extends Reader<void> {
  readonly #parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];

  write(at: number, bytes: Uint8Array): number {
    this.#parts.push({ at, bytes });
    this.size = at + bytes.length;
    return this.size;
  }

  override async readUint8Array(from: number, length: number): Promise<Uint8Array> {
    const read = new Uint8Array(Math.min(length, this.size - from));
    for (const { at, bytes } of this.#parts) {
      const begin = Math.max(at, from);
      const end = Math.min(at + bytes.length, from + read.length);
      if (begin < end) read.set(bytes.subarray(begin - at, end - at), begin - from);
    }
    return read;
  }
}

const measured = (content: Buffer) => ({
  crc: crc32(content),
  packedBytes: content.length,
  sizeBytes: content.length,
});

test('entries behind the first 4 GiB, and larger than that, are found', async () => {
  const common = { modifiedMs: Date.UTC(2026, 10, 21), isDeflated: false, isMeasuredLater: false };
  const content = Buffer.from('content');
  const far = { ...common, name: Buffer.from('far'), ...measured(content) };
  const large = { ...far, name: Buffer.from('large'), packedBytes: 5e9, sizeBytes: 5e9, crc: 7 };
  const file = new SparseFile(undefined);
  const directory = new CentralDirectory();
  file.write(0, localHeader({ ...large, isMeasuredLater: true }));
  directory.add({ ...large, isMeasuredLater: true }, 0);
  const at = file.write(5_000_000_044, dataDescriptor({ ...large, isMeasuredLater: true }));
  let end = file.write(file.write(at, localHeader(far)), content);
  directory.add(far, at);
  for (const part of directory.end(end)) end = file.write(end, part);
  const found = await new ZipReader(file).getEntries();
  expect(found.map(({ filename, uncompressedSize }) => [filename, uncompressedSize])).toEqual([
    ['large', 5e9],
    ['far', 7],
  ]);
  const last = found[1];
  expect(last?.directory === false && (await last.getData(new TextWriter()))).toBe('content');
});

test.each([
  ['before the first one of the format', Date.UTC(1970, 0, 5), 1980],
  ['after the last one', Date.UTC(2200, 0, 5), 2107],
  ['that is none', Number.NaN, 1980],
])('a time %s is written as the closest', async (_what, modifiedMs, year) => {
  const content = Buffer.from('x');
  const given = { name: Buffer.from('a'), isDeflated: false, isMeasuredLater: false, modifiedMs };
  expect(1980 + (localHeader({ ...given, ...measured(content) }).readUInt16LE(12) >> 9)).toBe(year);
});
