import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { postDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { gatewayTimeoutMs, hasObjectGateway, type OwnGateway } from '../support/object-gateway.ts';
import { type ObjectPlace, openObjectPlace, settingsOf } from '../support/object-stores.ts';

const uploaders = 4;
const withGateway = describe.skipIf(!(await hasObjectGateway()));

withGateway.each(engines)('on %s, when the object gateway is killed', (engine) => {
  let place: ObjectPlace;
  let gateway: OwnGateway;
  let app: TestApp;
  beforeAll(async () => {
    place = await openObjectPlace();
    gateway = await place.gateway.startOwn();
    app = await startTestApp(engine, {
      ...settingsOf({ ...place.options, endpoint: gateway.endpoint }),
      s3TimeoutSeconds: 60,
    });
  }, gatewayTimeoutMs);
  afterAll(async () => {
    await app.close();
    await gateway.kill();
    place.close();
  });

  /** What was acknowledged. */
  const contents = new Map<string, Buffer>();
  const refused: { status: number; retryAfter: unknown }[] = [];
  let isOver = false;

  function isRefused({ status, headers }: TestResponse): boolean {
    if (status === 201) return false;
    refused.push({ status, retryAfter: headers['retry-after'] });
    return true;
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const content = randomBytes(contents.size % 5 === 0 ? 6_000_000 : 2_000);
      const { json } = await app.request('POST /api/v1/upload');
      const sent = await app.request(`POST /api/v1/upload/${json.batchId}/0`, {
        body: content,
        headers: { 'x-file-name': 'a', 'content-type': 'application/octet-stream' },
      });
      if (isRefused(sent)) continue;
      const properties = { 'file:content': { 'upload-batch': json.batchId, 'upload-fileId': '0' } };
      const made = await postDocument(app, { name: 'kept', properties });
      if (!isRefused(made)) contents.set(made.json.uid, content);
    }
  }

  test('requests are refused for the time being, and what was acknowledged is there', async () => {
    const working = Array.from({ length: uploaders }, work);
    await expect.poll(() => contents.size).toBeGreaterThan(5);
    await gateway.kill();
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    const [uid = ''] = contents.keys();
    expect((await app.request(`GET /api/v1/id/${uid}`)).status).toBe(200);
    const download = await app.request(`GET /api/v1/id/${uid}/@blob/file:content`);
    expect([download.status, download.headers['retry-after']]).toEqual([503, '5']);
    await gateway.start();
    const before = contents.size;
    await expect.poll(() => contents.size).toBeGreaterThan(before + 3);
    isOver = true;
    await Promise.all(working);
    const others = refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '5');
    expect(others).toEqual([]);
    for (const [id, content] of contents) {
      const { bytes } = await app.request(`GET /api/v1/id/${id}/@blob/file:content`);
      expect(bytes.equals(content)).toBe(true);
    }
    const { database, blobs, repository } = app.services;
    expect(await storeFindings({ database, blobs, model: repository.model })).toEqual([]);
  });
});
