import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { limits } from '../../src/base/limits.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { createDocument as createStored } from '../../src/repository/editing/create-document.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, setAcl } from '../support/security.ts';
import { unzip } from '../support/unzip.ts';

describe.each(engines)('downloads of trees on %s', (engine) => {
  let app: TestApp;
  let root: string;
  let secret: string;
  let hidden: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    root = await folder(undefined, 'Contracts');
  });
  afterAll(() => app.close());

  const add = async (parent: string | undefined, type: string, properties: object) => {
    const name = `of-${type.toLowerCase()}`;
    return (await createDocument(app, { ...(parent && { parent }), name, type, properties })).uid;
  };
  const folder = (parent: string | undefined, title: string) =>
    add(parent, 'Folder', { 'dc:title': title });
  const file = (parent: string, name: string, data: string) =>
    add(parent, 'File', { 'file:content': { name, data } });
  const ann = { user: 'ann', password: 'ann' };
  const input = (uids: readonly string[]) => ({ input: `docs:${uids.join(',')}` });
  const download = (uids: readonly string[], user = {}) =>
    callOperation(app, 'Blob.DownloadTree', { ...input(uids), ...user });
  const measure = async (uids: readonly string[], user = {}) => {
    const { status, text } = await callOperation(app, 'Blob.MeasureDownload', {
      ...input(uids),
      ...user,
    });
    expect(status, text).toBe(200);
    return JSON.parse(text);
  };
  const downloadsOf = async (uid: string) => {
    const { json } = await app.request(`GET /api/v1/id/${uid}/@audit`);
    const entries: readonly { eventId: string; comment: string }[] = json.entries;
    return entries.filter(({ eventId }) => eventId === 'download').map(({ comment }) => comment);
  };

  test('have all that the caller may read at any depth, each name once', async () => {
    await file(root, 'plan.txt', 'one');
    await file(root, 'PLAN.txt', 'two');
    await file(root, '../2026/what?.txt', 'three');
    await add(root, 'File', { 'dc:title': 'without a file' });
    await add(root, 'Note', { 'dc:title': 'Words', 'note:note': 'word '.repeat(10_000) });
    secret = await file(root, 'secret.txt', 'secret');
    await setAcl(app, secret, [denyAll]);
    hidden = await folder(root, 'Hidden');
    await file(hidden, 'below.txt', 'below');
    await setAcl(app, hidden, [denyAll]);
    let deepest = root;
    for (const level of ['a/b', 'Same', 'c', 'd', 'e']) deepest = await folder(deepest, level);
    const last = await file(deepest, 'deep.txt', 'four');
    const other = await folder(root, 'A_B');
    await file(other, 'other.txt', 'five');
    const expected = [
      ['Contracts/plan.txt', 'one'],
      ['Contracts/PLAN (2).txt', 'two'],
      ['Contracts/.._2026_what_.txt', 'three'],
      ['Contracts/Words.txt', 'word '.repeat(10_000)],
      ['Contracts/a_b/Same/c/d/e/deep.txt', 'four'],
      ['Contracts/A_B (2)/other.txt', 'five'],
    ];
    const archive = await download([root], ann);
    expect(archive.headers['content-type']).toBe('application/zip');
    const found = new Map(await unzip(archive));
    expect(found).toEqual(new Map(expected as [string, string][]));
    await expect.poll(() => downloadsOf(last)).toEqual(['deep.txt']);
    const { files, bytes, filesMax, bytesMax } = await measure([root], ann);
    expect([files, filesMax, bytesMax]).toEqual([
      6,
      limits.exportedDocumentsMax,
      limits.downloadedBytesMax,
    ]);
    expect(bytes).toBeGreaterThan(50_000);
    const all = new Map(await unzip(await download([root])));
    expect(all.get('Contracts/Hidden/below.txt')).toBe('below');
    expect((await measure([root])).files).toBe(8);
  });

  test('have more than a page of files of one folder', async () => {
    const parentId = (await folder(undefined, 'Records')) as DocumentId;
    const { database, repository } = app.services;
    await database.write(async (handle) => {
      const unit = createUnit(handle, repository, systemPrincipal);
      for (let at = 0; at < 450; at += 1) {
        const properties = { 'dc:title': 'Record', 'note:note': `text ${at}` };
        await createStored(unit, { parentId, name: `r${at}`, type: 'Note', properties });
      }
    });
    const files = await unzip(await download([parentId], ann));
    expect(new Set(files.map(([name]) => name))).toContain('Records/Record (450).txt');
    expect(new Set(files.map(([, text]) => text)).size).toBe(450);
    expect((await measure([parentId], ann)).files).toBe(450);
  });

  test('take several documents, and collections with their members once', async () => {
    const one = await folder(undefined, 'One');
    await file(one, 'in.txt', 'inside');
    const alone = await file(one, 'One', 'alone');
    const collection = await add(undefined, 'Collection', { 'dc:title': 'Chosen' });
    for (const member of [one, alone, collection]) {
      const params = { collection };
      await callOperation(app, 'Document.AddToCollection', { input: member, params });
    }
    const archive = await download([alone, one, collection]);
    expect(new Map(await unzip(archive))).toEqual(
      new Map([
        ['One', 'alone'],
        ['One (2)/in.txt', 'inside'],
        ['One (2)/One', 'alone'],
        ['Chosen/One', 'alone'],
        ['Chosen/One (2)/in.txt', 'inside'],
        ['Chosen/One (2)/One', 'alone'],
      ]),
    );
  });

  test('of nothing are no content, of what may not be read refused', async () => {
    const empty = await folder(undefined, 'Empty');
    expect((await download([empty])).status).toBe(204);
    expect(await measure([empty])).toMatchObject({ files: 0, bytes: 0 });
    expect((await download([secret], ann)).status).toBe(403);
    expect((await callOperation(app, 'Blob.DownloadTree', { input: '/no/such' })).status).toBe(404);
  });

  test.each([
    ['exportedDocumentsMax', 5, /more than 5 documents/],
    ['downloadedBytesMax', 10, /at most 10 bytes/],
  ] as const)('are refused as a whole above %s', async (name, most, message) => {
    const present = limits[name];
    Object.assign(limits, { [name]: most });
    try {
      const { status, json } = await download([root], ann);
      expect([status, json.message]).toEqual([400, expect.stringMatching(message)]);
    } finally {
      Object.assign(limits, { [name]: present });
    }
  });
});
