import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { pdfFile, wordFile } from '../../test/support/office-files.ts';
import type { ThumbnailFormat } from '../content/thumbnail-format.ts';
import { findConfinement } from './confinement.ts';
import { type Conversion, ConversionPool, type ConvertedFile } from './conversion-pool.ts';
import { findProgram, removeLeftFolders, withFolder } from './external-program.ts';
import type { ProcessLimits } from './limits.ts';
import { processCommand } from './process-setup.ts';

const shared = new ConversionPool({ processesMax: 2 });
const pools: ConversionPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});
afterAll(() => shared.close());

function poolWith(limits: ProcessLimits): ConversionPool {
  const pool = new ConversionPool({ processesMax: 1, ...limits });
  pools.push(pool);
  return pool;
}

function convert(
  format: ThumbnailFormat,
  content: string | Uint8Array,
  { pool = shared, sideMax = 100 } = {},
): Promise<Conversion> {
  const bytes = Buffer.from(content as string);
  const open = async () => Readable.from([bytes]);
  return pool.convert({ format, sideMax, encoding: null, sizeBytes: bytes.length, open });
}

async function made(...args: Parameters<typeof convert>): Promise<ConvertedFile> {
  const conversion = await convert(...args);
  if (conversion.is === 'done') return conversion.file;
  throw new Error(`not made: ${conversion.reason}`);
}

/** Left half red, right half blue. */
function twoColours(width: number, height: number) {
  const red = { create: { width: width / 2, height, channels: 3, background: 'red' } } as const;
  const create = { width, height, channels: 3, background: 'blue' } as const;
  return sharp({ create }).composite([{ input: red, left: 0, top: 0 }]);
}

async function colourAt(file: ConvertedFile, left: number, top: number): Promise<number[]> {
  const pixel = sharp(file.bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  return [...(await pixel.raw().toBuffer())].map((value) => (value > 127 ? 1 : 0));
}

const red = [1, 0, 0];
const blue = [0, 0, 1];
const white = [1, 1, 1];

/** Of this process: those of others come and go. */
async function folders(): Promise<readonly string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith(`cartulary-conversion-${process.pid}-`));
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('of type %s', async (type) => {
    const file = await made('picture', await twoColours(400, 200).toFormat(type).toBuffer());
    expect(file).toMatchObject({ width: 100, height: 50, mimeType: 'image/jpeg' });
    expect(await colourAt(file, 10, 25)).toEqual(red);
    expect(await colourAt(file, 90, 25)).toEqual(blue);
  });

  test('stands as the camera was held', async () => {
    const turned = twoColours(400, 200).withMetadata({ orientation: 6 }).jpeg();
    const file = await made('picture', await turned.toBuffer());
    expect(file).toMatchObject({ width: 50, height: 100 });
    expect(await colourAt(file, 25, 10)).toEqual(red);
    expect(await colourAt(file, 25, 90)).toEqual(blue);
  });

  test('is not enlarged, and stays transparent', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0.5 };
    const create = { width: 20, height: 10, channels: 4, background } as const;
    const file = await made('picture', await sharp({ create }).png().toBuffer());
    expect(file).toMatchObject({ width: 20, height: 10, mimeType: 'image/png' });
  });

  test('of a hundred megapixels is read within the memory of a process', async () => {
    const create = { width: 12_000, height: 9_000, channels: 3, background: 'red' } as const;
    const file = await made('picture', await sharp({ create }).jpeg({ quality: 20 }).toBuffer());
    expect(file).toMatchObject({ width: 100, height: 75 });
  });

  test.each([
    ['no picture', 'nothing of that kind'],
    ['empty', ''],
    ['cut off', '\xff\xd8\xff\xe0'],
    ['of a type that is not read', 'P6 1 1 255 abc'],
  ])('that is %s fails, and the next one is made', async (_what, content) => {
    expect(await convert('picture', content)).toMatchObject({ is: 'failed' });
    const next = await twoColours(40, 20).png().toBuffer();
    expect(await convert('picture', next)).toMatchObject({ is: 'done' });
  });

  test('that claims to be enormous is refused by its head', async () => {
    const size = 60_000;
    const bomb = pngOf(size, size, deflateSync(Buffer.alloc(1_000_000)));
    const conversion = await convert('picture', bomb);
    expect(conversion).toEqual({ is: 'failed', reason: expect.stringMatching(/pixel limit/) });
  });
});

