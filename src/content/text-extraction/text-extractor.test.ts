import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { childrenOf, memoryOf } from '../../../test/support/child-memory.ts';
import { pdfWithStream, wordFile, zipOf } from '../../../test/support/office-files.ts';
import { type ReadFormat, textFormatOf } from './formats.ts';
import { extractionLimits } from './limits.ts';
import { type Extraction, type StoredFile, TextExtractor } from './text-extractor.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

function fileOf(format: ReadFormat, bytes: Uint8Array): StoredFile {
  const open = async () => Readable.from([Buffer.from(bytes)]);
  return { format, encoding: null, sizeBytes: bytes.length, open };
}

/** A file that is all of one piece, which is not in memory. */
function endlessFile(format: ReadFormat, piece: string, sizeBytes: number): StoredFile {
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  async function* chunks() {
    for (let left = sizeBytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  }
  return { format, encoding: null, sizeBytes, open: async () => Readable.from(chunks()) };
}

const isLinux = process.platform === 'linux';

describe('a file that is not of its declared type', () => {
  const extractor = new TextExtractor();
  afterAll(() => extractor.close());

  test.each(['pdf', 'word', 'excel', 'powerpoint', 'odf', 'rtf'] as const)(
    'is reported as a failure, as %s',
    async (format) => {
      for (const bytes of [bytesOf(''), bytesOf('no such thing'), randomBytes(5_000)]) {
        expect(await extractor.extract(fileOf(format, bytes))).toMatchObject({ is: 'failed' });
      }
    },
  );

  test('or is cut short does no harm', async () => {
    const file = await wordFile('<w:t>words</w:t>');
    for (let length = 0; length < file.length; length += 37) {
      const result = await extractor.extract(fileOf('word', file.slice(0, length)));
      expect(result.is).not.toBe('exhausted');
    }
    expect(await extractor.extract(fileOf('plain', bytesOf('still at work')))).toEqual({
      is: 'text',
      text: 'still at work',
    });
  });

  test('or cannot be read from the store is the error of the store', async () => {
    const open = async () => {
      throw new Error('no such content');
    };
    const file = { ...fileOf('plain', bytesOf('x')), open };
    await expect(extractor.extract(file)).rejects.toThrow('no such content');
    const broken = {
      ...fileOf('plain', bytesOf('xy')),
      open: async () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('x');
            throw new Error('the disk is broken');
          })(),
        ),
    };
    await expect(extractor.extract(broken)).rejects.toThrow('the disk is broken');
    expect(await extractor.extract(fileOf('plain', bytesOf('next')))).toMatchObject({
      text: 'next',
    });
  });
});

describe('a hostile file', () => {
  test('that takes too long is given up, and the next one is read', async () => {
    const hasty = new TextExtractor({ timeMs: 1 });
    const slow = await zipOf({ 'word/document.xml': '<w:t>x</w:t>'.repeat(500_000) });
    expect(await hasty.extract(fileOf('word', slow))).toEqual({
      is: 'exhausted',
      reason: 'it took too long',
    });
    hasty.close();
  });

  const spaces = ' '.repeat(10_000_000);
  const runs = Buffer.alloc(16_000_000, Buffer.from([0x81, 0x20]));
  const hostile: readonly [string, () => StoredFile | Promise<StoredFile>, string][] = [
    [
      'unpacks to gigabytes',
      async () =>
        fileOf(
          'powerpoint',
          await zipOf(
            Object.fromEntries(
              Array.from({ length: 14 }, (_each, index) => [
                `ppt/slides/slide${index}.xml`,
                spaces,
              ]),
            ),
          ),
        ),
      'the archive unpacks to more than 128 MB',
    ],
    [
      'has a page of a gigabyte',
      () => fileOf('pdf', pdfWithStream(deflateSync(runs), '[/FlateDecode /RunLengthDecode]')),
      'it needed more than 280 MB of memory',
    ],
    [
      'is a text of a gigabyte',
      () => endlessFile('plain', 'words ', 1024 * 1024 * 1024),
      'the file is larger than 64 MB',
    ],
  ];

  test.runIf(isLinux).each(hostile)(
    'that %s stays within the bounds and is reported as a failure',
    async (_what, make, reason) => {
      const file = await make();
      const extractor = new TextExtractor();
      await extractor.extract(fileOf('plain', bytesOf('started')));
      const [child = 0] = childrenOf(process.pid);
      expect(child).toBeGreaterThan(0);
      const ownBefore = process.memoryUsage.rss();
      let own = 0;
      let peak = 0;
      const watch = setInterval(() => {
        own = Math.max(own, process.memoryUsage.rss());
        peak = Math.max(peak, memoryOf(child).peakBytes);
      }, 5);
      const result: Extraction = await extractor.extract(file);
      clearInterval(watch);
      extractor.close();
      expect(result.is).not.toBe('text');
      expect(result).toMatchObject({ reason: expect.stringContaining(reason) });
      expect(peak).toBeLessThan(extractionLimits.memoryBytesMax + 40_000_000);
      expect(own - ownBefore).toBeLessThan(100_000_000);
    },
    180_000,
  );

  test('with entities of entities has none of them expanded', async () => {
    const levels = Array.from(
      { length: 30 },
      (_each, level) => `<!ENTITY e${level + 1} "&e${level};&e${level};">`,
    );
    const bomb = `<!DOCTYPE a [<!ENTITY e0 "lol">${levels.join('')}]><a>before &e30; after</a>`;
    const extractor = new TextExtractor();
    const result = await extractor.extract(fileOf('xml', bytesOf(bomb)));
    extractor.close();
    expect(result).toMatchObject({ is: 'text' });
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
    expect(result).toMatchObject({ text: expect.stringContaining('before') });
  });
});

