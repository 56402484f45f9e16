import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findProgram } from '../../src/conversion/external-program.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { engines } from '../support/engines.ts';
import { pdfFile, pdfWithStream, wordFile, zipOf } from '../support/office-files.ts';

const parent = '/api/v1/path/default-domain/workspaces';
const soffice = await findProgram('soffice');
const tesseract = await findProgram('tesseract');
/** Programs of the machine take long where much else runs. */
vi.setConfig({ testTimeout: 120_000 });
const withSoffice = test.skipIf(!soffice);
const withTesseract = test.skipIf(!tesseract);

interface NewFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The server and what its searches find. */
class Library {
  readonly app: TestApp;
  constructor(app: TestApp) {
    this.app = app;
  }

  async store({ name, type, bytes }: NewFile): Promise<void> {
    const { json } = await this.app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': name, 'x-file-type': type };
    const body = Buffer.from(bytes);
    await this.app.request(`POST /api/v1/upload/${json.batchId}/0`, { body, headers });
    const content = { 'upload-batch': json.batchId, 'upload-fileId': '0' };
    const properties = { 'dc:title': name, 'file:content': content };
    const created = await this.app.request(`POST ${parent}`, {
      body: { 'entity-type': 'document', type: 'File', name, properties },
    });
    expect(created.status).toBe(201);
  }

  async find(words: string): Promise<readonly string[]> {
    const query = encodeURIComponent(`SELECT * FROM Document WHERE ecm:fulltext = '${words}'`);
    const { json } = await this.app.request(`GET /api/v1/search/execute?query=${query}`);
    return json.entries.map(({ title }: { title: string }) => title);
  }

  eventually(words: string, names: readonly string[]): Promise<void> {
    return vi.waitFor(async () => expect(await this.find(words)).toEqual(names), {
      timeout: 60_000,
      interval: 50,
    });
  }

  states(): Promise<Readonly<Record<string, readonly [string, string | null]>>> {
    return this.app.services.database.read(async (handle) => {
      const query = handle.builder.selectFrom('blob_text').select(['name', 'state', 'failure']);
      const rows = await handle.all(query);
      return Object.fromEntries(rows.map(({ name, state, failure }) => [name, [state, failure]]));
    });
  }

  async becomes(name: string, state: string): Promise<void> {
    await vi.waitFor(async () => expect((await this.states())[name]?.[0]).toBe(state), {
      timeout: 60_000,
      interval: 50,
    });
  }
}

/** A picture of large black letters on white. */
function scanOf(text: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="white"/><text x="40" y="170" font-size="80" font-family="DejaVu Sans, sans-serif">${text}</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A PDF with a page of text, and one with a picture on it and no text. */
async function scannedPdf(text: string, picture: string): Promise<Uint8Array> {
  const jpeg = await sharp(await scanOf(picture))
    .jpeg({ quality: 90 })
    .toBuffer();
  const written = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const drawn = 'q 450 0 0 150 50 500 cm /Scan Do Q';
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</Scan 7 0 R>>/Font<</F1 8 0 R>>>>/Contents ${content} 0 R>>`;
  const stream = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`;
  const image = `<</Type/XObject/Subtype/Image/Width 900/Height 300/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    page(5),
    page(6),
    stream(written),
    stream(drawn),
    `${image}${jpeg.toString('latin1')}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ].map((object, index) => `${index + 1} 0 obj${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer<</Root 1 0 R>>`, 'latin1');
}

const made = new Map<string, Promise<Uint8Array>>();

/** Made once for both engines. */
function oldOffice(ending: 'doc' | 'xls', text: string): Promise<Uint8Array> {
  const known = made.get(ending) ?? makeOldOffice(ending, text);
  made.set(ending, known);
  return known;
}

async function makeOldOffice(ending: 'doc' | 'xls', text: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'old-office-'));
  const source = join(folder, ending === 'xls' ? 'file.csv' : 'file.html');
  await writeFile(source, ending === 'xls' ? `${text},1\n` : `<p>${text}</p>`);
  const filter = ending === 'doc' ? 'doc:MS Word 97' : ending;
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const args = [profile, '--headless', '--convert-to', filter, '--outdir', folder, source];
  await promisify(execFile)(soffice ?? '', args);
  const bytes = await readFile(join(folder, `file.${ending}`));
  await rm(folder, { recursive: true });
  return bytes;
}

const odd = pdfWithStream(Buffer.from('q Q'), '[]');

