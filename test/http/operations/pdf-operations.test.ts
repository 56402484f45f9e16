import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineName } from '../../../src/storage/sql-dialect.ts';
import type { TestApp, TestResponse } from '../../support/app.ts';
import { startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  callWithBatch,
  callWithFiles,
  type SentFile,
  textFile,
} from '../../support/operation-files.ts';
import { callOperation } from '../../support/operations.ts';
import { pageTexts, pdfFile } from '../../support/pdf-files.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const pdf = (name: string, content: Buffer): SentFile => ({
  name,
  content,
  type: 'application/pdf',
});
const alpha = pdf('alpha.pdf', await pdfFile({ pages: 3, hasLinks: true }));
const beta = pdf('beta.pdf', await pdfFile({ label: 'Beta' }));
const create = { width: 20, height: 20, channels: 3, background: 'red' } as const;
const picture = { name: 'red.png', content: await sharp({ create }).png().toBuffer() };
const protection = { originalOwnerPwd: '', ownerPwd: 'owner', userPwd: 'user' };

/** Each puts its input into a variable, and then has other files as its input. */
const chains = {
  concatenate: [
    step('Context.SetInputAsVar', { name: 'first' }),
    step('Document.Fetch', { value: '/default-domain/workspaces/beta' }),
    step('Document.GetBlob'),
    step('Blob.ConcatenatePDFs', { filename: 'all.pdf', blob_to_append: 'first' }),
  ],
  mergeAll: [
    step('Context.SetInputAsVar', { name: 'list' }),
    step('Document.Fetch', { value: '/default-domain/workspaces/beta' }),
    step('PDF.MergeWithDocs', {
      toAppendListVarName: 'list',
      toAppendDocIDsVarName: 'ids',
      pdfTitle: 'All of it',
    }),
  ],
  mergeBlobs: [
    step('Context.SetInputAsVar', { name: 'list' }),
    step('Document.Fetch', { value: '/default-domain/workspaces/beta' }),
    step('Document.GetBlob'),
    step('PDF.MergeWithBlobs', { toAppendListVarName: 'list', fileName: 'merged.pdf' }),
  ],
  overlay: [
    step('Context.SetInputAsVar', { name: 'overlayPdf' }),
    step('Document.Fetch', { value: '/default-domain/workspaces/beta' }),
    step('Document.GetBlob'),
    step('PDF.WatermarkWithPDF'),
  ],
  image: [
    step('Context.SetInputAsVar', { name: 'image' }),
    step('Document.Fetch', { value: '/default-domain/workspaces/beta' }),
    step('Document.GetBlob'),
    step('PDF.WatermarkWithImage', { properties: 'scale=2\nxPosition=5' }),
  ],
};

const ok = async (response: Promise<TestResponse>) => {
  const answered = await response;
  expect(answered.status, answered.text.slice(0, 500)).toBe(200);
  return answered;
};
const nameOf = ({ headers }: TestResponse) =>
  /filename="?([^";]+)/.exec(String(headers['content-disposition']))?.[1];

/** An application with a PDF in a document. */
async function startWithPdf(
  engine: EngineName,
  flags: object = {},
): Promise<{ app: TestApp; document: string }> {
  const app = await startWithChains(engine, chains, {}, { conversionProcesses: 2, ...flags });
  const { uid } = await createDocument(app, { name: 'beta', type: 'File' });
  const params = { document: uid };
  await ok(callWithFiles(app, 'Blob.AttachOnDocument', { files: [beta], params }));
  return { app, document: uid };
}

