import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colorAt, installedPdfs, pageTexts, pdfFile } from '../../../test/support/pdf-files.ts';
import { pdfLib } from './pdf/library.ts';
import { run as readInfo } from './pdf-info.ts';
import { run as readLinks } from './pdf-links.ts';
import { run as merge } from './pdf-merge.ts';
import { run as addNumbers } from './pdf-numbers.ts';
import { run as overlay } from './pdf-overlay.ts';
import { run as takePages } from './pdf-pages.ts';
import { run as draw } from './pdf-pictures.ts';
import { run as protect } from './pdf-protect.ts';
import { run as readText } from './pdf-text.ts';
import { run as watermark } from './pdf-watermark.ts';

let out: string;
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'cartulary-pdf-test-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));

let count = 0;
async function onDisk(...contents: readonly Uint8Array[]) {
  const inputs: string[] = [];
  for (const content of contents) {
    count += 1;
    const path = join(out, `in${count}`);
    await writeFile(path, content);
    inputs.push(path);
  }
  return { inputs, out };
}

const made = async (result: Promise<{ readonly file: string }>) => readFile((await result).file);
const noKey = { password: '', parameter: null };
const unchanged = { title: '', subject: '', author: '' };
const start = { distance: 0, isRelative: false, isInverted: false };
const middle = { distance: 0.5, isRelative: true, isInverted: false };
const red = { fontName: 'Helvetica', fontSize: 40, color: [255, 0, 0] } as const;

/** A page that readers turn, and of which they show a part. */
async function turnedPage(angle: number): Promise<Buffer> {
  const document = await pdfLib.PDFDocument.create();
  const page = document.addPage([300, 400]);
  page.setCropBox(50, 100, 200, 250);
  page.setRotation(pdfLib.degrees(angle));
  return Buffer.from(await document.save());
}

describe('pages of a PDF', () => {
  const wanted = { name: 'a.pdf', key: noKey, firstPage: 2, lastPage: 3, metadata: unchanged };

  test('are taken out with nothing of the others', async () => {
    const source = await pdfFile({ pages: 4, hasLinks: true });
    const taken = await made(takePages(await onDisk(source), wanted));
    expect(await pageTexts(taken)).toEqual(['Alpha 2', 'Alpha 3']);
    const { context } = await pdfLib.PDFDocument.load(taken);
    const texts = context.enumerateIndirectObjects().map(([, object]) => object.toString());
    expect(texts.filter((text) => text.includes('example.org'))).toEqual([]);
    expect(taken.length).toBeLessThan(source.length);
  });

  test('keep what they inherit', async () => {
    const document = await pdfLib.PDFDocument.load(await pdfFile({ pages: 2 }));
    for (const page of document.getPages()) page.node.delete(pdfLib.PDFName.of('MediaBox'));
    document.catalog
      .Pages()
      .set(pdfLib.PDFName.of('MediaBox'), document.context.obj([0, 0, 77, 88]));
    const inherited = await document.save();
    const taken = await made(takePages(await onDisk(inherited), { ...wanted, lastPage: 9 }));
    const [page] = (await pdfLib.PDFDocument.load(taken)).getPages();
    expect(page?.getSize()).toEqual({ width: 77, height: 88 });
  });

  test('name the parameter when there are fewer', async () => {
    const work = takePages(await onDisk(await pdfFile()), wanted);
    await expect(work).rejects.toThrow(
      'Parameter startPage: a.pdf has 1 pages, expected at most 1',
    );
  });
});

