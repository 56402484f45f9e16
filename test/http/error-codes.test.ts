import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../src/base/errors/catalogue.ts';
import { createLogger } from '../../src/base/log.ts';
import type { WriteHandle } from '../../src/storage/database.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { startTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { run } from '../support/bulk.ts';
import { step, withOperationFiles } from '../support/chains.ts';
import { importCsv } from '../support/csv-imports.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines, makeFolder, openTestDatabase } from '../support/engines.ts';
import { longText, storeValue } from '../support/large-documents.ts';
import { callOperation } from '../support/operations.ts';
import { grantAce, setAcl } from '../support/security.ts';

const mebibyte = 2 ** 20;
const document = (properties: object) => ({ 'entity-type': 'document', properties });
const entry = (properties: object) => ({ 'entity-type': 'directoryEntry', properties });

describe.each(engines)('requests on %s', (engine) => {
  const codes: unknown[] = [];
  const log = createLogger('debug', 'json', {
    write: (line) => codes.push(JSON.parse(line).code),
  });
  let app: TestApp;
  let folder: string;
  let note: string;
  let empty: string;
  let filled: string;
  beforeAll(async () => {
    const each = { list: 'each', isolate: false };
    const chains = [
      { id: 'five', steps: Array(5).fill(step('Document.Update', { properties: 'dc:title=x' })) },
      { id: 'say', steps: [step('Log', { level: 'debug', message: 'again' })] },
      { id: 'inner', steps: [step('RunOperationOnList', { id: 'say', ...each })] },
      { id: 'endless', steps: [step('RunOperationOnList', { id: 'inner', ...each })] },
    ];
    const flags = { allowedHosts: ['localhost'], transactionOperationsMax: 2 };
    app = await withOperationFiles([{ chains }], (operationFiles) =>
      startTestApp(engine, { operationFiles, ...flags }, log),
    );
    folder = (await createDocument(app, { name: 'place', type: 'Folder' })).uid;
    note = (await createDocument(app, { name: 'note', type: 'Note', parent: folder })).uid;
    empty = (await createDocument(app, { name: 'empty', parent: folder })).uid;
    const properties = { 'file:content': { 'upload-batch': await upload(), 'upload-fileId': '0' } };
    filled = (await createDocument(app, { name: 'filled', parent: folder, properties })).uid;
    await createUser(app, 'bob');
    await setAcl(app, note, [grantAce('bob', 'ReadWrite')]);
  });
  afterAll(() => app.close());

  const send = (line: string, options: TestRequest = {}) => app.request(line, options);
  const newBatch = async () => (await send('POST /api/v1/upload')).json.batchId;
  const upload = async () => {
    const batchId = await newBatch();
    const headers = { 'content-type': 'application/octet-stream', 'X-File-Name': 'a.txt' };
    await send(`POST /api/v1/upload/${batchId}/0`, { body: Buffer.from('abc'), headers });
    return batchId;
  };
  const query = (text: string) => `/api/v1/search/execute?query=${encodeURIComponent(text)}`;

  const requests: Readonly<Partial<Record<ErrorCode, () => Promise<{ status: number }>>>> = {
    'batch.file-not-found': async () =>
      send(`POST /api/v1/upload/${await newBatch()}/5/execute/Blob.AttachOnDocument`, { body: {} }),
    'oauth2.client-invalid': () =>
      send('POST /api/v1/oauth2/client', { body: { 'entity-type': 'oauth2Client' } }),
    'oauth2.client-not-found': () => send('GET /api/v1/oauth2/client/none'),
    'oauth2.provider-invalid': () =>
      send('POST /api/v1/oauth2/provider', {
        body: { 'entity-type': 'nuxeoOAuth2ServiceProvider' },
      }),
    'oauth2.provider-not-found': () => send('GET /api/v1/oauth2/provider/none'),
    'second-factor.exists': async () => {
      await createUser(app, 'twice');
      const path = '/api/v1/me/second-factor';
      const body = { password: 'twice' };
      const { json, headers } = await send(`POST ${path}`, { user: 'twice', body });
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      const code = new TOTP({ secret: json.secret }).generate();
      await send(`PUT ${path}`, { user: 'twice', body: { code } });
      return send(`POST ${path}`, { user: null, headers: { cookie }, body });
    },
    'second-factor.wrong': () => send('PUT /api/v1/me/second-factor', { body: { code: 'none' } }),
    'token.not-found': () => send('DELETE /api/v1/token/none'),
    'token.refused': () =>
      send('GET /api/v1/me', { user: null, headers: { 'x-authentication-token': 'forged' } }),
    'token.restricted': async () => {
      const { text } = await send('POST /api/v1/token?application=app&permission=r');
      const headers = { 'x-authentication-token': text };
      return send('POST /api/v1/upload', { user: null, headers });
    },
    'batch.mismatch': async () => {
      const file = `/api/v1/upload/${await upload()}/0`;
      return send(`POST ${file}/complete`, { body: { fileSize: 99 } });
    },
    'blob.missing': () => send(`GET /api/v1/id/${empty}/@blob/file:content`),
    'bulk.command-completed': async () => {
      const { commandId } = await run(app, 'setProperties', { query: 'SELECT' });
      return send(`DELETE /api/v1/management/bulk/${commandId}`);
    },
    'bulk.command-not-found': () => send('GET /api/v1/bulk/nothing'),
    'comment.not-found': () => send(`GET /api/v1/id/${note}/@comment/nothing`),
    'directory.entry-in-use': () => send('DELETE /api/v1/directory/continent/europe'),
    'directory.entry-invalid': () =>
      send('PUT /api/v1/directory/continent/europe', { body: entry({ id: 'asia' }) }),
    'directory.entry-not-found': () => send('GET /api/v1/directory/continent/atlantis'),
    'directory.not-found': () => send('GET /api/v1/directory/nothing'),
    'document.too-large': async () => {
      const value = longText(34 * mebibyte);
      await storeValue(app.services.database, [note], { key: 'note:note', value });
      const body = document({ 'dc:source': longText(3 * mebibyte) });
      return send(`PUT /api/v1/id/${note}`, { body });
    },
    'group.invalid': () => send('POST /api/v1/group', { body: { 'entity-type': 'group' } }),
    'mail.invalid': () =>
      callOperation(app, 'Document.Mail', {
        input: folder,
        params: { from: 'a@example.org', subject: 'News', message: 'text', to: 'nothing' },
      }),
    'conversion.not-found': () => send('GET /api/v1/conversions/nothing/poll'),
    'job.not-found': () => send('DELETE /api/v1/management/jobs/nothing'),
    'operation.input-mismatch': () =>
      callOperation(app, 'Blob.AttachOnDocument', { input: folder, params: { document: folder } }),
    'operation.not-found': () => callOperation(app, 'Nothing.Known'),
    'operation.parameter-invalid': () => callOperation(app, 'Repository.GetDocument'),
    'operation.timeout': () => {
      const context = { each: Array.from({ length: 5_000 }, (_, index) => index) };
      const headers = { 'nuxeo-transaction-timeout': '1' };
      return callOperation(app, 'endless', { context, headers });
    },
    'page-provider.not-found': () => send('GET /api/v1/search/pp/nothing/execute'),
    'property.read-only': () =>
      send(`PUT /api/v1/id/${note}`, { user: 'bob', body: document({ 'dc:creator': 'bob' }) }),
    'csv-import.invalid': () => importCsv(app, 'type', { path: '/default-domain' }),
    'csv-import.not-found': () => callOperation(app, 'CSV.ImportStatus', { input: 'none' }),
    'repository.not-found': () => send('GET /api/v1/repo/nothing/path/'),
    'request.answer-too-large': async () => {
      const value = longText(20 * mebibyte);
      for (const name of ['a', 'b', 'c']) {
        const { uid } = await createDocument(app, { name, type: 'Note', parent: folder });
        await storeValue(app.services.database, [uid], { key: 'note:note', value });
      }
      const line = `GET ${query(`SELECT * FROM Note WHERE ecm:parentId = '${folder}'`)}`;
      return send(line, { headers: { properties: '*' } });
    },
    'request.host-unknown': () => send('GET /api/v1/me', { headers: { host: 'example.org' } }),
    'request.method-not-allowed': () => send('DELETE /api/v1/me'),
    'request.precondition-failed': () =>
      send(`GET /api/v1/id/${filled}/@blob/file:content`, { headers: { 'If-Match': '"other"' } }),
    'request.too-large': () =>
      send(`PUT /api/v1/id/${note}`, { body: `[${'0,'.repeat(200_000)}0]` }),
    'request.unsupported-media-type': () =>
      send(`PUT /api/v1/id/${note}`, { body: '{}', headers: { 'content-encoding': 'compress' } }),
    'server.internal': async () => {
      const { uid } = await createDocument(app, { name: 'odd', parent: folder });
      await app.services.database.write((handle) =>
        handle.run(
          handle.builder
            .updateTable('document')
            .set({ instance_facets: 'true' })
            .where('id', '=', uid),
        ),
      );
      return send(`GET /api/v1/id/${uid}`);
    },
    'transaction.too-large': () => callOperation(app, 'five', { input: folder }),
  };

  test.each(Object.entries(requests))('%s', async (code, request) => {
    codes.length = 0;
    const { status } = await request();
    expect([codes.filter(Boolean), status]).toEqual([
      [code],
      errorCatalogue[code as ErrorCode].status,
    ]);
  });
});

