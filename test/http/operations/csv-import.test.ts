import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { endOfImport, importCsv } from '../../support/csv-imports.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  setEmail,
  startMailReceiver,
} from '../../support/mail-receiver.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const workspaces = '/default-domain/workspaces';

describe.each(engines)('CSV.Import on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    app = await startTestApp(engine, mailFlags(receiver));
    await createUser(app, 'ann');
    await setEmail(app, 'ann', 'ann@example.org');
    await createUser(app, 'bob');
    for (const name of ['ann', 'mixed', 'mode', 'closed', 'many']) {
      const { uid } = await createDocument(app, { name, type: 'Workspace' });
      const read = name === 'closed' ? 'Read' : 'ReadWrite';
      const aces = [grantAce('ann', read), grantAce('Administrator', 'Everything'), denyAll];
      await setAcl(app, uid, aces);
    }
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const folder = (name: string) => `${workspaces}/${name}`;
  const at = async (path: string) =>
    (await app.request(`GET /api/v1/path${path}`, { headers: { properties: '*' } })).json;
  const run = async (csv: string, call: { readonly path: string; readonly user?: string }) => {
    const started = await importCsv(app, csv, call);
    expect([started.status, started.json['entity-type']]).toEqual([200, 'string']);
    return endOfImport(app, started.json.value, call.user);
  };

  test('creates documents with lists, dates and complex values, in folders of the same file', async () => {
    const csv = [
      '\ufeffname,type,dc:title,dc:subjects,dc:issued,dc:description,dc:nature',
      'plans,Folder,"Plans, all",,,,',
      'plans/first,File,Été 😀,art/cinema | sciences,02/03/2024,"two\nlines",report',
      'plans/second,File,Second,"[""art/cinema""]",2024-02-03T10:20:30.400Z,,',
      'note,Note,A note,,,,',
    ].join('\r\n');
    const { status, result, log } = await run(csv, { path: folder('ann'), user: 'ann' });
    expect(status).toEqual({
      state: 'COMPLETED',
      numberOfProcessedDocument: 4,
      totalNumberOfDocument: 4,
      complete: true,
      running: false,
      scheduled: false,
    });
    expect(result).toEqual({
      totalLineCount: 4,
      successLineCount: 4,
      skippedLineCount: 0,
      errorLineCount: 0,
    });
    expect(log).toEqual([2, 3, 5, 6].map((line) => `${line} SUCCESS The document is created`));
    const first = await at(`${folder('ann')}/plans/first`);
    expect(first.type).toBe('File');
    expect(first.properties).toMatchObject({
      'dc:title': 'Été 😀',
      'dc:subjects': ['art/cinema', 'sciences'],
      'dc:issued': '2024-02-03T00:00:00.000Z',
      'dc:description': 'two\nlines',
      'dc:nature': 'report',
      'dc:creator': 'ann',
    });
    const second = await at(`${folder('ann')}/plans/second`);
    expect(second.properties).toMatchObject({
      'dc:subjects': ['art/cinema'],
      'dc:issued': '2024-02-03T10:20:30.400Z',
    });
  });

  test('changes documents that are there, and leaves out those that have the values', async () => {
    const path = folder('ann');
    await run('name,type,dc:title,dc:source\nx,File,One,s\ny,File,Two,s', { path });
    const again = await run('name,type,dc:title,dc:source\nx,,New,\ny,File,Two,', { path });
    expect(again.log).toEqual([
      '2 SUCCESS The document is updated',
      '3 SKIPPED The document is there already, with these values',
    ]);
    expect((await at(`${path}/x`)).properties).toMatchObject({
      'dc:title': 'New',
      'dc:source': 's',
    });
    expect(again.result).toMatchObject({ successLineCount: 1, skippedLineCount: 1 });
  });

  test('goes on after lines that cannot be imported, and says why', async () => {
    const path = folder('mixed');
    const csv = [
      'name,type,dc:title,dc:issued,note:note,file:content',
      'good,File,Good,,,',
      ',File,No name,,,',
      'typeless,,No type,,,',
      'odd,Odd,Unknown type,,,',
      'late,File,Bad date,32/13/2024,,',
      'short,File',
      'wrong,File,No such property,,text,',
      'file,File,A file,,,a.pdf',
      'none/child,File,No folder,,,',
      '../up,File,Above,,,',
      'good,Note,Another type,,,',
      'last,File,Last,,,',
    ].join('\n');
    const { result, log } = await run(csv, { path, user: 'ann' });
    expect(result).toMatchObject({ totalLineCount: 12, successLineCount: 2, errorLineCount: 10 });
    const failures = log.filter((line) => line.includes('ERROR'));
    expect(failures).toEqual([
      '3 ERROR The column name is empty: name the document',
      `4 ERROR ${path}/typeless is not there yet: name its type in the column type`,
      expect.stringMatching(/^5 ERROR .*Odd/),
      expect.stringMatching(/^6 ERROR .*dc:issued/),
      '7 ERROR The record has 2 values for 6 columns: correct the commas and quotes',
      '8 ERROR note:note: documents of type File have no such property: leave it empty',
      expect.stringMatching(/^9 ERROR file:content: files cannot be given/),
      `10 ERROR the folder ${path}/none does not exist: give it a line above this one`,
      expect.stringMatching(/^11 ERROR Path with relative component/),
      `12 ERROR ${path}/good is there already, with the type File: correct the name or the type`,
    ]);
    expect((await at(`${path}/last`)).title).toBe('Last');
  });

  test('keeps what comes before a place that cannot be read', async () => {
    const { status, log } = await run('name,type\nkept,File\n"never closed,File\n', {
      path: folder('mixed'),
    });
    expect(status).toMatchObject({ state: 'COMPLETED', totalNumberOfDocument: 2 });
    expect(log).toEqual([
      '2 SUCCESS The document is created',
      '3 ERROR a quote is opened and never closed: close it',
    ]);
  });

  test('does more records than one unit has, also of one document', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `d${index % 40},File,Title ${index}`);
    const { result } = await run(['name,type,dc:title', ...lines].join('\n'), {
      path: folder('many'),
    });
    expect(result).toMatchObject({ totalLineCount: 60, successLineCount: 60 });
    expect((await at(`${folder('many')}/d5`)).title).toBe('Title 45');
    expect((await at(`${folder('many')}/d30`)).title).toBe('Title 30');
  });

  test('keeps ids, states and authors in document mode, for administrators', async () => {
    const id = '0b5c7a52-6d0e-4f3c-9f5b-0f6f7f0c1a11';
    const csv = [
      'name,type,ecm:uuid,ecm:lifeCycleState,dc:creator,dc:created',
      `old,File,${id.toUpperCase()},approved,zoe,2001-02-03T04:05:06.000Z`,
      `taken,File,${id},,,`,
      'stateless,File,,nowhere,,',
    ].join('\n');
    const call = { path: folder('mode'), documentMode: true };
    expect((await importCsv(app, csv, { ...call, user: 'ann' })).status).toBe(403);
    const plain = await importCsv(app, csv, { path: folder('mode') });
    expect([plain.status, plain.json.message]).toEqual([
      400,
      expect.stringContaining('documentMode=true'),
    ]);
    const { log } = await run(csv, call);
    expect(log).toEqual([
      '2 SUCCESS The document is created',
      `3 ERROR The id ${id} is taken: leave it empty or correct it`,
      expect.stringMatching(/^4 ERROR documents of type File have no state nowhere: use one of /),
    ]);
    const found = await at(`${folder('mode')}/old`);
    expect([found.uid, found.state]).toEqual([id, 'approved']);
    expect(found.properties).toMatchObject({
      'dc:creator': 'zoe',
      'dc:created': '2001-02-03T04:05:06.000Z',
    });
  });

  test.each([
    ['', 'there is no column "name"'],
    ['type,dc:title\nFile,x', 'there is no column "name"'],
    ['name,type,dc:titel\nx,File,y', 'no document type has a property dc:titel'],
    ['name,name\nx,y', 'the column name is there twice'],
    ['name,"type', 'line 1: a quote is opened and never closed'],
  ])('refuses the file %j at once', async (csv, reason) => {
    const { status, json } = await importCsv(app, csv, { path: folder('mixed') });
    expect([status, json.message]).toEqual([400, expect.stringContaining(reason)]);
  });

  test('needs the right to create documents in the folder', async () => {
    const csv = 'name,type\nx,File';
    expect((await importCsv(app, csv, { path: folder('closed'), user: 'ann' })).status).toBe(403);
    expect((await importCsv(app, csv, { path: folder('ann'), user: 'bob' })).status).toBe(403);
    expect((await importCsv(app, csv, { path: '/nowhere' })).status).toBe(404);
  });

  test('tells of an import only to its user and administrators', async () => {
    const csv = 'name,type\nown,File';
    const started = await importCsv(app, csv, { path: folder('ann'), user: 'ann' });
    const id = started.json.value;
    await endOfImport(app, id);
    for (const operation of ['CSV.ImportStatus', 'CSV.ImportLog', 'CSV.ImportResult']) {
      expect((await callOperation(app, operation, { input: id, user: 'bob' })).status).toBe(404);
      expect((await callOperation(app, operation, { input: 'unknown' })).status).toBe(404);
      expect((await callOperation(app, operation, { input: '' })).status).toBe(204);
      // The Web UI sends back the entity that it received.
      const sent = await callOperation(app, operation, { input: started.json, user: 'ann' });
      expect(sent.status).toBe(200);
    }
  });

  test('takes an uploaded file, as the Web UI sends it', async () => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    const headers = { 'content-type': 'text/csv', 'x-file-name': 'plan.csv' };
    await app.request(`POST /api/v1/upload/${batchId}/0`, {
      body: Buffer.from('name,type\nuploaded,File'),
      headers,
    });
    const body = { params: { path: folder('many'), sendReport: false, documentMode: false } };
    const call = `POST /api/v1/upload/${batchId}/0/execute/CSV.Import`;
    const { status, json } = await app.request(call, { body });
    expect(status).toBe(200);
    expect((await endOfImport(app, json.value)).result.successLineCount).toBe(1);
  });

  test('sends its user a report where that is asked for', async () => {
    const csv = 'name,type\nreported,File\nbad,Odd';
    const call = { path: folder('ann'), sendReport: true, user: 'ann' };
    expect((await importCsv(app, csv, call)).status).toBe(200);
    const [mail] = await receiver.waitFor(1);
    expect(mail?.to).toEqual(['ann@example.org']);
    expect(mail?.email.subject).toBe(`[Cartulary] Import from CSV into ${folder('ann')}`);
    expect(mail?.email.text).toMatch(/Lines: 2\s+Imported: 1\s+Left out.*: 0\s+Refused: 1\s/);
  });
});