describe.each(engines)('operations on PDF files on %s', (engine) => {
  let app: TestApp;
  let document: string;
  beforeAll(async () => {
    ({ app, document } = await startWithPdf(engine));
  });
  afterAll(() => app.close());

  test('merge files of the input, of variables and of documents', async () => {
    const context = { ids: [document] };
    const [concatenated, all, merged] = await Promise.all([
      ok(callWithFiles(app, 'concatenate', { files: [alpha] })),
      ok(callWithFiles(app, 'mergeAll', { files: [alpha, beta], context })),
      ok(callWithFiles(app, 'mergeBlobs', { files: [alpha, beta] })),
    ]);
    const alphas = ['Alpha 1', 'Alpha 2', 'Alpha 3'];
    expect(nameOf(concatenated)).toBe('all.pdf');
    expect(await pageTexts(concatenated.bytes)).toEqual([...alphas, 'Beta 1']);
    expect(nameOf(all)).toBe('beta.pdf');
    expect(await pageTexts(all.bytes)).toEqual(['Beta 1', ...alphas, 'Beta 1', 'Beta 1']);
    expect(nameOf(merged)).toBe('merged.pdf');
    expect(await pageTexts(merged.bytes)).toEqual(['Beta 1', ...alphas, 'Beta 1']);
    const params = { filename: 'x.pdf' };
    const single = await ok(callWithFiles(app, 'Blob.ConcatenatePDFs', { files: [beta], params }));
    expect([nameOf(single), single.bytes.equals(beta.content as Buffer)]).toEqual([
      'beta.pdf',
      true,
    ]);
  });

  test('set properties of documents to what is in their files', async () => {
    const properties = {
      'dc:title': 'Title',
      'dc:source': 'Page count',
      'dc:issued': 'Creation date',
    };
    const info = { params: { properties }, headers: { properties: '*' }, input: document };
    const { json } = await ok(callOperation(app, 'PDF.ExtractInfo', info));
    expect(json.properties).toMatchObject({
      'dc:title': 'Title of Beta',
      'dc:source': '1',
      'dc:issued': expect.stringMatching(/^\d{4}-/),
    });
    const params = { targetxpath: 'dc:description', patterntofind: 'Beta ' };
    const end = { ...params, removepatternfromresult: true, save: true };
    await ok(callOperation(app, 'PDF.ExtractText', { input: document, params: end }));
    const headers = { properties: '*' };
    const stored = async () =>
      (await app.request(`GET /api/v1/id/${document}`, { headers })).json.properties;
    expect(await stored()).toMatchObject({ 'dc:description': '1', 'dc:title': 'Title of Beta' });
    const unsaved = await ok(
      callOperation(app, 'PDF.ExtractText', { input: document, params, headers }),
    );
    expect(unsaved.json.properties['dc:description']).toBe('Beta 1');
    expect((await stored())['dc:description']).toBe('1');
    const other = await createDocument(app, {
      name: 'text',
      type: 'File',
      properties: { 'dc:source': 'x' },
    });
    const emptied = await ok(
      callOperation(app, 'PDF.ExtractInfo', {
        ...info,
        input: other.uid,
        params: { properties: 'dc:source=Title' },
      }),
    );
    expect(emptied.json.properties['dc:source']).toBeNull();
  });

  test('refuse what they cannot work on, and leave nothing behind', async () => {
    const before = await dumpSettledStore(app);
    const pages = { startPage: 5, endPage: 6 };
    const cases = [
      ['PDF.ExtractPages', [alpha], pages, 'Parameter startPage: alpha.pdf has 3 pages'],
      ['PDF.ExtractPages', [textFile('a.txt')], pages, 'a.txt is no PDF'],
      [
        'PDF.AddPageNumbers',
        [pdf('r.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000)]))],
        {},
        'r.pdf is damaged',
      ],
    ] as const;
    for (const [id, files, params, reason] of cases) {
      const { status, json } = await callWithFiles(app, id, { files, params });
      expect([id, status, json.message]).toEqual([id, 400, expect.stringContaining(reason)]);
    }
    expect(await dumpSettledStore(app)).toEqual(before);
  });
});

describe('operations on PDF files', () => {
  let app: TestApp;
  let document: string;
  beforeAll(async () => {
    // Conversions are no part of the time of a transaction: each begins before anything is changed.
    ({ app, document } = await startWithPdf('sqlite', { transactionTimeLimitMs: 100 }));
  });
  afterAll(() => app.close());

  test('return new files', async () => {
    const pages = { startPage: 2, endPage: 9, pdfTitle: 'Taken' };
    const [taken, marked, numbered] = await Promise.all([
      ok(callWithFiles(app, 'PDF.ExtractPages', { files: [alpha], params: pages })),
      ok(
        callWithFiles(app, 'PDF.WatermarkWithText', {
          files: [alpha],
          params: { text: 'Draft', properties: { fontSize: 20, invertY: true } },
        }),
      ),
      ok(
        callWithFiles(app, 'PDF.AddPageNumbers', {
          files: [beta],
          params: { startAtNumber: 41, hex255Color: '#ff0000', position: 'Top center' },
        }),
      ),
    ]);
    expect([nameOf(taken), taken.headers['content-type']]).toEqual([
      'alpha-2-9.pdf',
      'application/pdf',
    ]);
    expect(await pageTexts(taken.bytes)).toEqual(['Alpha 2', 'Alpha 3']);
    expect((await pageTexts(marked.bytes)).every((text) => text.includes('Draft'))).toBe(true);
    expect(await pageTexts(numbered.bytes)).toEqual([expect.stringContaining('41')]);
  });

  test('lay pictures and other files over pages', async () => {
    const [overlaid, image] = await Promise.all([
      ok(callWithFiles(app, 'overlay', { files: [alpha] })),
      ok(callWithFiles(app, 'image', { files: [picture] })),
    ]);
    expect(await pageTexts(overlaid.bytes)).toEqual([expect.stringContaining('Alpha 1')]);
    expect(await pageTexts(image.bytes)).toEqual(['Beta 1']);
    expect(image.bytes.length).toBeGreaterThan(beta.content.length);
  });

  test('encrypt and decrypt files, lists and documents', async () => {
    const params = { ...protection, permissions: 'print=true', keyLength: 40 };
    const encrypted = await ok(callOperation(app, 'PDF.Encrypt', { input: document, params }));
    expect(nameOf(encrypted)).toBe('beta.pdf');
    await expect(pageTexts(encrypted.bytes)).rejects.toThrow(/password/i);
    const files = [pdf('secret.pdf', encrypted.bytes)];
    const [opened, list, wrong] = await Promise.all([
      ok(callWithFiles(app, 'PDF.RemoveEncryption', { files, params: { ownerPwd: 'owner' } })),
      ok(
        callWithBatch(app, 'PDF.EncryptReadOnly', {
          files: [...files, ...files],
          params: { originalOwnerPwd: 'owner', userPwd: 'reader' },
        }),
      ),
      callWithFiles(app, 'PDF.RemoveEncryption', { files, params: { ownerPwd: 'none' } }),
    ]);
    expect(await pageTexts(opened.bytes)).toEqual(['Beta 1']);
    expect(list.headers['content-type']).toMatch(/^multipart\/mixed/);
    expect(list.text.match(/filename="secret\.pdf"/g)).toHaveLength(2);
    expect([wrong.status, wrong.json.message]).toEqual([
      400,
      expect.stringContaining('Parameter ownerPwd: secret.pdf has another password'),
    ]);
  });

  test('draw pages', async () => {
    const params = { fileName: 'page-' };
    const drawn = await ok(
      callOperation(app, 'PDF.ConvertToPictures', { input: document, params }),
    );
    const heads = drawn.text.slice(0, 1_000);
    expect([heads.includes('page-1.png'), heads.includes('image/png')]).toEqual([true, true]);
  });

  test('tell the links of a file', async () => {
    const call = (params: object) =>
      callWithFiles(app, 'PDF.ExtractLinks', { files: [alpha], params });
    const { json } = await ok(call({ type: 'uri' }));
    expect(json).toMatchObject({ 'entity-type': 'string' });
    expect(JSON.parse(json.value)).toEqual([
      { page: 1, subType: 'URI', text: 'Alpha 1', link: 'https://example.org/a?b=c' },
    ]);
    const refused = await call({});
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('Parameter type: expected one of Launch, Remote Go To, URI'),
    ]);
  });
});

