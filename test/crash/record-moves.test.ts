import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { present } from '../../src/base/assert.ts';
import { now } from '../../src/base/clock.ts';
import type { BlobKey } from '../../src/base/ids.ts';
import { BlobStoreWithRecords } from '../../src/blobs/blob-store-with-records.ts';
import { collectContents } from '../../src/repository/attachments/blob-collection.ts';
import type { BlobServices } from '../../src/repository/attachments/blobs.ts';
import { listDueRequests } from '../../src/repository/attachments/record-requests.ts';
import { finishRemovals } from '../../src/repository/attachments/removal-decisions.ts';
import { storeRecord } from '../../src/repository/attachments/store-record.ts';
import { remoteClient, type TestClient } from '../support/app.ts';
import { ChildServer, type ChildServerOptions, runCheck } from '../support/child-server.ts';
import { createDocument } from '../support/documents.ts';
import { createPostgresDatabase, engines, makeFolder } from '../support/engines.ts';
import { FaultyDatabase } from '../support/faulty-database.ts';
import { Halting, type HaltMoment } from '../support/halting.ts';
import { storeFindings } from '../support/invariants.ts';
import { callOperation } from '../support/operations.ts';
import {
  keyOf,
  modeOf,
  pathOf,
  providerOf,
  type RecordsApp,
  startRecordsApp,
} from '../support/records.ts';

const steps = [
  ...['read', 'readLatest', 'write', 'open', 'stage', 'exists', 'setAside'],
  ...['commit', 'release', 'discard', 'drop', 'restore', 'findAnnounced'],
];
const never = new AbortController().signal;

describe.each(engines)('moving contents of records on %s', (engine) => {
  let app: RecordsApp;
  let services: BlobServices;
  beforeAll(async () => {
    app = await startRecordsApp(engine);
    services = { database: app.services.database, blobs: app.services.blobs };
  });
  afterAll(() => app.close());

  const mainFolder = () => join(app.services.config.data, 'blobs');

  /** A record whose content the job has not moved, as it is due in a year. */
  async function unmoved(text: string): Promise<{ uid: string; key: BlobKey }> {
    const properties = { 'file:content': { data: text, name: 'a.txt' } };
    const { uid } = await createDocument(app, { name: text.replaceAll(' ', '-'), properties });
    const key = keyOf(text);
    await services.database.write((handle) =>
      handle.run(
        handle.builder
          .insertInto('record_content')
          .values({ blob_key: key, token: 'test', attempts: 0, due_at: now() + 365 * 86_400_000 }),
      ),
    );
    return { uid, key };
  }

  async function move(work: BlobServices, key: BlobKey): Promise<void> {
    const requests = await services.database.readLatest((handle) =>
      listDueRequests(handle, { nowMs: Number.MAX_SAFE_INTEGER, limit: 1_000 }),
    );
    const request = requests.find((each) => each.key === key);
    const records = present(work.blobs.records, 'the folder of records');
    if (request) await storeRecord({ ...work, records }, request, never);
  }

  function haltedBy(halting: Halting): BlobServices {
    const { main, records } = services.blobs;
    return {
      database: halting.wrap(services.database),
      blobs: new BlobStoreWithRecords(
        halting.wrap(main),
        halting.wrap(present(records, 'the folder of records')),
      ),
    };
  }

  const downloaded = async (uid: string) =>
    (await app.request(`GET /api/v1/id/${uid}/@blob/file:content`)).text;

  async function expectMoved({ uid, key }: { uid: string; key: BlobKey }, text: string) {
    const places = [await modeOf(pathOf(app.folder, key)), await modeOf(pathOf(mainFolder(), key))];
    expect([await providerOf(services.database, key), ...places]).toEqual([
      'records',
      '444',
      undefined,
    ]);
    expect(await downloaded(uid)).toBe(text);
  }

  test.each<HaltMoment>(['before', 'after'])(
    'a process that dies %s any step leaves content that can be read, and another one ends the move',
    async (moment) => {
      let outcome: unknown = 'halted';
      let at = 0;
      while (outcome === 'halted') {
        at += 1;
        expect(at).toBeLessThan(40);
        const text = `killed ${moment} ${at}`;
        const record = await unmoved(text);
        const halting = new Halting(at, moment, steps);
        outcome = await halting.outcomeOf(move(haltedBy(halting), record.key));
        halting.closeFiles();
        expect(await downloaded(record.uid), text).toBe(text);
        // Whatever it was about: a collection removes no file that is needed.
        await collectContents(services, { graceMs: -60_000, includesRecords: true });
        expect(await downloaded(record.uid), text).toBe(text);
        await finishRemovals(services);
        expect(await downloaded(record.uid), text).toBe(text);
        await move(services, record.key);
        await expectMoved(record, text);
      }
      expect(at).toBeGreaterThan(12);
      // What killed processes were writing is removed once it is old.
      await services.blobs.cleanTemporary({ olderThanMs: -60_000 });
      await collectContents(services, { graceMs: -60_000, includesRecords: true });
      const { model } = app.services.repository;
      expect(await storeFindings({ ...services, model })).toEqual([]);
      expect(await readdir(join(app.folder, 'aside'))).toEqual([]);
    },
  );

  test.each<HaltMoment>(['before', 'after'])(
    'a store that fails %s the effect of any call loses nothing',
    async (moment) => {
      const faults = new FaultyDatabase(services.database);
      let hasFailed = true;
      for (let call = 1; hasFailed; call += 1) {
        const text = `failed ${moment} ${call}`;
        const record = await unmoved(text);
        faults.failAt(call, moment);
        const outcome = await move({ ...services, database: faults }, record.key).catch(
          (error: unknown) => error,
        );
        hasFailed = faults.hasFailed;
        faults.heal();
        if (hasFailed) expect(outcome).toMatchObject({ code: 'store.unavailable' });
        expect(await downloaded(record.uid), text).toBe(text);
        await move(services, record.key);
        await expectMoved(record, text);
        expect(call).toBeLessThan(40);
      }
    },
  );
});

