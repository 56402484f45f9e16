import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/compose.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { mountSmallDisk } from '../support/blob-small-disk.ts';
import { startWithChains, step } from '../support/chains.ts';
import { administrator, ChildServer, runCheck } from '../support/child-server.ts';
import { createDocument } from '../support/documents.ts';
import { engines, makeFolder } from '../support/engines.ts';
import { type FaultMoment, FaultyDatabase } from '../support/faulty-database.ts';
import { storeFindings } from '../support/invariants.ts';
import { filePart, jsonPart, multipartBody, multipartType } from '../support/multipart.ts';
import { dumpStore, type StoreDump } from '../support/store-dump.ts';

const megabyte = 1024 * 1024;
const attach = (document: string) => ({ params: { document } });

const temporaryFiles = (app: TestApp) => readdir(join(app.services.config.data, 'blobs', 'tmp'));

function findings({ services }: TestApp): Promise<readonly string[]> {
  const { database, blobs, repository } = services;
  return storeFindings({ database, blobs, model: repository.model });
}

const diskFolder = await makeFolder();
const disk = await mountSmallDisk(diskFolder.path, 8);

describe.skipIf(!disk.isMounted)('a part larger than the disk', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite', { data: join(diskFolder.path, 'data') });
  });
  afterAll(async () => {
    await app.close();
    if (disk.isMounted) disk.unmount();
    await diskFolder.remove();
  });

  test('is answered with 507, leaves no file, and smaller ones go on working', async () => {
    const { uid } = await createDocument(app, { name: 'target' });
    const send = (content: Buffer) =>
      app.request('POST /site/automation/Blob.AttachOnDocument', {
        body: multipartBody([jsonPart(attach(uid)), filePart('a', 'x'), filePart('b', content)]),
        headers: { 'content-type': multipartType },
      });
    const tooLarge = await send(Buffer.alloc(16 * megabyte, 1));
    expect([tooLarge.status, tooLarge.json]).toMatchObject([
      507,
      { 'entity-type': 'exception', status: 507 },
    ]);
    expect(await temporaryFiles(app)).toEqual([]);
    expect(await Array.fromAsync(app.services.blobs.list())).toEqual([]);
    expect((await send(Buffer.from('fits'))).status).toBe(200);
    await expect.poll(() => findings(app)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a part larger than files may be', () => {
  test('is answered with 507 by a server that stays up', async () => {
    const folder = await makeFolder();
    const server = new ChildServer({ data: folder.path, fileSizeMax: 8 * megabyte });
    try {
      const url = await server.url;
      const send = async (sizeBytes: number) => {
        const parts = [
          jsonPart({ params: { level: 'info', message: 'x' } }),
          filePart('a', Buffer.alloc(sizeBytes, 7)),
        ];
        const response = await fetch(`${url}/site/automation/Log`, {
          method: 'POST',
          headers: { authorization: administrator, 'content-type': multipartType },
          body: new Uint8Array(multipartBody(parts)),
        });
        return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
      };
      expect(await send(megabyte)).toEqual({ status: 200, bytes: megabyte });
      expect((await send(20 * megabyte)).status).toBe(507);
      expect(await send(2 * megabyte)).toEqual({ status: 200, bytes: 2 * megabyte });
      expect(await readdir(join(folder.path, 'blobs', 'tmp'))).toEqual([]);
      await server.stop();
      const { status, text } = await runCheck({ data: folder.path });
      expect([status, text]).toEqual([0, expect.not.stringMatching(/^error/m)]);
    } finally {
      await server.kill();
      await folder.remove();
    }
  });
});

describe.each(engines)('a client that goes away on %s', (engine) => {
  let app: TestApp;
  let url: URL;
  beforeAll(async () => {
    app = await startTestApp(engine);
    url = new URL(await app.listen());
    // The first session leaves a secret of its own.
    await app.request('GET /api/v1/path/');
  });
  afterAll(() => app.close());

  /** Sends the beginning of a request, waits until the server has taken it in, and is gone. */
  async function leaveAfter(head: string, body: Buffer, expectTaken: () => Promise<void>) {
    const socket = connect({ host: url.hostname, port: Number(url.port) });
    socket.on('error', () => undefined);
    socket.write(head, 'latin1');
    socket.write(body);
    await expectTaken();
    socket.destroy();
  }

  const headOf = (length: number) =>
    [
      `POST ${url.pathname}/site/automation/Log HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${administrator}`,
      `Content-Type: ${multipartType}`,
      `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n');

  const request = { params: { level: 'info', message: 'x' } };
  const content = Buffer.alloc(4 * megabyte, 3);
  const body = multipartBody([jsonPart(request), filePart('a', 'first'), filePart('b', content)]);

  test('in the middle of a part leaves nothing behind', async () => {
    const before = await dumpStore(app.services.database);
    const half = body.subarray(0, body.length / 2);
    await leaveAfter(headOf(body.length), half, () =>
      expect.poll(async () => (await temporaryFiles(app)).length).toBeGreaterThanOrEqual(2),
    );
    await expect.poll(() => temporaryFiles(app)).toEqual([]);
    expect(await dumpStore(app.services.database)).toEqual(before);
    expect(await Array.fromAsync(app.services.blobs.list())).toEqual([]);
    expect((await app.request('GET /api/v1/path/')).status).toBe(200);
  });

  test('before it has read its answer leaves nothing behind', async () => {
    const before = await dumpStore(app.services.database);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await leaveAfter(headOf(body.length), body, async () => {
        await new Promise((resolve) => setTimeout(resolve, attempt * 10));
      });
    }
    await expect.poll(() => temporaryFiles(app), { timeout: 60_000 }).toEqual([]);
    const left = async () => [
      await dumpStore(app.services.database),
      await Array.fromAsync(app.services.blobs.list()),
    ];
    await expect.poll(left, { timeout: 60_000 }).toEqual([before, []]);
    expect(await findings(app)).toEqual([]);
  });
});

/** Content without references may stay, held by a lease until it is collected. */
function withoutLooseEnds(dump: StoreDump): StoreDump {
  return { ...dump, blob: [], blob_lease: [] };
}

const changing = [
  step('Document.Create', { type: 'Folder', name: 'made', properties: 'dc:title=made' }),
  step('Document.SetProperty', { xpath: 'dc:description', value: 'x' }),
  step('Document.Create', { type: 'File', name: 'inner' }),
  step('Document.AddEntryToMultivaluedProperty', { xpath: 'dc:subjects', value: 'art' }),
  step('Document.CreateVersion', { increment: 'Minor' }),
  step('Document.Lock'),
  step('Document.SetProperty', { xpath: 'dc:source', value: 'y' }),
  step('Document.AddFacet', { facet: 'HiddenInNavigation' }),
];

const withFile = [step('Blob.AttachOnDocument', { document: 'expr:Context["target"]' })];

const callsMax = 400;

describe.each(engines)('when a query of a chain fails on %s', (engine) => {
  let app: TestApp;
  let faults: FaultyDatabase;
  let server: FastifyInstance;
  beforeAll(async () => {
    app = await startWithChains(engine, {
      'Test.Changing': changing,
      'Test.WithFile': withFile,
    });
    faults = new FaultyDatabase(app.services.database);
    const automation = { ...app.services.automation, database: faults };
    server = createServer({ ...app.services, database: faults, automation });
  });
  afterAll(async () => {
    const found = await findings(app);
    expect(found.filter((text) => !/^warning .*(lease|content)/.test(text))).toEqual([]);
    await server.close();
    await app.close();
  });

  async function call(id: string, body: Buffer, type: string) {
    const response = await server.inject({
      method: 'POST',
      url: `/nuxeo/site/automation/${id}`,
      headers: { authorization: administrator, 'content-type': type },
      payload: body,
    });
    return { status: response.statusCode, text: response.payload };
  }

  /** Fails one call after the other until the whole passes; returns how many there were. */
  async function failEvery(moment: FaultMoment, attempt: () => ReturnType<typeof call>) {
    const before = withoutLooseEnds(await dumpStore(app.services.database));
    for (let count = 1; count < callsMax; count += 1) {
      faults.failAt(count, moment);
      const { status, text } = await attempt();
      const context = `call ${count} failed ${moment} its effect: ${text}`;
      if (status === 200) return count - 1;
      expect([status, faults.hasFailed], context).toEqual([503, true]);
      expect(JSON.parse(text), context).toMatchObject({ 'entity-type': 'exception', status: 503 });
      faults.heal();
      expect(withoutLooseEnds(await dumpStore(app.services.database)), context).toEqual(before);
      expect(await temporaryFiles(app), context).toEqual([]);
    }
    throw new Error('it never came to its end');
  }

  describe.each(['before', 'after'] as const)('%s its effect', (moment) => {
    test('nothing of the chain remains, and the next attempt succeeds', async () => {
      const { uid } = await createDocument(app, { name: `place ${moment}`, type: 'Folder' });
      const body = Buffer.from(JSON.stringify({ input: `doc:${uid}` }));
      const calls = await failEvery(moment, () => call('Test.Changing', body, 'application/json'));
      expect(calls).toBeGreaterThan(changing.length);
    });

    test('nothing of an uploaded file is referred to, and the next attempt succeeds', async () => {
      const { uid } = await createDocument(app, { name: `target ${moment}` });
      const body = multipartBody([
        jsonPart({ context: { target: uid } }),
        filePart('a.txt', `content ${moment}`),
      ]);
      const calls = await failEvery(moment, () => call('Test.WithFile', body, multipartType));
      expect(calls).toBeGreaterThan(3);
      faults.heal();
      const file = await app.request(`GET /api/v1/id/${uid}/@blob/file:content`);
      expect([file.status, file.text]).toEqual([200, `content ${moment}`]);
    });
  });
});
