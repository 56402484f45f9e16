import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/automation/define.ts';
import { operations } from '../../src/operations/index.ts';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { withOperationFiles } from '../support/chains.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { tries } from '../support/effort.ts';
import { engines } from '../support/engines.ts';
import { storeFindings } from '../support/invariants.ts';
import { filePart, jsonPart, multipartBody, multipartType } from '../support/multipart.ts';
import { type KnownDocuments, type OddCall, oddCalls, oddSteps } from '../support/odd-calls.ts';

/** Statuses of 500 and above that say what they mean. */
const expectedFaults = [501, 503, 507];
/** Of a call that hangs. */
const answerTimeoutMs = 120_000;
/** Calls of each operation. */
const runs = { sqlite: tries(5), postgres: tries(2) } as const;
/** Each call starts a process that reads the file. */
const converting =
  /^(?:PDF|Video|Picture|Image)\.|^Render\.|^Blob\.(?:Con|RunC|ToPDF)|^Document\.(?:Get.*Rendition|Export)/;
const runsOfConverting = { sqlite: tries(1), postgres: tries(1) } as const;

/** An administrator whom no call names, as operations may change the passwords of users. */
const caller = 'caller-of-all';

/** The application, with everything asked for by that administrator. */
async function asCaller(app: TestApp): Promise<TestApp> {
  await createUser(app, caller, ['administrators']);
  return { ...app, request: (line, options) => app.request(line, { user: caller, ...options }) };
}

/** Chains per engine: each is called on a place of its own. */
const chainCount = { sqlite: tries(20), postgres: tries(8) } as const;

/** A place with some documents: operations may remove it. */
async function createKnown(
  app: TestApp,
  name: string,
  runnables: readonly string[],
): Promise<KnownDocuments> {
  const root = (await app.request('GET /api/v1/path/')).json;
  const place = await createDocument(app, { parent: root.uid, name, type: 'Folder' });
  const make = (child: string, type: string, properties: object = {}) =>
    createDocument(app, { parent: place.uid, name: child, type, properties });
  const blob = (data: string) => ({ data, name: `${data}.txt` });
  const file = await make('file', 'File', {
    'file:content': blob('main'),
    'files:files': [{ file: blob('one') }, { file: blob('two') }],
    'dc:subjects': ['art'],
  });
  const body = { 'entity-type': 'document', properties: {} };
  const headers = { 'X-Versioning-Option': 'MINOR' };
  const version = (await app.request(`PUT /api/v1/id/${file.uid}`, { body, headers })).json;
  const others = [
    await make('folder', 'Folder'),
    await make('note', 'Note', { 'note:note': 'text' }),
  ];
  const { batchId } = (await app.request('POST /api/v1/upload')).json;
  await app.request(`POST /api/v1/upload/${batchId}/0`, {
    body: Buffer.from('uploaded'),
    headers: { 'content-type': 'text/plain', 'X-File-Name': 'u.txt' },
  });
  return {
    ids: [place, file, version, ...others].map(({ uid }) => uid),
    paths: [place, file, ...others].map(({ path }) => path),
    batch: batchId,
    runnables,
  };
}

function send(app: TestApp, { operation, request, files, headers }: OddCall) {
  const line = `POST /site/automation/${encodeURIComponent(operation)}`;
  if (files.length === 0) return app.request(line, { body: request, headers });
  const parts = files.map((content, index) => filePart(`${index}.txt`, content));
  const body = multipartBody([jsonPart(request), ...parts]);
  return app.request(line, { body, headers: { ...headers, 'content-type': multipartType } });
}

async function sendInTime(app: TestApp, call: OddCall): Promise<TestResponse> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), answerTimeoutMs);
  try {
    return await Promise.race([send(app, call), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function expectNoFault({ status, text }: TestResponse): void {
  if (status < 400) return;
  if (status >= 500) expect([status, text]).toEqual([expect.toBeOneOf(expectedFaults), text]);
  if (text !== '') expect(JSON.parse(text)).toMatchObject({ 'entity-type': 'exception', status });
}

async function expectSound({ request, services }: TestApp): Promise<void> {
  expect((await request('GET /api/v1/path/')).status).toBe(200);
  const temporary = join(services.config.data, 'blobs', 'tmp');
  await expect.poll(() => readdir(temporary)).toEqual([]);
  const { database, blobs, repository } = services;
  const found = await storeFindings({ database, blobs, model: repository.model });
  expect(found.filter((text) => !text.startsWith('warning'))).toEqual([]);
}

describe.each(engines)('odd calls of every operation on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    // The texts of errors are shown, to tell what failed.
    app = await asCaller(await startTestApp(engine, { extendedErrors: true }));
  });
  afterAll(() => app.close());

  async function attack(operation: Operation, runnables: readonly string[]): Promise<void> {
    const known = await createKnown(app, `fuzz ${operation.id}`, runnables);
    await fc.assert(
      fc.asyncProperty(oddCalls(operation, known), async (call) => {
        expectNoFault(await sendInTime(app, call));
      }),
      { numRuns: (converting.test(operation.id) ? runsOfConverting : runs)[engine] },
    );
  }

  test('never get a fault of ours, and the store stays sound', { timeout: 600_000 }, async () => {
    const { registry } = app.services.automation;
    const names = [...registry.operations, ...registry.chains].map(({ id }) => id);
    const failures: string[] = [];
    for (const operation of registry.operations) {
      await attack(operation, names).catch((error: unknown) => {
        failures.push(`${operation.id}: ${String(error)}`);
      });
    }
    expect(failures.join('\n\n')).toBe('');
    await expectSound(app);
  });
});

const placePath = '/fuzz chains';

describe.each(engines)('chains of odd steps on %s', (engine) => {
  const paths = ['', '/file', '/folder', '/note'].map((end) => placePath + end);
  const runnables = operations.map(({ id }) => id);
  const known = { ids: paths, paths, batch: 'none', runnables };
  const chains = fc.sample(oddSteps(operations, known), chainCount[engine]);
  let app: TestApp;
  beforeAll(async () => {
    const file = { chains: chains.map((steps, index) => ({ id: `Odd.${index}`, steps })) };
    const started = await withOperationFiles([file], (operationFiles) =>
      startTestApp(engine, { operationFiles, extendedErrors: true }),
    );
    app = await asCaller(started);
  });
  afterAll(() => app.close());

  test('never get a fault of ours, and the store stays sound', { timeout: 300_000 }, async () => {
    for (const [index, steps] of chains.entries()) {
      await app.request(`DELETE /api/v1/path${encodeURI(placePath)}`);
      const { ids } = await createKnown(app, placePath.slice(1), []);
      const calls = [...ids.map((id) => `doc:${id}`), `docs:${ids.join(',')}`, undefined];
      for (const [at, input] of calls.entries()) {
        const files = at === 0 ? ['content'] : [];
        const request = { input, context: { x: `doc:${ids[1]}`, target: `doc:${ids[0]}` } };
        const call = { operation: `Odd.${index}`, request, files, headers: {} };
        await sendInTime(app, call)
          .then(expectNoFault)
          .catch((cause: unknown) => {
            throw new Error(`${cause} after ${JSON.stringify({ call, steps })}`, { cause });
          });
      }
    }
    await expectSound(app);
  });
});