describe.each(engines)('texts of files on %s', (engine) => {
  let library: Library;
  beforeAll(async () => {
    const ocrLanguages = tesseract ? 'eng' : '';
    library = new Library(await startTestApp(engine, { fileTexts: true, ocrLanguages }));
  });
  afterAll(() => library.app.close());

  test('are those of books', async () => {
    const page = '<html><body><p>a bittern</p></body></html>';
    const bytes = await zipOf({ mimetype: 'application/epub+zip', 'book/one.xhtml': page });
    await library.store({ name: 'book.epub', type: 'application/epub+zip', bytes });
    await library.eventually('bittern', ['book.epub']);
  });

  test('are those of mails with their attached files, and of mails in them', async () => {
    const word = Buffer.from(await wordFile('<w:r><w:t>godwit</w:t></w:r>')).toString('base64');
    const pdf = Buffer.from(pdfFile('a whimbrel')).toString('base64');
    const attached = (type: string, name: string, base64: string) =>
      `--cut\r\nContent-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${base64}\r\n`;
    const inner = 'Subject: turnstone\r\nContent-Type: text/plain\r\n\r\na dunlin';
    const mail = [
      'Subject: birds\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n',
      '--cut\r\nContent-Type: text/plain\r\n\r\na curlew\r\n',
      attached('application/octet-stream', 'a.docx', word),
      attached('application/pdf', 'a.pdf', pdf),
      `--cut\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--cut--\r\n`,
    ].join('');
    await library.store({ name: 'a.eml', type: 'message/rfc822', bytes: Buffer.from(mail) });
    for (const word of ['curlew', 'godwit', 'whimbrel', 'turnstone', 'dunlin']) {
      await library.eventually(word, ['a.eml']);
    }
  });

  withSoffice('are those of old office files', async () => {
    const bytes = await oldOffice('doc', 'a sanderling');
    await library.store({ name: 'a.doc', type: 'application/msword', bytes });
    const sheet = await oldOffice('xls', 'plover');
    await library.store({ name: 'a.xls', type: 'application/vnd.ms-excel', bytes: sheet });
    await library.eventually('sanderling', ['a.doc']);
    await library.eventually('plover', ['a.xls']);
    const broken = Buffer.from('no file of that kind \0\x01'.repeat(9));
    await library.store({ name: 'b.ppt', type: 'application/vnd.ms-powerpoint', bytes: broken });
    await library.becomes('b.ppt', 'failed');
    expect((await library.states())['b.ppt']?.[1]).toBe('LibreOffice cannot read it');
  });

  test.skipIf(Boolean(soffice))(
    'of old office files need LibreOffice, which the failure says',
    async () => {
      await library.store({ name: 'a.doc', type: 'application/msword', bytes: Buffer.from('x') });
      await library.becomes('a.doc', 'failed');
      expect((await library.states())['a.doc']?.[1]).toBe(
        'the program soffice is not installed (Debian package libreoffice); once it is installed, run the bulk command fixBinaryFulltext',
      );
    },
  );

  withTesseract('are recognized on pictures and scans, and blank pages have none', async () => {
    await library.store({ name: 'a.png', type: 'image/png', bytes: await scanOf('Kingfisher') });
    const pdf = await scannedPdf('a nuthatch', 'Woodpecker');
    await library.store({ name: 'scan.pdf', type: 'application/pdf', bytes: pdf });
    await library.store({ name: 'blank.pdf', type: 'application/pdf', bytes: odd });
    await library.eventually('kingfisher', ['a.png']);
    await library.eventually('woodpecker', ['scan.pdf']);
    await library.becomes('blank.pdf', 'done');
    await library.becomes('scan.pdf', 'done');
  });

  withTesseract('are recognized on older pictures by a bulk command', async () => {
    const { database } = library.app.services;
    await library.store({ name: 'old.png', type: 'image/png', bytes: await scanOf('Chaffinch') });
    await library.eventually('chaffinch', ['old.png']);
    await library.becomes('old.png', 'done');
    await database.write((handle) =>
      handle.run(handle.builder.deleteFrom('blob_text').where('name', '=', 'old.png')),
    );
    const query = "SELECT * FROM Document WHERE ecm:name = 'old.png'";
    await run(library.app, 'fixBinaryFulltext', { query });
    await library.becomes('old.png', 'done');
    expect(await library.find('chaffinch')).toEqual(['old.png']);
  });

  test('need programs, which are listed for administrators', async () => {
    const { status, json } = await library.app.request('GET /api/v1/management/programs');
    expect([status, json['entity-type'], json.problems]).toEqual([200, 'conversionPrograms', []]);
    expect(json.confinement).toMatch(/^(bubblewrap|namespace|permissions)$/);
    expect(json.confinementProblems.length).toBeLessThanOrEqual(2);
    const office = json.entries.find(({ name }: { name: string }) => name === 'soffice');
    expect(office).toEqual({
      'entity-type': 'conversionProgram',
      name: 'soffice',
      package: 'libreoffice',
      purpose: 'thumbnails and PDF of office files, texts of old ones',
      installed: soffice !== undefined,
      version: soffice ? expect.stringMatching(/^\d+\.\d+/) : null,
    });
    expect(json.ocrLanguages.includes('eng')).toBe(tesseract !== undefined);
  });

  withTesseract('of damaged pictures are none, with the reason', async () => {
    await library.store({ name: 'b.png', type: 'image/png', bytes: Buffer.from('no picture') });
    await library.becomes('b.png', 'failed');
    expect((await library.states())['b.png']?.[1]).toMatch(/unsupported image format/);
    const { json } = await library.app.request(`GET /api/v1/path/default-domain/workspaces/b.png`);
    expect(json.title).toBe('b.png');
  });
});

describe.each(engines)('texts of pictures on %s', (engine) => {
  test('are not wanted without a language', async () => {
    const library = new Library(await startTestApp(engine, { fileTexts: true }));
    await library.store({ name: 'a.png', type: 'image/png', bytes: await scanOf('Robin') });
    await library.store({ name: 'scan.pdf', type: 'application/pdf', bytes: odd });
    await library.becomes('scan.pdf', 'done');
    const query = 'SELECT * FROM Document';
    await run(library.app, 'extractBinaryFulltext', { query });
    expect(Object.keys(await library.states())).toEqual(['scan.pdf']);
    await library.app.close();
  });

  withTesseract('need the data of the language', async () => {
    const ocrLanguages = 'eng,tlh';
    const library = new Library(await startTestApp(engine, { fileTexts: true, ocrLanguages }));
    await library.store({ name: 'a.png', type: 'image/png', bytes: await scanOf('Robin') });
    await library.becomes('a.png', 'failed');
    expect((await library.states())['a.png']?.[1]).toBe(
      'tesseract has no data of the language tlh (Debian package tesseract-ocr-tlh); once it is installed, run the bulk command fixBinaryFulltext',
    );
    await library.app.close();
  });
});