/** A grey PNG of that size with any data. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const none = Buffer.alloc(0);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', none)]);
}

describe('a drawing', () => {
  const svg = (content: string, size = 'width="100" height="100"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;

  test('is drawn as large as it is shown', async () => {
    const file = await made(
      'picture',
      svg('<rect width="24" height="24" fill="red"/>', 'viewBox="0 0 24 24"'),
    );
    expect(file).toMatchObject({ width: 100, height: 100 });
    expect(await colourAt(file, 98, 98)).toEqual(red);
  });

  test('loads nothing and runs nothing', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const content = `
      <style>@import url(${url}style.css); rect { fill: url(${url}fill.svg#a) }</style>
      <script>document.documentElement.setAttribute('width', '5'); fetch('${url}')</script>
      <image href="${url}picture.png" width="100" height="100"/>
      <image xlink:href="file://${import.meta.dirname}/../../package.json" width="9" height="9"/>
      <use href="${url}other.svg#a"/>
      <foreignObject width="50" height="50"><iframe src="${url}"/></foreignObject>
      <circle cx="50" cy="50" r="40" fill="#f00" onload="fetch('${url}')"/>`;
    const file = await made('picture', svg(content));
    server.close();
    expect([requests, file.width]).toEqual([0, 100]);
    expect(await colourAt(file, 50, 50)).toEqual(red);
  });

  test.each([
    [
      'entities within entities',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => {
        const [name, of] = ['bcdefghij'[i], 'abcdefghi'[i]];
        return `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`;
      }).join('')}]>${svg('<text>&j;</text>')}`,
    ],
    [
      'an entity from outside',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]>${svg('<text>&a;</text>')}`,
    ],
    [
      'uses of uses',
      svg(
        Array.from(
          { length: 30 },
          (_, i) => `<g id="a${i + 1}"><use href="#a${i}"/><use href="#a${i}"/></g>`,
        ).join(''),
      ),
    ],
    [
      'itself as a pattern',
      svg(
        '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
      ),
    ],
    ['a size beyond all bounds', svg('<rect width="1" height="1"/>', 'width="1e9" height="1"')],
    [
      'a filter of enormous radius',
      svg(
        '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="99" height="99" filter="url(#f)"/>',
      ),
    ],
  ])('with %s ends', async (_what, content) => {
    const pool = poolWith({ timeMs: 20_000 });
    const conversion = await convert('picture', content, { pool });
    expect(['done', 'failed', 'exhausted']).toContain(conversion.is);
    const next = await made('picture', svg('<rect width="100" height="100" fill="red"/>'), {
      pool,
    });
    expect(await colourAt(next, 50, 50)).toEqual(red);
  });
});

describe('the first page of a PDF', () => {
  const page = (content: string, box = '0 0 200 100', extra = '') =>
    Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
${extra}
trailer<</Root 1 0 R>>`);

  test('is drawn on white, in its colours', async () => {
    const file = await made('pdf', page('1 0 0 rg 0 0 100 100 re f'));
    expect(file).toMatchObject({ width: 100, height: 50, mimeType: 'image/jpeg' });
    expect(await colourAt(file, 10, 25)).toEqual(red);
    expect(await colourAt(file, 90, 25)).toEqual(white);
  });

  test('of several pages', async () => {
    const file = await made('pdf', pdfFile('First page', 'Second page'));
    expect(Math.max(file.width, file.height)).toBe(100);
  });

  test.each([
    ['no PDF fails', 'failed', 'nothing of that kind'],
    [
      'without pages fails',
      'failed',
      '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>',
    ],
    ['of no size is a page of the usual size', 'done', page('', '0 0 0 0')],
    ['that is cut off fails', 'failed', page('').subarray(0, 60)],
  ])('%s', async (_what, is, content) => {
    expect(await convert('pdf', content)).toMatchObject({ is });
    expect(await convert('pdf', page('1 0 0 rg 0 0 9 9 re f'))).toMatchObject({ is: 'done' });
  });

  test.each([
    [
      'a form that draws itself',
      page(
        '/X Do',
        '0 0 200 100',
        '5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length 5>>stream\n/X Do\nendstream endobj',
      ),
    ],
    [
      'a tree of pages in a circle',
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R>>',
    ],
    ['a page of a thousand kilometres', page('1 0 0 rg 0 0 9 9 re f', '0 0 1e12 1e12')],
    ['a page as thin as a hair', page('', '0 0 1e9 0.001')],
    ['a million nested states', page('q '.repeat(1_000_000))],
    ['a script', page('', '0 0 9 9', '6 0 obj<</S/JavaScript/JS(while(true);)>>endobj')],
  ])('with %s ends', async (_what, content) => {
    const pool = poolWith({ timeMs: 20_000 });
    const conversion = await convert('pdf', content, { pool });
    expect(['done', 'failed', 'exhausted']).toContain(conversion.is);
    expect(await convert('pdf', page(''), { pool })).toMatchObject({ is: 'done' });
  });
});

describe('the page of a text', () => {
  test.each([
    ['plain', 'Hello <b> & all\n'.repeat(1_000)],
    ['with control characters', 'a\u0000b\u0007c\u001b[31md\ufffe'],
    ['of one long line', 'x'.repeat(1_000_000)],
    ['of emoji and wide characters', '😀漢字 العربية\n'.repeat(50)],
    ['empty', ''],
  ])('%s', async (_what, content) => {
    const file = await made('text', content, { sideMax: 500 });
    expect(file).toMatchObject({ height: 500, mimeType: 'image/jpeg' });
    expect(await colourAt(file, 2, 2)).toEqual(white);
  });

  test('has something on it', async () => {
    const { bytes } = await made('text', '#'.repeat(200), { sideMax: 500 });
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]?.min).toBeLessThan(200);
  });
});

describe('a video', async () => {
  const ffmpeg = await findProgram('ffmpeg');
  const isInstalled = ffmpeg !== undefined;
  const withFfmpeg = test.skipIf(!isInstalled);

  /** Some seconds of red, or of what another source of ffmpeg makes. */
  async function video(ending: string, seconds: number, codec: readonly string[] = []) {
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    const path = join(folder, `video.${ending}`);
    const source = `color=c=red:s=320x160:d=${seconds}`;
    const args = ['-loglevel', 'quiet', '-f', 'lavfi', '-i', source, ...codec, path];
    await promisify(execFile)(ffmpeg ?? '', args);
    const bytes = await readFile(path);
    await rm(folder, { recursive: true });
    return bytes;
  }

  withFfmpeg.each([
    ['mp4', 5, ['-c:v', 'mpeg4']],
    ['mp4', 1, ['-c:v', 'mpeg4']],
    ['avi', 4, ['-c:v', 'mjpeg']],
  ] as const)('of type %s and %i s is a picture of it', async (ending, seconds, codec) => {
    const file = await made('video', await video(ending, seconds, codec));
    expect(file).toMatchObject({ width: 100, height: 50, mimeType: 'image/jpeg' });
    expect(await colourAt(file, 50, 25)).toEqual(red);
    expect(await folders()).toEqual([]);
  });

  withFfmpeg.each([
    ['nothing of that kind', 'no video'],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'],
    ['a script of files', "ffconcat version 1.0\nfile '/etc/hostname'\n"],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['empty', ''],
  ])('that is %s fails', async (_what, content) => {
    const conversion = await convert('video', content);
    expect(conversion).toEqual({ is: 'failed', reason: 'ffmpeg found no picture in it' });
    expect(await folders()).toEqual([]);
  });

  withFfmpeg('that takes too long is given up, and its copy is removed', async () => {
    const pool = poolWith({ timeMs: 1 });
    const conversion = await convert('video', await video('avi', 4, ['-c:v', 'mjpeg']), { pool });
    expect(conversion).toEqual({ is: 'exhausted', reason: 'it took too long' });
    expect(await folders()).toEqual([]);
  });

  test.skipIf(isInstalled)('needs ffmpeg', async () => {
    const conversion = await convert('video', 'any');
    expect(conversion).toEqual({ is: 'failed', reason: 'the program ffmpeg is not installed' });
  });

  test('leaves no copy of a server that was killed', async () => {
    const left = await mkdtemp(join(tmpdir(), 'cartulary-conversion-4194305-'));
    // The server before this one had the same id, as in a container.
    const before = await mkdtemp(join(tmpdir(), `cartulary-conversion-${process.pid}-`));
    await withFolder(async (own) => {
      await removeLeftFolders();
      expect(await folders()).toEqual([basename(own)]);
    });
    for (const folder of [left, before]) await expect(access(folder)).rejects.toThrow('ENOENT');
  });
});

