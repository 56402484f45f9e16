import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findProgram } from '../../../src/conversion/external-program.ts';
import { requestRenditions } from '../../../src/repository/renditions/request-renditions.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { readRenditions } from '../../support/renditions.ts';

const hasOffice = (await findProgram('soffice')) !== undefined;
if (!hasOffice) process.stdout.write('skipped: soffice is not installed\n');
const withOffice = test.runIf(hasOffice);

describe.each(engines)('renditions that converters make on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { conversionProcesses: 1 });
  });
  afterAll(() => app.close());

  let count = 0;
  /** A picture of its own colour, so that its content is its own. */
  async function picture(name: string, bytes?: Buffer): Promise<string> {
    count += 1;
    const background = { r: 40 * count, g: 10, b: 10 };
    const plain = sharp({ create: { width: 40, height: 20, channels: 3, background } });
    const body = bytes ?? (await plain.png().toBuffer());
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': `${name}.png`, 'x-file-type': 'image/png' };
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, { body, headers });
    const content = { 'upload-batch': json.batchId, 'upload-fileId': '0' };
    const properties = { 'file:content': content };
    return (await createDocument(app, { name, type: 'Picture', properties })).uid;
  }
  const rendition = (id: string, query = '', options = {}) =>
    app.request(`GET /api/v1/id/${id}/@rendition/imageToPDF${query}`, options);
  const rowsOf = async (name: string) => {
    const rows = await readRenditions(app.services);
    return rows.filter((row) => row.name === 'imageToPDF' && row.file_name === `${name}.png`);
  };

  test('are made while the request waits, once for equal contents', async () => {
    const id = await picture('waited');
    const [made, same] = await Promise.all([rendition(id), rendition(id)]);
    expect(made.status, made.text.slice(0, 300)).toBe(200);
    expect(same.bytes).toEqual(made.bytes);
    expect(made.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(made.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=waited.pdf',
      'cache-control': 'private, max-age=0',
    });
    const present = { headers: { 'if-none-match': String(made.headers.etag) } };
    expect((await rendition(id, '', present)).status).toBe(304);
    const part = await rendition(id, '?changeToken=0-0', { headers: { range: 'bytes=0-4' } });
    expect([part.status, part.text]).toEqual([206, '%PDF-']);
    const [row, ...others] = await rowsOf('waited');
    expect([row?.state, row?.attempts, others]).toEqual(['done', 1, []]);
    const call = { input: id, params: { renditionName: 'imageToPDF' } };
    const called = await callOperation(app, 'Document.GetRendition', call);
    expect(called.bytes).toEqual(made.bytes);
  });

  test('are made in the background for requests that have waited for too long', {
    timeout: 120_000,
  }, async () => {
    const id = await picture('left');
    const document = await app.request(`GET /api/v1/id/${id}`, { headers: { properties: 'file' } });
    const { digest, length } = document.json.properties['file:content'];
    const { database } = app.services;
    await database.write(async (handle) => {
      const { builder } = handle;
      const row = await handle.first(
        builder.selectFrom('blob').select('key').where('digest', '=', digest),
      );
      const naming = { name: 'left.png', mimeType: 'image/png', encoding: null };
      const blob = { ...naming, key: row?.key ?? '', digest, digestAlgorithm: '', length };
      await requestRenditions(handle, [{ blob, name: 'imageToPDF' }]);
    });
    await vi.waitFor(
      async () => expect((await rowsOf('left')).map(({ state }) => state)).toEqual(['done']),
      { timeout: 100_000, interval: 50 },
    );
    expect((await rendition(id)).headers['content-type']).toBe('application/pdf');
  });

  test('are made by the request itself if it says so', async () => {
    const id = await picture('at-once');
    const made = await rendition(id, '?sync=true');
    expect(made.status, made.text.slice(0, 300)).toBe(200);
    expect(made.headers['content-disposition']).toBe('attachment; filename=at-once.pdf');
    expect((await rowsOf('at-once')).map(({ state }) => state)).toEqual(['done']);
    expect((await rendition(id)).bytes).toEqual(made.bytes);
  });

  withOffice('are the PDF of files and notes, which is published by default', async () => {
    const text = { 'file:content': { name: 'plan.txt', data: `plan on ${engine}` } };
    const { uid } = await createDocument(app, { name: 'plan', properties: text });
    const params = { target: '/default-domain/sections', defaultRendition: true };
    const published = await callOperation(app, 'Document.Publish', {
      input: uid,
      params,
      headers: { properties: '*' },
    });
    expect(published.json.properties).toMatchObject({
      'rend:renditionName': 'pdf',
      'file:content': { name: 'plan.pdf', 'mime-type': 'application/pdf' },
    });
    const found = await app.request(`GET /api/v1/id/${uid}/@rendition/pdf`);
    expect(found.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const note = await createDocument(app, {
      name: 'note',
      type: 'Note',
      properties: { 'note:note': '<h1>words</h1>', 'note:mime_type': 'text/html' },
    });
    const ofNote = await app.request(`GET /api/v1/id/${note.uid}/@rendition/pdf`);
    expect([ofNote.status, ofNote.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename=note.pdf',
    ]);
  });

  test('of a damaged file have failed, with the reason', async () => {
    const id = await picture('damaged', Buffer.from('no picture'));
    const failed = await rendition(id);
    expect([failed.status, failed.json.message]).toEqual([
      422,
      expect.stringMatching(/^The file cannot be converted: .*with sync=true it is tried again$/),
    ]);
    expect((await rendition(id, '?sync=true')).status).toBe(422);
    const listed = await app.request('GET /api/v1/management/thumbnails/failed');
    const names = listed.json.entries.map((entry: { rendition: string }) => entry.rendition);
    expect(names).toContain('imageToPDF');
  });
});