describe('files that are no ordinary PDF', () => {
  const refused = async (content: Uint8Array) =>
    takePages(await onDisk(content), {
      name: 'a.pdf',
      key: noKey,
      firstPage: 1,
      lastPage: 1,
      metadata: unchanged,
    });
  const pdf = (objects: readonly string[]) =>
    Buffer.from(
      `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root 1 0 R>>\n`,
    );
  const catalog = '<</Type /Catalog /Pages 2 0 R>>';

  test.each([
    ['a text', Buffer.from('hello'), 'a.pdf is no PDF'],
    ['an empty file', Buffer.alloc(0), 'a.pdf is no PDF'],
    ['a head only', Buffer.from('%PDF-1.7\n'), /a\.pdf is damaged/],
    ['no pages', pdf([catalog, '<</Type /Pages /Kids [] /Count 0>>']), /it has no pages/],
    [
      'a tree that never ends',
      pdf([catalog, '<</Type /Pages /Kids [2 0 R] /Count 1>>']),
      /its pages are not a tree/,
    ],
    [
      'a tree that names a page many times',
      pdf([catalog, '<</Type /Pages /Kids [3 0 R 3 0 R]>>', '<</Type /Page /Parent 2 0 R>>']),
      /its pages are not a tree/,
    ],
    [
      'a tree that is too deep',
      pdf([
        catalog,
        ...Array.from({ length: 200 }, (_, at) => `<</Type /Pages /Kids [${at + 3} 0 R]>>`),
      ]),
      /its pages are not a tree/,
    ],
    ['arrays within arrays', pdf([`${'['.repeat(100_000)}`]), /a\.pdf is damaged/],
    [
      'parents that never end',
      pdf([
        catalog,
        '<</Type /Pages /Kids [3 0 R]>>',
        '<</Type /Page /Parent 4 0 R>>',
        '<</Type /Pages /Parent 4 0 R>>',
      ]),
      /a\.pdf is damaged/,
    ],
    [
      'too many pages',
      pdf([
        catalog,
        `<</Type /Pages /Kids [${Array.from({ length: 10_001 }, (_, at) => `${at + 3} 0 R`).join(' ')}]>>`,
        ...Array.from({ length: 10_001 }, () => '<</Type /Page>>'),
      ]),
      'a.pdf has more than 10000 pages',
    ],
  ])('are refused: %s', async (_what, content, reason) => {
    await expect(refused(content)).rejects.toThrow(reason);
  });
});

describe('files', () => {
  test('are merged in their order, and links lead where they led', async () => {
    const files = await onDisk(
      await pdfFile({ pages: 2, hasLinks: true }),
      await pdfFile({ label: 'Beta', hasLinks: true }),
    );
    const metadata = { title: 'Both', subject: '', author: 'Ann' };
    const merged = await made(merge(files, { names: ['a.pdf', 'b.pdf'], metadata }));
    expect(await pageTexts(merged)).toEqual(['Alpha 1', 'Alpha 2', 'Beta 1']);
    const { links } = await readLinks(await onDisk(merged), { name: 'm.pdf' });
    expect(links.map(({ page, subType }) => [page, subType])).toEqual([
      [1, 'URI'],
      [1, 'Launch'],
      [1, 'GoToR'],
      [3, 'URI'],
      [3, 'Launch'],
      [3, 'GoToR'],
    ]);
    const { info } = await readInfo(await onDisk(merged), { name: 'm', needsPageLayout: true });
    expect(info).toMatchObject({ Title: 'Both', Author: 'Ann', 'Page layout': 'SinglePage' });
  });

  test('are named when one of them is no PDF', async () => {
    const files = await onDisk(await pdfFile(), Buffer.from('no'));
    const work = merge(files, { names: ['a.pdf', 'b.pdf'], metadata: unchanged });
    await expect(work).rejects.toThrow('b.pdf is no PDF');
  });

  test.each(installedPdfs())('of others are read and written: %s', async (_path, bytes) => {
    const texts = await pageTexts(bytes);
    const files = await onDisk(bytes, await pdfFile({ label: 'Beta' }));
    const merged = await made(merge(files, { names: ['a', 'b'], metadata: unchanged }));
    expect(await pageTexts(merged)).toEqual([...texts, 'Beta 1']);
    const last = { firstPage: texts.length, lastPage: texts.length };
    const params = { name: 'a', key: noKey, metadata: unchanged, ...last };
    const taken = await made(takePages(await onDisk(merged), params));
    expect(await pageTexts(taken)).toEqual(texts.slice(-1));
    expect(taken.length).toBeLessThan(bytes.length / 2);
  });
});