describe('an office file', async () => {
  const isInstalled = (await findProgram('soffice')) !== undefined;
  const withOffice = test.skipIf(!isInstalled);
  const document = () => wordFile('<w:r><w:t>Hello</w:t></w:r>');

  withOffice('is the first page of it', { timeout: 120_000 }, async () => {
    const rtf = '{\\rtf1\\ansi{\\colortbl;\\red255\\green0\\blue0;}\\fs400\\cf1 HHHH\\par}';
    const file = await made('office', rtf);
    expect(file).toMatchObject({ height: 100, mimeType: 'image/jpeg' });
    const { channels } = await sharp(file.bytes).stats();
    expect(channels[0]?.max).toBe(255);
    expect(channels[1]?.min).toBeLessThan(100);
  });

  withOffice('that takes too long leaves nothing behind', { timeout: 120_000 }, async () => {
    const pool = poolWith({ timeMs: 300 });
    const conversion = await convert('office', await document(), { pool });
    expect(conversion).toEqual({ is: 'exhausted', reason: 'it took too long' });
    expect(await folders()).toEqual([]);
  });

  test.skipIf(isInstalled)('needs LibreOffice', async () => {
    expect(await convert('office', await document())).toEqual({
      is: 'failed',
      reason: 'the program soffice (LibreOffice) is not installed',
    });
  });
});

