import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openStore } from '../../src/store.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { createStorePlace, engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { gatewayTimeoutMs, hasObjectGateway } from '../support/object-gateway.ts';
import {
  namesIn,
  type ObjectPlace,
  openObjectPlace,
  settingsOf,
} from '../support/object-stores.ts';

const withGateway = describe.skipIf(!(await hasObjectGateway()));

withGateway.each(engines)('files in S3 on %s', (engine) => {
  let place: ObjectPlace;
  let app: TestApp;
  beforeAll(async () => {
    place = await openObjectPlace();
    app = await startTestApp(engine, settingsOf(place.options));
  }, gatewayTimeoutMs);
  afterAll(async () => {
    await app.close();
    place.close();
  });

  const services = () => ({ database: app.services.database, blobs: app.services.blobs });
  const findings = () => storeFindings({ ...services(), model: app.services.repository.model });

  async function newBatch(): Promise<string> {
    return (await app.request('POST /api/v1/upload')).json.batchId;
  }

  async function upload(content: Buffer, headers: Record<string, string> = {}): Promise<string> {
    const batchId = await newBatch();
    const sent = await app.request(`POST /api/v1/upload/${batchId}/0`, {
      body: content,
      headers: { 'x-file-name': 'a.bin', 'content-type': 'application/octet-stream', ...headers },
    });
    expect(sent.status).toBe(201);
    return batchId;
  }

  async function documentWith(name: string, content: Buffer) {
    const batch = await upload(content);
    const properties = { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } };
    const document = await createDocument(app, { name, properties });
    return { ...document, address: `GET /api/v1/id/${document.uid}/@blob/file:content` };
  }

  const keyOf = async (uid: string): Promise<string> => {
    const { json } = await app.request(`GET /api/v1/id/${uid}?properties=file`);
    return json.properties['file:content'].digest;
  };
  const nameOf = (key: string) => `contents/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;

  test('what is uploaded is one object, and comes back whole and in ranges, with conditions', async () => {
    for (const sizeBytes of [0, 300_000, 12_000_000]) {
      const content = randomBytes(sizeBytes);
      const { uid, address } = await documentWith(`of ${sizeBytes}`, content);
      const whole = await app.request(address);
      expect(whole.status).toBe(200);
      expect(whole.bytes.equals(content)).toBe(true);
      expect(await namesIn(place.objects)).toContain(nameOf(await keyOf(uid)));
      const { etag } = whole.headers as { etag: string };
      const unchanged = await app.request(address, { headers: { 'if-none-match': etag } });
      expect(unchanged.status).toBe(304);
      if (sizeBytes === 0) continue;
      const part = await app.request(address, { headers: { range: 'bytes=100-299999' } });
      expect(part.status).toBe(206);
      expect(part.bytes.equals(content.subarray(100, 300_000))).toBe(true);
      const beyond = await app.request(address, { headers: { range: 'bytes=12000000-' } });
      expect(beyond.status).toBe(416);
    }
    expect(await place.leftovers()).toEqual(['owner']);
    expect(await findings()).toEqual([]);
  });

  test('equal files are one object', async () => {
    const content = randomBytes(1_000);
    const before = (await namesIn(place.objects)).length;
    await Promise.all([1, 2, 3].map((n) => documentWith(`equal ${n}`, content)));
    expect(await namesIn(place.objects)).toHaveLength(before + 1);
  });

  test('chunks are joined to the content, and leave nothing', async () => {
    const content = randomBytes(6_000_000);
    const batchId = await newBatch();
    for (const [index, start] of [0, 2_000_000, 4_000_000].entries()) {
      const headers = {
        'content-type': 'application/octet-stream',
        'x-upload-type': 'chunked',
        'x-upload-chunk-index': String(index),
        'x-upload-chunk-count': '3',
        'x-file-name': 'chunked.bin',
        'x-file-size': String(content.length),
      };
      const body = content.subarray(start, start + 2_000_000);
      const sent = await app.request(`POST /api/v1/upload/${batchId}/0`, { body, headers });
      expect(sent.status).toBe(index === 2 ? 201 : 202);
    }
    const properties = { 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } };
    const { uid } = await createDocument(app, { name: 'chunked', properties });
    const { bytes } = await app.request(`GET /api/v1/id/${uid}/@blob/file:content`);
    expect(bytes.equals(content)).toBe(true);
    expect(await place.leftovers()).toEqual(['owner']);
  });

  test('an object that was removed outside the program is found, and its download is an error', async () => {
    const { uid, address } = await documentWith('lost', randomBytes(400_000));
    const small = await documentWith('lost and small', randomBytes(4_000));
    const keys = [await keyOf(uid), await keyOf(small.uid)];
    await place.objects.removeAll(keys.map(nameOf));
    for (const line of [address, small.address]) {
      const answer = await app.request(line);
      expect(answer.status).toBe(500);
      expect(answer.headers['content-disposition']).toBeUndefined();
    }
    const errors = keys.map((key) => `error blob ${key}: has no content in the blob store`);
    expect((await findings()).toSorted()).toEqual(errors.toSorted());
    for (const document of [uid, small.uid]) await app.request(`DELETE /api/v1/id/${document}`);
  });

  test('the probe of the blob store asks S3', async () => {
    const { json } = await app.request('POST /api/v1/management/probes/blobStoreStatus');
    expect(json.status.success).toBe(true);
  });

  test('another database is refused the objects of this one', async () => {
    const other = await createStorePlace(engine, 'migrated');
    const flags = {
      data: other.data,
      databaseUrl: other.databaseUrl,
      ...settingsOf(place.options),
    };
    const { config } = loadConfig({ environment: {}, flags });
    await expect(openStore(config)).rejects.toThrow(
      /blobStoreUrl, s3:.*belong to another database.*name another prefix/,
    );
    await other.remove();
  });
});