describe('encryption', () => {
  const owner = { password: 'owner', parameter: 'ownerPwd' };
  const protection = {
    ownerPassword: 'owner',
    userPassword: 'user',
    permissions: { printing: 'highResolution', copying: true },
  } as const;

  test.each([40, 128, 256] as const)('with a key of %d bits, and back', async (keyLength) => {
    const params = { name: 'a.pdf', key: noKey, protection: { ...protection, keyLength } };
    const encrypted = await made(protect(await onDisk(await pdfFile()), params));
    await expect(pageTexts(encrypted)).rejects.toThrow(/password/i);
    expect(await pageTexts(encrypted, 'user')).toEqual(['Alpha 1']);
    const removal = { name: 'a.pdf', protection: null };
    const opened = await made(protect(await onDisk(encrypted), { ...removal, key: owner }));
    expect(await pageTexts(opened)).toEqual(['Alpha 1']);
    for (const [key, reason] of [
      [noKey, 'a.pdf is encrypted: remove that first, with PDF.RemoveEncryption'],
      [{ ...owner, password: '' }, 'a.pdf is encrypted: give its ownerPwd'],
      [{ ...owner, password: 'wrong' }, 'Parameter ownerPwd: a.pdf has another password'],
    ] as const) {
      const files = await onDisk(encrypted);
      await expect(protect(files, { ...removal, key })).rejects.toThrow(reason);
      const reading = { name: 'a.pdf', pattern: '', removesPattern: false, key };
      await expect(readText(files, reading)).rejects.toThrow(reason);
    }
  });

  test('tells readers what users may do', async () => {
    const params = { ...protection, userPassword: '', keyLength: 128 } as const;
    const files = await onDisk(await pdfFile());
    const encrypted = await made(protect(files, { name: 'a', key: noKey, protection: params }));
    const { info } = await readInfo(await onDisk(encrypted), { name: 'a', needsPageLayout: false });
    expect(info).toMatchObject({
      Encrypted: true,
      'Can Print': true,
      'Can Extract': true,
      'Can Modify': false,
      'Can Fill Forms': false,
      'Can Assemble': false,
    });
  });
});

describe('over each page', () => {
  const look = { x: middle, y: middle, rotation: 0, opacity: 1 };

  test('is a text', async () => {
    const text = { kind: 'text', text: 'Entwürfe', style: red } as const;
    const params = { name: 'a', watermark: text, look: { ...look, y: start } };
    const marked = await made(watermark(await onDisk(await pdfFile({ pages: 2 })), params));
    expect(await pageTexts(marked)).toEqual([
      expect.stringContaining('Entwürfe'),
      expect.stringContaining('Entwürfe'),
    ]);
    const foreign = { ...text, text: '漢' };
    const work = watermark(await onDisk(await pdfFile()), { ...params, watermark: foreign });
    await expect(work).rejects.toThrow('Parameter text: the font Helvetica has no "漢"');
  });

  test('is a picture, as bright as wanted and from the edges that are named', async () => {
    const create = { width: 40, height: 20, channels: 3, background: 'blue' } as const;
    const picture = await sharp({ create }).jpeg().toBuffer();
    const files = await onDisk(await pdfFile(), picture);
    const kind = { kind: 'picture', name: 'i', scale: 2 } as const;
    const corner = { ...start, distance: 10, isInverted: true };
    const params = { name: 'a', watermark: kind, look: { ...look, x: corner, y: corner } };
    const marked = await made(watermark(files, params));
    expect(await colorAt(marked, { x: 250, y: 30 })).toEqual([0, 0, 254]);
    expect(await colorAt(marked, { x: 205, y: 30 })).toEqual([255, 255, 255]);
    const faint = { ...params, look: { ...params.look, opacity: 0.5 } };
    const [shade] = await colorAt(await made(watermark(files, faint)), { x: 250, y: 30 });
    expect(shade).toBeGreaterThan(120);
    expect(shade).toBeLessThan(135);
    const text = await onDisk(await pdfFile(), Buffer.from('text'));
    await expect(watermark(text, params)).rejects.toThrow('Parameter image: i is no picture');
  });

  test('is another PDF, whose pages begin anew', async () => {
    const files = await onDisk(
      await pdfFile({ pages: 3 }),
      await pdfFile({ pages: 2, label: 'Beta' }),
    );
    const texts = await pageTexts(await made(overlay(files, { names: ['a', 'b'] })));
    expect(texts.map((text) => /Beta \d/.exec(text)?.[0])).toEqual(['Beta 1', 'Beta 2', 'Beta 1']);
  });

  test.each([0, 90, 180, 270])('is upright on pages turned by %d degrees', async (angle) => {
    const create = { width: 20, height: 20, channels: 3, background: 'red' } as const;
    const picture = await sharp({ create }).png().toBuffer();
    const params = {
      name: 'a',
      watermark: { kind: 'picture', name: 'i', scale: 1 } as const,
      look: { ...look, x: start, y: start },
    };
    const marked = await made(watermark(await onDisk(await turnedPage(angle), picture), params));
    const height = angle % 180 === 0 ? 250 : 200;
    expect(await colorAt(marked, { x: 10, y: height - 10 })).toEqual([255, 0, 0]);
    expect(await colorAt(marked, { x: 10, y: 10 })).toEqual([255, 255, 255]);
  });
});

