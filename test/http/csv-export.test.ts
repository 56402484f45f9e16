import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { csvExportAction } from '../../src/bulk/actions/csv-export.ts';
import { CsvParser } from '../../src/content/csv-parser.ts';
import { systemPrincipal } from '../../src/model/principal.ts';
import { createUnitContext } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { run, submit, whenEnded } from '../support/bulk.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const systemColumns =
  'repository,uid,path,type,state,parentRef,isCheckedOut,isVersion,isProxy,proxyTargetId,' +
  'versionableId,changeToken,isTrashed,title,versionLabel,lockOwner,lockCreated,lastModified,' +
  'isRecord,retainUntil,hasLegalHold,isUnderRetentionOrLegalHold';

type Row = Readonly<Record<string, string>>;

function rowsOf(text: string): readonly Row[] {
  const parser = new CsvParser();
  const [header, ...rows] = [...parser.push(text), ...parser.end()].map(({ values }) => values);
  return rows.map((row) =>
    Object.fromEntries((header ?? []).map((name, at) => [name, row[at] ?? ''])),
  );
}

describe.each(engines)('an export as CSV on %s', (engine) => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'ann');
    const made = await createDocument(app, { name: 'exported', type: 'Workspace' });
    folder = made.uid;
    await setAcl(app, folder, [
      grantAce('ann', 'Read'),
      grantAce('Administrator', 'Everything'),
      denyAll,
    ]);
    const documents = [
      { name: 'a', title: 'Plan, "first"', more: { 'dc:subjects': ['art/cinema', 'sciences'] } },
      {
        name: 'b',
        title: 'two\nlines',
        more: { 'dc:nature': 'report', 'dc:coverage': 'europe/France' },
      },
      { name: 'c', title: 'été 😀', more: { 'dc:issued': '2024-02-03T10:20:30.400Z' } },
    ];
    for (const { name, title, more } of documents) {
      const properties = {
        'dc:title': title,
        'file:content': { name: `${name}.txt`, data: name },
        ...more,
      };
      await createDocument(app, { parent: folder, name, properties });
    }
    const closed = await createDocument(app, { parent: folder, name: 'closed', type: 'Folder' });
    await setAcl(app, closed.uid, [grantAce('Administrator', 'Everything'), denyAll]);
    await createDocument(app, { parent: closed.uid, name: 'hidden' });
  });
  afterAll(() => app.close());

  const query = () =>
    `SELECT * FROM File WHERE ecm:ancestorId = '${folder}' ORDER BY ecm:name DESC`;

  const exported = async (params: object, user = 'ann') => {
    const status = await run(app, 'csvExport', { query: query(), params, user });
    expect(status).toMatchObject({ state: 'COMPLETED', error: false });
    expect(status.result).toEqual({ url: `nxbigblob/${status.commandId}` });
    const file = await app.request(`GET /${status.result.url}`, { user });
    expect(file.status, file.text).toBe(200);
    return { file, status };
  };

  test('has the columns of the system, of schemas and of xpaths, and what the user may read', async () => {
    const params = {
      schemas: ['file', 'dublincore'],
      xpaths: ['file:content/length', 'dc:nature'],
    };
    const { file, status } = await exported(params);
    expect(file.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv/),
      'content-disposition': `attachment; filename=${status.commandId}.csv`,
    });
    const [header = ''] = file.text.split('\r\n');
    expect(
      header.startsWith(`${systemColumns},dc:contributors,dc:coverage,dc:coverage[label],`),
    ).toBe(true);
    expect(header.endsWith(',file:content,dc:nature,dc:nature[label],file:content/length')).toBe(
      true,
    );
    const rows = rowsOf(file.text);
    expect(rows.map(({ title }) => title).sort()).toEqual([
      'Plan, "first"',
      'two\nlines',
      'été 😀',
    ]);
    const byPath = new Map(rows.map((row) => [row.path?.split('/').at(-1), row]));
    expect(byPath.get('a')).toMatchObject({
      repository: 'default',
      type: 'File',
      state: 'project',
      parentRef: folder,
      isCheckedOut: 'true',
      isVersion: 'false',
      isProxy: 'false',
      proxyTargetId: '',
      isTrashed: 'false',
      lockOwner: '',
      isRecord: 'false',
      retainUntil: '',
      'dc:creator': 'Administrator',
      'dc:subjects': 'art/cinema,sciences',
      'dc:subjects[label]': 'Cinema,Science',
      'file:content': 'a.txt',
      'file:content/length': '1',
    });
    expect(byPath.get('b')).toMatchObject({
      'dc:nature': 'report',
      'dc:nature[label]': 'Report',
      'dc:coverage[label]': 'France',
    });
    expect(byPath.get('c')).toMatchObject({ 'dc:issued': '2024-02-03T10:20:30.400Z' });
    // Once.
    expect((await app.request(`GET /${status.result.url}`, { user: 'ann' })).status).toBe(404);
  });

  test('has labels in the language, and lines in the order of their text unless that is not wanted', async () => {
    const params = { xpaths: ['dc:subjects'], lang: 'fr_FR' };
    const sorted = (await exported(params)).file.text;
    const lines = sorted.split('\r\n').slice(1, -1);
    expect(lines).toEqual([...lines].sort());
    expect(sorted).toContain('"art/cinema,sciences","Cinéma,Sciences"');
    const unsorted = (await exported({ ...params, sort: false })).file.text;
    expect(unsorted.split('\r\n').slice(1, -1).sort()).toEqual(lines);
  });

  test('comes as an archive', async () => {
    const { file, status } = await exported({ zip: true });
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${status.commandId}.zip`,
    });
    const entries = await new ZipReader(new Uint8ArrayReader(file.bytes)).getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual([`${status.commandId}.csv`]);
    const [entry] = entries;
    const text = entry && !entry.directory ? await entry.getData(new TextWriter()) : '';
    expect(rowsOf(text)).toHaveLength(3);
  });

  test('of nothing has the names of the columns only', async () => {
    const none = `SELECT * FROM Note WHERE ecm:parentId = '${folder}'`;
    const status = await run(app, 'csvExport', { query: none, user: 'ann' });
    const file = await app.request(`GET /${status.result.url}`, { user: 'ann' });
    expect([file.status, file.text]).toEqual([200, `${systemColumns}\r\n`]);
  });

  test.each([
    [{ schemas: ['no-such'] }, /Unknown schema no-such in command: csvExport/],
    [{ xpaths: ['dc:no-such'] }, /Unknown xpath dc:no-such in command: csvExport/],
    [{ schemas: 'dublincore' }, /Invalid schemas in command: csvExport/],
    [{ xpaths: [1] }, /Invalid xpaths in command: csvExport/],
    [{ sort: 'maybe' }, /Invalid sort in command: csvExport/],
    [{ zip: 1 }, /Invalid zip in command: csvExport/],
    [{ lang: '!' }, /Invalid lang in command: csvExport/],
    [{ other: true }, /Unknown parameter other in command: csvExport/],
  ])('with %j is refused', async (params, message) => {
    const response = await submit(app, 'csvExport', { query: query(), params });
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test('of hundreds of documents is whole and sorted, whatever order its parts have', async () => {
    const { uid: parent } = await createDocument(app, { name: 'many', type: 'Folder' });
    for (let at = 0; at < 260; at += 1) {
      await createDocument(app, { parent, name: `n${(at * 7) % 260}`, type: 'File' });
    }
    const all = `SELECT * FROM File WHERE ecm:parentId = '${parent}'`;
    const status = await run(app, 'csvExport', { query: all });
    expect(status).toMatchObject({ processed: 260, total: 260, errorCount: 0, skipCount: 0 });
    const { text } = await app.request(`GET /${status.result.url}`);
    const lines = text.split('\r\n').slice(1, -1);
    expect(lines).toEqual([...lines].sort());
    expect(new Set(rowsOf(text).map(({ path }) => path)).size).toBe(260);
  });

  test('runs as an operation in the background, as web clients do it', async () => {
    const parameters = JSON.stringify({ schemas: ['dublincore'] });
    const started = await app.request('POST /site/automation/Bulk.RunAction/@async', {
      user: 'ann',
      headers: { 'content-type': 'application/json' },
      body: { params: { action: 'csvExport', query: query(), parameters }, context: {} },
    });
    expect(started.status, started.text).toBe(202);
    const pathOf = ({ headers }: TestResponse) =>
      String(headers.location).replace(/^https?:\/\/[^/]+\/nuxeo/, '');
    const ended = await vi.waitFor(
      async () => {
        const reply = await app.request(`GET ${pathOf(started)}`, { user: 'ann' });
        expect(reply.status).toBe(303);
        return reply;
      },
      { timeout: 60_000, interval: 20 },
    );
    const result = await app.request(`GET ${pathOf(ended)}`, { user: 'ann' });
    expect(result.json).toEqual({
      url: expect.stringMatching(/^https?:.*\/nxbigblob\/[0-9a-f-]{36}$/),
    });
    const path = result.json.url.replace(/^https?:\/\/[^/]+\/nuxeo/, '');
    const file = await app.request(`GET ${path}`, { user: 'ann' });
    expect(rowsOf(file.text)).toHaveLength(3);
  });

  test('has its progress and its failure where the file will be', async () => {
    const bad = await run(app, 'csvExport', { query: 'SELECT * FROM', user: 'ann' });
    for (const path of ['nxbigblob', 'nxblobstatus']) {
      const reply = await app.request(`GET /${path}/${bad.commandId}`, { user: 'ann' });
      expect([reply.status, reply.text]).toEqual([500, bad.errorMessage]);
      const other = await app.request(`GET /${path}/${bad.commandId}`);
      expect(other.status).toBe(404);
    }
    const { json } = await submit(app, 'csvExport', { query: query(), user: 'ann' });
    const early = await app.request(`GET /nxblobstatus/${json.commandId}`, { user: 'ann' });
    expect([early.status, early.json.key]).toEqual([200, json.commandId]);
    await whenEnded(app, json.commandId);
    const { status, json: done } = await app.request(`GET /nxblobstatus/${json.commandId}`, {
      user: 'ann',
    });
    expect([status, done]).toEqual([200, { key: json.commandId, completed: true, progress: 100 }]);
    const changed = await run(app, 'setProperties', {
      query: query(),
      params: { 'dc:source': 'x' },
    });
    expect((await app.request(`GET /nxbigblob/${changed.commandId}`)).status).toBe(404);
  });

  test('whose parts have expired is refused, and not shown as if it were whole', async () => {
    const status = await run(app, 'csvExport', { query: query() });
    // The parts are removed with the file, as they are when they expire.
    expect((await app.request(`GET /nxbigblob/${status.commandId}`)).status).toBe(200);
    const { services } = app.services.bulk;
    const unit = createUnitContext(services.repository, systemPrincipal);
    const standingOf = () => ({ kind: 'unknown' }) as never;
    const finished = csvExportAction.finish?.({
      commandId: status.commandId,
      params: csvExportAction.parse({}, { unit, standingOf }),
      principal: systemPrincipal,
      services,
      signal: new AbortController().signal,
    });
    await expect(finished).rejects.toThrow('parts of the export have expired: submit it again');
  });

  test('of a document that is removed meanwhile goes on without it', async () => {
    const { uid } = await createDocument(app, { parent: folder, name: 'short-lived' });
    const response = await submit(app, 'csvExport', { query: query() });
    await app.request(`DELETE /api/v1/id/${uid}`);
    const status = await whenEnded(app, response.json.commandId);
    expect(status).toMatchObject({ state: 'COMPLETED', errorCount: 0 });
  });
});