const largeBytes = 24 * 2 ** 20;
/** The steps of a move are tested on both engines above; the long form kills servers on both as well. */
const killedEngines = process.env.TEST_RECORD_KILLS ? engines : engines.slice(0, 1);

describe('a server that is killed while it moves contents of records', () => {
  test.each(killedEngines)(
    'on %s has them all afterwards, in one place',
    { timeout: 120_000 },
    async (engine) => {
      const [folder, records] = [await makeFolder(), await makeFolder()];
      const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
      const options: ChildServerOptions = {
        data: folder.path,
        databaseUrl: postgres?.url,
        recordsFolder: records.path,
      };
      let server = new ChildServer(options);
      try {
        const contents = [randomBytes(largeBytes), randomBytes(1_000)];
        const uids = await makeRecords(remoteClient(await server.url), contents);
        // In the middle of a copy, unless this process was too slow to see one.
        const isCopying = async () => (await readdir(join(records.path, 'tmp'))).length > 0;
        const modes = () =>
          Promise.all(contents.map((each) => modeOf(pathOf(records.path, keyOf(each)))));
        while (!(await isCopying()) && (await modes()).includes(undefined)) await sleep(1);
        await server.kill();
        server = new ChildServer(options);
        const client = remoteClient(await server.url);
        for (const [at, content] of contents.entries()) {
          const path = pathOf(join(folder.path, 'blobs'), keyOf(content));
          await vi.waitFor(async () => expect(await modeOf(path)).toBeUndefined(), {
            timeout: 60_000,
            interval: 20,
          });
          const { bytes } = await client.request(`GET /api/v1/id/${uids[at]}/@blob/file:content`);
          expect(bytes.equals(content)).toBe(true);
        }
        await server.stop();
        expect(await runCheck(options)).toMatchObject({ status: 0 });
      } finally {
        await server.kill();
        await postgres?.drop();
        await folder.remove();
        await records.remove();
      }
    },
  );
});

async function makeRecords(
  client: TestClient,
  contents: readonly Buffer[],
): Promise<readonly string[]> {
  const { json } = await client.request('POST /api/v1/upload');
  const uids: string[] = [];
  for (const [at, body] of contents.entries()) {
    const headers = { 'x-file-name': 'u.bin', 'content-type': 'application/octet-stream' };
    await client.request(`POST /api/v1/upload/${json.batchId}/${at}`, { body, headers });
    const content = { 'upload-batch': json.batchId, 'upload-fileId': String(at) };
    const properties = { 'file:content': content };
    const options = { headers: { 'X-Batch-No-Drop': 'true' } };
    const made = await createDocument(client, { name: `large${at}`, properties }, options);
    uids.push(made.uid);
  }
  for (const uid of uids) {
    const params = { facet: 'Record' };
    const { status } = await callOperation(client, 'Document.AddFacet', { input: uid, params });
    expect(status).toBe(200);
  }
  return uids;
}