describe('parameters of operations on PDF files', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startWithChains('sqlite', {});
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  test.each([
    ['PDF.ExtractPages', { startPage: 3, endPage: 2 }, 'endPage'],
    ['PDF.ExtractPages', { startPage: 'one', endPage: 2 }, 'startPage'],
    ['PDF.AddPageNumbers', { position: 'Middle' }, 'position'],
    ['PDF.AddPageNumbers', { fontName: 'Comic Sans' }, 'fontName'],
    ['PDF.AddPageNumbers', { fontSize: 0 }, 'fontSize'],
    ['PDF.AddPageNumbers', { hex255Color: 'red' }, 'hex255Color'],
    ['PDF.AddPageNumbers', { startAtPage: 0 }, 'startAtPage'],
    ['PDF.WatermarkWithText', {}, 'text'],
    ['PDF.WatermarkWithText', { text: 'x', properties: 'size=3' }, 'properties'],
    ['PDF.WatermarkWithText', { text: 'x', properties: 'alphaColor=2' }, 'alphaColor'],
    ['PDF.WatermarkWithText', { text: 'x', properties: 'rotation=left' }, 'rotation'],
    ['PDF.WatermarkWithText', { text: 'x', properties: 'invertX=yes' }, 'invertX'],
    [
      'PDF.WatermarkWithText',
      { text: 'x', properties: 'relativeCoordinates=true\nxPosition=2' },
      'xPosition',
    ],
    ['PDF.WatermarkWithImage', { properties: {} }, 'image'],
    ['PDF.WatermarkWithPDF', {}, 'overlayPdf'],
    ['PDF.Encrypt', { ...protection, keyLength: 64 }, 'keyLength'],
    ['PDF.Encrypt', { ...protection, ownerPwd: '' }, 'ownerPwd'],
    ['PDF.Encrypt', { ...protection, permissions: 'fly=true' }, 'permissions'],
    ['PDF.Encrypt', { ...protection, permissions: 'print=maybe' }, 'print'],
    ['PDF.EncryptReadOnly', {}, 'ownerPwd'],
    ['PDF.MergeWithBlobs', { toAppendVarName: 'none' }, 'The context variable none is not set'],
    ['Blob.ConcatenatePDFs', {}, 'filename'],
    ['Blob.ConcatenatePDFs', { filename: 'x', blob_to_append: 'none' }, 'none is not set'],
  ])('%s names the one that cannot be used: %j', async (id, params, name) => {
    const { status, json } = await callWithFiles(app, id, { files: [beta], params });
    expect([status, json.message]).toEqual([400, expect.stringContaining(name)]);
  });

  test.each([
    ['PDF.ExtractPages', { startPage: 1, endPage: 1 }],
    ['PDF.ConvertToPictures', {}],
    ['PDF.Encrypt', protection],
    ['PDF.RemoveEncryption', {}],
    ['PDF.ExtractText', { targetxpath: 'dc:description' }, 'pdfxpath'],
  ])(
    '%s needs a file at a place that the document has',
    async (id, params, parameter = 'xpath') => {
      const { uid } = await createDocument(app, { name: `empty ${id}`, type: 'File' });
      const missing = await callOperation(app, id, { input: uid, params });
      expect([missing.status, missing.json.message]).toEqual([
        404,
        expect.stringContaining('has no file at file:content'),
      ]);
      const unknown = { ...params, [parameter]: 'dc:nothing' };
      const refused = await callOperation(app, id, { input: uid, params: unknown });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        expect.stringContaining('dc:nothing'),
      ]);
      await setAcl(app, uid, [denyAll]);
      const hidden = await callOperation(app, id, { input: uid, params, user: 'bob' });
      expect(hidden.status).toBe(403);
    },
  );

  test.each([
    ['PDF.ExtractInfo', { properties: 'dc:title=Heading' }, 'one of File name, File size'],
    ['PDF.ExtractInfo', { properties: 'dc:nothing=Title' }, 'dc:nothing'],
    ['PDF.ExtractText', {}, 'targetxpath'],
    ['PDF.ExtractText', { targetxpath: 'dc:subjects' }, 'targetxpath'],
    ['PDF.MergeWithDocs', {}, 'none of the documents has a file at file:content'],
  ])('%s names what is wrong: %j', async (id, params, reason) => {
    const { uid } = await createDocument(app, { name: `without ${id}`, type: 'File' });
    const { status, json } = await callOperation(app, id, { input: uid, params });
    expect([status, json.message]).toEqual([400, expect.stringContaining(reason)]);
  });
});
