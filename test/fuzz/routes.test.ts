import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { type KnownIds, oddRequests } from '../support/odd-requests.ts';
import {
  exchangeRaw,
  type RawRequest,
  type RawResponse,
  requestBytes,
} from '../support/raw-http.ts';

/** Where a 500 is what the contract asks for. */
const knownFaults = /user does not exist: /;

const plainErrors =
  /^\/nuxeo\/*\.?\/*(?:nxfile|nxdownloadinfo|api\/v1\/upload|site\/api\/v1\/upload)/;

/** The problem of the response; undefined when there is none. */
function complaint(request: RawRequest, response: RawResponse | undefined): string | undefined {
  if (!response) return 'no answer';
  const { status, headers, body } = response;
  if (Number.isNaN(status)) return 'no status';
  if (headers.has('www-authenticate')) return 'a challenge';
  if (headers.has('x-injected')) return 'an injected header';
  if (status < 400) return undefined;
  if (request.method === 'HEAD') return status >= 500 && status !== 501 ? `${status}` : undefined;
  const text = body.toString('utf8');
  if (status >= 500 && status !== 501 && !(status === 500 && knownFaults.test(text))) {
    return `${status}: ${text.slice(0, 2_000)}`;
  }
  if (plainErrors.test(request.target) && !text.startsWith('{')) return undefined;
  try {
    const entity = JSON.parse(text);
    const isException = entity['entity-type'] === 'exception' && entity.status === status;
    if (isException || entity['entity-type'] === 'validation_report') return undefined;
  } catch {
    // Reported below, with the text.
  }
  return `${status} without an exception entity: ${text.slice(0, 500)}`;
}

/** Requests per batch: each batch begins with documents that are still there. */
const runs = { sqlite: 300, postgres: 150 } as const;
const batches = 5;

/** A file with content and a version, a note, a folder and an upload batch, in a place of their own. */
async function createKnown(app: TestApp): Promise<KnownIds> {
  const root = (await app.request('GET /api/v1/path/')).json;
  const place = await createDocument(app, { parent: root.uid, name: 'fuzz', type: 'Folder' });
  const make = (name: string, type: string, properties: object = {}) =>
    createDocument(app, { parent: place.uid, name, type, properties });
  const blob = { data: 'some content', name: 'a.txt' };
  const file = await make('file', 'File', { 'file:content': blob });
  const body = { 'entity-type': 'document', properties: {} };
  const headers = { 'X-Versioning-Option': 'MINOR' };
  const version = await app.request(`PUT /api/v1/id/${file.uid}`, { body, headers });
  const { batchId } = (await app.request('POST /api/v1/upload')).json;
  const [folder, note] = [await make('folder', 'Folder'), await make('note', 'Note')];
  return {
    documents: [file.uid, folder.uid, note.uid],
    versions: [version.json.uid],
    batch: batchId,
  };
}

describe.each(engines)('odd requests on %s', (engine) => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    // The texts of errors are shown, to tell the few known 500s from others.
    app = await startTestApp(engine, { extendedErrors: true });
    url = await app.listen();
  });
  afterAll(() => app.close());

  test('never get a fault of ours, and errors are exception entities', {
    timeout: 120_000,
  }, async () => {
    for (let batch = 0; batch < batches; batch += 1) {
      const request = oddRequests(await createKnown(app));
      await fc.assert(
        fc.asyncProperty(request, async (odd) => {
          const response = await exchangeRaw(url, requestBytes(odd));
          expect(complaint(odd, response)).toBeUndefined();
        }),
        { numRuns: runs[engine] },
      );
    }
    expect((await app.request('GET /api/v1/path/')).status).toBe(200);
    expect(await readdir(join(app.services.config.data, 'blobs', 'tmp'))).toEqual([]);
    const { database, blobs, repository } = app.services;
    const found = await storeFindings({ database, blobs, model: repository.model });
    expect(found.filter((text) => !text.startsWith('warning'))).toEqual([]);
  });
});
