import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { enqueueJob } from '../../src/jobs/queue.ts';
import type { BlobValue } from '../../src/model/value.ts';
import { releaseLeases, stageWithLease } from '../../src/repository/attachments/blob-leases.ts';
import { getDocument } from '../../src/repository/documents/documents.ts';
import { createDocument } from '../../src/repository/editing/create-document.ts';
import { updateDocument } from '../../src/repository/editing/update-document.ts';
import { findFileTexts } from '../../src/repository/fulltext/file-texts.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { findNames } from '../support/fulltext.ts';
import { startExtraction } from '../support/fulltext-worker.ts';
import { storeFindings } from '../support/invariants.ts';
import { pdfFile, wordFile } from '../support/office-files.ts';

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe.each(engines)('the texts of files on %s', (engine) => {
  let app: TestApp;
  let extraction: { stop(): Promise<void> };
  let folderId: DocumentId;
  beforeAll(async () => {
    app = await startTestApp(engine);
    extraction = startExtraction(app.services);
    const path = '/default-domain/workspaces';
    const folder = await app.services.database.read((handle) =>
      getDocument(createSystemUnit(handle, app.services.repository), { path }),
    );
    folderId = folder.id;
  });
  afterAll(async () => {
    const { database, blobs, repository } = app.services;
    await extraction.stop();
    const found = await storeFindings({ database, blobs, model: repository.model });
    expect(found).toEqual([
      expect.stringMatching(
        /^warning blob_text [0-9a-f]{64}: has the text of broken\.pdf \(application\/pdf\) not read: Invalid PDF/,
      ),
    ]);
    await app.close();
  });

  const find = (text: string) => findNames(app.services.database, text);
  const eventually = (text: string, names: readonly string[]) =>
    vi.waitFor(async () => expect(await find(text)).toEqual(names), {
      timeout: 60_000,
      interval: 20,
    });

  async function withFile<T>(
    bytes: Uint8Array,
    naming: { readonly name: string; readonly mimeType: string | null },
    work: (blob: BlobValue) => Promise<T>,
  ): Promise<T> {
    const { services } = app;
    const { blob, leaseId } = await stageWithLease(services, bytes, { ...naming, encoding: null });
    const result = await work(blob);
    await services.database.write((handle) => releaseLeases(handle, [leaseId]));
    return result;
  }

  const create = (name: string, content: BlobValue) =>
    app.services.database.write((handle) =>
      createDocument(createSystemUnit(handle, app.services.repository), {
        parentId: folderId,
        name,
        type: 'File',
        properties: { 'dc:title': `Title${name}`, 'file:content': { ...content } },
      }),
    );
  const update = (id: DocumentId, properties: object) =>
    app.services.database.write((handle) =>
      updateDocument(createSystemUnit(handle, app.services.repository), {
        id,
        properties: { ...properties },
        changeToken: null,
      }),
    );
  const states = async () => {
    const rows = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('blob_text').select(['name', 'state']).orderBy('name')),
    );
    return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
  };

  const becomes = (name: string, state: string) =>
    vi.waitFor(async () => expect((await states())[name]).toBe(state), { timeout: 60_000 });

  test('are found together with the properties of their documents', async () => {
    const pdf = pdfFile('The flamingo stands on one leg');
    const naming = { name: 'birds.pdf', mimeType: 'application/pdf' };
    const document = await withFile(pdf, naming, (blob) => create('pdf', blob));
    await eventually('flamingo', ['pdf']);
    await eventually('titlepdf flamingo', ['pdf']);
    expect(await find('"stands on one leg"')).toEqual(['pdf']);
    expect(await findNames(app.services.database, 'flamingo', 'title')).toEqual([]);
    const { database } = app.services;
    const texts = await database.read((handle) => findFileTexts(handle, [document, document]));
    expect([...texts.values()]).toEqual(['The flamingo stands on one leg']);
    await update(document.id, { 'dc:title': 'Renamed' });
    expect(await find('renamed flamingo')).toEqual(['pdf']);
    await update(document.id, { 'file:content': null });
    expect(await find('flamingo')).toEqual([]);
    expect(await find('renamed')).toEqual(['pdf']);
  });

  test('are known at once for content that is known, and belong to versions too', async () => {
    const file = await wordFile('<w:r><w:t>kingfisher</w:t></w:r>');
    const naming = { name: 'birds.docx', mimeType: wordType };
    await withFile(file, naming, (blob) => create('first', blob));
    await eventually('kingfisher', ['first']);
    const second = await withFile(file, naming, (blob) => create('second', blob));
    expect(await find('kingfisher')).toEqual(['first', 'second']);
    await app.services.database.write((handle) =>
      checkIn(createSystemUnit(handle, app.services.repository), { document: second, by: 'MINOR' }),
    );
    expect(await find('kingfisher')).toEqual(['first', 'second', 'version of second']);
  });

  test('that cannot be read do not keep others from being found', async () => {
    const broken = new Uint8Array(randomBytes(2_000));
    const pdf = { name: 'broken.pdf', mimeType: 'application/pdf' };
    await withFile(broken, pdf, (blob) => create('broken', blob));
    const text = { name: 'fine.txt', mimeType: 'text/plain' };
    await withFile(Buffer.from('a puffin'), text, (blob) => create('fine', blob));
    await eventually('puffin', ['fine']);
    await becomes('broken.pdf', 'failed');
    expect(await find('titlebroken')).toEqual(['broken']);
  });

  test('that an older program has read are read again, and words that are none go', async () => {
    const naming = { name: 'remark.xml', mimeType: 'text/xml' };
    const bytes = Buffer.from('<a><!-- ostrich --></a>');
    const { id } = await withFile(bytes, naming, (blob) => create('remark', blob));
    await becomes('remark.xml', 'done');
    const { database } = app.services;
    await database.write((handle) =>
      handle.run(
        handle.builder
          .updateTable('blob_text')
          .set({ text: 'ostrich', state: 'waiting', attempts: 0 })
          .where('name', '=', 'remark.xml'),
      ),
    );
    await update(id, { 'dc:title': 'Remarked' });
    expect(await find('ostrich')).toEqual(['remark']);
    await database.write((handle) => enqueueJob(handle, { kind: 'extract-texts', payload: {} }));
    await eventually('ostrich', []);
    expect(await find('remarked')).toEqual(['remark']);
  });

  test('of many documents that are stored at the same time are all found', async () => {
    const naming = { name: 'many.txt', mimeType: 'text/plain' };
    await withFile(Buffer.from('albatross'), naming, async (blob) => {
      await Promise.all(Array.from({ length: 120 }, (_each, index) => create(`m${index}`, blob)));
    });
    await vi.waitFor(async () => expect(await find('albatross')).toHaveLength(120), {
      timeout: 60_000,
      interval: 50,
    });
  });

  test('that an ended process has left are taken out by the next one', async () => {
    await extraction.stop();
    const naming = { name: 'left.txt', mimeType: 'text/plain' };
    await withFile(Buffer.from('cormorant'), naming, (blob) => create('left', blob));
    expect(await find('cormorant')).toEqual([]);
    expect((await states())['left.txt']).toBe('waiting');
    extraction = startExtraction(app.services);
    await eventually('cormorant', ['left']);
    await becomes('left.txt', 'done');
  });
});