test('page numbers begin where and with what is wanted', async () => {
  const files = await onDisk(await pdfFile({ pages: 3 }));
  const params = {
    name: 'a',
    key: noKey,
    startAtPage: 2,
    startAtNumber: 7,
    side: 'right',
    isAtTop: true,
    style: red,
  } as const;
  const texts = await pageTexts(await made(addNumbers(files, params)));
  expect(texts.map((text) => text.split(/\s+/).toSorted())).toEqual([
    ['1', 'Alpha'],
    ['2', '7', 'Alpha'],
    ['3', '8', 'Alpha'],
  ]);
  const late = addNumbers(files, { ...params, startAtPage: 4 });
  await expect(late).rejects.toThrow('Parameter startAtPage: a has 3 pages, expected at most 3');
});

test('pages are drawn', async () => {
  const files = await onDisk(await pdfFile({ pages: 3 }));
  const params = { name: 'a', key: noKey, first: 1, count: 5, pagesMax: 3 };
  const { pageCount, files: pictures } = await draw(files, params);
  expect([pageCount, pictures.length]).toEqual([3, 2]);
  const picture = sharp(pictures[0]);
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 625, height: 833 });
  expect((await picture.stats()).isOpaque).toBe(true);
  const work = draw(files, { ...params, pagesMax: 2 });
  await expect(work).rejects.toThrow('a has 3 pages and at most 2 are drawn');
});

describe('reading', () => {
  test('the text, a line of it, and its end', async () => {
    const files = await onDisk(await pdfFile({ pages: 2 }));
    const params = { name: 'a', key: noKey, pattern: '', removesPattern: false };
    expect(await readText(files, params)).toEqual({ text: 'Alpha 1\nAlpha 2' });
    const pattern = { ...params, pattern: 'pha ' };
    expect(await readText(files, pattern)).toEqual({ text: 'Alpha 1' });
    expect(await readText(files, { ...pattern, removesPattern: true })).toEqual({ text: '1' });
    expect(await readText(files, { ...params, pattern: 'Beta' })).toEqual({ text: null });
  });

  test('information', async () => {
    const files = await onDisk(await pdfFile({ pages: 2 }), Buffer.from('text'));
    const params = { name: 'a', needsPageLayout: false };
    const { info } = await readInfo(files, params);
    expect(info).toMatchObject({
      'PDF version': '1.7',
      'Page count': 2,
      'Page size': '300 x 400',
      'Media box width': 300,
      Title: 'Title of Alpha',
      Author: null,
      'Creation date': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      Encrypted: false,
      'Can Modify': true,
    });
    const text = { ...files, inputs: files.inputs.slice(1) };
    expect(await readInfo(text, params)).toEqual({ info: null });
  });

  test('links with the text at their place', async () => {
    const { links } = await readLinks(await onDisk(await pdfFile({ hasLinks: true })), {
      name: 'a',
    });
    expect(links).toEqual([
      { page: 1, subType: 'URI', text: 'Alpha 1', link: 'https://example.org/a?b=c' },
      { page: 1, subType: 'Launch', text: '', link: 'other.doc' },
      { page: 1, subType: 'GoToR', text: '', link: 'other.pdf' },
    ]);
  });
});