describe('a configuration that cannot work', () => {
  const files = {
    'notification.invalid': ['notificationFiles', { notifications: [{ name: 'a/b' }] }],
    'listener.invalid': ['listenerFiles', { listeners: [{ id: 'a' }] }],
    'directory.invalid': ['directoryFiles', { directories: { a: { schema: 'nothing' } } }],
    'operations.invalid': ['operationFiles', { hidden: ['Nothing.Known'] }],
    'workflow.invalid': ['workflowFiles', { models: [{ name: 'A', nodes: [{ id: 'a' }] }] }],
    'page-providers.invalid': ['pageProviderFiles', { providers: { a: { pageSize: 1_001 } } }],
  } as const satisfies Partial<Record<ErrorCode, readonly [string, object]>>;

  test.each(Object.entries(files))('%s', async (code, [setting, content]) => {
    const folder = await makeFolder();
    try {
      const path = join(folder.path, 'file.json');
      await writeFile(path, JSON.stringify(content));
      const starting = startTestApp('sqlite', { [setting]: [path] });
      await expect(starting).rejects.toMatchObject({ code });
    } finally {
      await folder.remove();
    }
  });
});

describe('stores', () => {
  test('store.read-only: SQLite writes nothing over a connection that only reads', async () => {
    const { database, close } = await openTestDatabase('sqlite');
    try {
      const writing = database.read((handle) => {
        const query = sql`insert into server_fact (name, value) values ('a', 'b')`;
        return (handle as WriteHandle).run({ compile: () => query.compile(handle.builder) });
      });
      await expect(writing).rejects.toMatchObject({ code: 'store.read-only', status: 503 });
    } finally {
      await close();
    }
  });

  test.each(engines)('store.version: %s refuses what a newer program wrote', async (engine) => {
    const { database, close } = await openTestDatabase(engine);
    try {
      const sqlOfNext = 'CREATE TABLE next (id INTEGER)';
      const next = { id: 999_999, name: 'next', sqlite: sqlOfNext, postgres: sqlOfNext };
      await migrate(database, [...migrations, { ...next, oldestProgram: 999_999 }]);
      const starting = migrate(database, migrations);
      await expect(starting).rejects.toMatchObject({ code: 'store.version', status: 500 });
    } finally {
      await close();
    }
  });

  test('store.conflict: PostgreSQL ends a transaction that collides with another', async () => {
    const { database, close } = await openTestDatabase('postgres');
    let attempts = 0;
    try {
      const writing = database.write((handle) => {
        attempts += 1;
        const query = sql`do $$ begin raise exception using errcode = '40001'; end $$`;
        return handle.run({ compile: () => query.compile(handle.builder) });
      });
      await expect(writing).rejects.toMatchObject({ code: 'store.conflict', status: 409 });
      expect(attempts).toBeGreaterThan(1);
    } finally {
      await close();
    }
  });
});