describe('a process', () => {
  const small = twoColours(40, 20).png().toBuffer();
  const large = sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
    .png({ compressionLevel: 1, progressive: true })
    .toBuffer();

  test('is used again, until it has had its number of files', async () => {
    const pool = poolWith({ filesPerProcessMax: 2 });
    await made('picture', await small, { pool });
    const first = pool.pids;
    await made('picture', await small, { pool });
    expect([first.length, pool.pids.length]).toEqual([1, 0]);
    await made('picture', await small, { pool });
    expect(pool.pids).not.toEqual(first);
  });

  test('ends when it is idle', async () => {
    const pool = poolWith({ idleMs: 50 });
    await made('picture', await small, { pool });
    const [pid = 0] = pool.pids;
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 60_000);
    expect(pool.pids).toEqual([]);
  });

  test('that takes too long is ended', async () => {
    const pool = poolWith({ timeMs: 1 });
    const conversion = await convert('picture', await large, { pool });
    expect(conversion).toEqual({ is: 'exhausted', reason: 'it took too long' });
    expect(pool.pids).toEqual([]);
  });

  test('that needs too much memory ends itself, and the next one is another', async () => {
    const pool = poolWith({ memoryBytesMax: 200 * 1024 * 1024 });
    const conversion = await convert('picture', await large, { pool });
    expect(conversion).toEqual({
      is: 'exhausted',
      reason: expect.stringMatching(/more than 200 MB of memory/),
    });
    await made('picture', await small, { pool });
  });

  test('that is killed fails its file only', async () => {
    const pool = poolWith({});
    await made('picture', await small, { pool });
    const [pid = 0] = pool.pids;
    const conversion = convert('picture', await large, { pool });
    process.kill(pid, 'SIGKILL');
    expect(await conversion).toMatchObject({ is: 'exhausted' });
    await made('picture', await small, { pool });
  });

  test('is one of a limited number', async () => {
    const pool = poolWith({});
    const some = Array.from({ length: 5 }, async () => made('picture', await small, { pool }));
    await Promise.all(some);
    expect(pool.pids).toHaveLength(1);
  });

  test('ends with the pool, and its file fails', async () => {
    const pool = poolWith({});
    const conversion = convert('picture', await large, { pool });
    await vi.waitFor(() => expect(pool.pids).toHaveLength(1), 60_000);
    pool.close();
    expect(await conversion).toMatchObject({ is: 'exhausted' });
  });

  test('fails when the content cannot be read, as the store reports it', async () => {
    const open = async () =>
      new Readable({
        read() {
          this.destroy(new Error('the disk is gone'));
        },
      });
    const file = { format: 'picture', sideMax: 9, encoding: null, sizeBytes: 9, open } as const;
    await expect(shared.convert(file)).rejects.toThrow('the disk is gone');
  });

  test('is not started for a file that is too large', async () => {
    const pool = poolWith({});
    const open = () => Promise.reject(new Error('opened'));
    const file = { format: 'picture', sideMax: 9, encoding: null, sizeBytes: 1e9, open } as const;
    expect(await pool.convert(file)).toMatchObject({
      is: 'failed',
      reason: expect.stringMatching(/larger than/),
    });
  });
});