describe('the process that reads files', () => {
  test.runIf(isLinux)(
    'is started when there is one, is used again, and ends when idle',
    async () => {
      const extractor = new TextExtractor({ idleMs: 300 });
      const before = childrenOf(process.pid);
      const added = () => childrenOf(process.pid).filter((pid) => !before.includes(pid));
      expect(added()).toEqual([]);
      await extractor.extract(fileOf('plain', bytesOf('one')));
      const first = added();
      expect(first).toHaveLength(1);
      await extractor.extract(fileOf('plain', bytesOf('two')));
      expect(added()).toEqual(first);
      await vi.waitFor(() => expect(added()).toEqual([]), { timeout: 60_000 });
      expect(await extractor.extract(fileOf('plain', bytesOf('three')))).toMatchObject({
        text: 'three',
      });
      extractor.close();
    },
  );

  test('reads files that come at the same time one after the other', async () => {
    const extractor = new TextExtractor();
    const words = Array.from({ length: 20 }, (_each, index) => `word${index}`.repeat(5_000));
    const results = await Promise.all(
      words.map((word) => extractor.extract(fileOf('plain', bytesOf(word)))),
    );
    expect(results).toEqual(words.map((text) => ({ is: 'text', text })));
    extractor.close();
  });

  test.runIf(isLinux)('has nothing of our environment', async () => {
    const extractor = new TextExtractor();
    vi.stubEnv('CARTULARY_ADMIN_PASSWORD', 'a-secret');
    try {
      const before = childrenOf(process.pid);
      await extractor.extract(fileOf('plain', bytesOf('x')));
      const [child = 0] = childrenOf(process.pid).filter((pid) => !before.includes(pid));
      expect(memoryOf(child).environment).not.toContain('CARTULARY');
      expect(memoryOf(child).environment).not.toContain('PATH=');
    } finally {
      vi.unstubAllEnvs();
      extractor.close();
    }
  });

  test('that is ended from outside costs one attempt', async () => {
    const extractor = new TextExtractor();
    const reading = extractor.extract(endlessFile('json', '"\\u0041 ', 40_000_000));
    setTimeout(() => extractor.close(), 300);
    expect(await reading).toMatchObject({ is: 'exhausted' });
    expect(await extractor.extract(fileOf('plain', bytesOf('next')))).toMatchObject({
      text: 'next',
    });
    extractor.close();
  });
});

describe('without the process that started it, the process that reads files', () => {
  test.runIf(isLinux).each(['idle', 'busy'])('ends, %s or not', async (state) => {
    const parent = spawn(process.execPath, ['test/support/extraction-parent.ts', state], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(line.toString());
    expect(childrenOf(parent.pid ?? 0)).toEqual([child]);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await vi.waitFor(() => expect(memoryOf(child).peakBytes).toBe(0), { timeout: 60_000 });
  });
});

describe('how a file is read', () => {
  test.each([
    ['application/pdf', 'a.bin', 'pdf'],
    ['TEXT/HTML; charset=utf-8', null, 'html'],
    ['text/csv', null, 'plain'],
    ['application/atom+xml', null, 'xml'],
    ['application/geo+json', null, 'json'],
    ['text/rtf', null, 'rtf'],
    ['application/rtf', null, 'rtf'],
    ['message/rfc822', 'a.txt', 'mail'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', null, 'word'],
    ['application/octet-stream', 'Report.DOCX', 'word'],
    ['application/octet-stream', 'letter.rtf', 'rtf'],
    [null, 'notes.txt', 'plain'],
    ['image/svg+xml', 'a.xml', undefined],
    ['image/png', 'a.txt', 'picture'],
    ['image/x-icon', 'a.txt', undefined],
    ['application/epub+zip', null, 'epub'],
    ['application/msword', 'a.txt', 'doc'],
    [null, 'old.ppt', 'ppt'],
    ['application/zip', 'a.txt', undefined],
    ['constructor', 'a.constructor', undefined],
    [null, null, undefined],
  ] as const)('follows from the type %s and the name %s', (mimeType, name, expected) => {
    expect(textFormatOf({ mimeType, name })).toBe(expected);
  });
});