describe('the confinement of a process', () => {
  /** Runs a script as a process would run, instead of its program. */
  async function run(script: string): Promise<string> {
    const command = processCommand(await findConfinement(), 500_000_000);
    const [program = '', ...args] = command.slice(0, -2);
    return new Promise((resolve) => {
      execFile(program, [...args, '-e', script], { env: {} }, (_error, stdout) => resolve(stdout));
    });
  }
  const caught = (code: string) =>
    `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`;

  test('lets it read its program, and nothing else', async () => {
    const read = (path: string) => run(caught(`fs.readFileSync(${JSON.stringify(path)})`));
    expect(await read(import.meta.filename)).toBe('done\n');
    expect(await read('/etc/passwd')).toMatch(/^(?:ERR_ACCESS_DENIED|ENOENT)\n$/);
    expect(await read(`${import.meta.dirname}/../../README.md`)).toMatch(
      /ERR_ACCESS_DENIED|ENOENT/,
    );
  });

  test('lets it write nothing and start nothing', async () => {
    expect(await run(caught("fs.writeFileSync('/tmp/x', 'x')"))).toBe('ERR_ACCESS_DENIED\n');
    const start = "require('node:child_process').spawnSync('/bin/true')";
    expect(await run(caught(start))).toBe('ERR_ACCESS_DENIED\n');
  });

  test('has no network', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connect = `const s = require('node:net').connect(${port}, '127.0.0.1');
      s.on('connect', () => { console.log('connected'); process.exit() });
      s.on('error', (error) => { console.log(error.code); process.exit() });`;
    const outcome = await run(connect);
    server.close();
    expect(outcome).not.toMatch(/^connected/);
  });

  test('shows it no environment', async () => {
    expect(
      await run(
        'console.log(Object.keys(process.env).filter((k) => /PATH|HOME|USER/.test(k)).length)',
      ),
    ).toBe('0\n');
  });
});
