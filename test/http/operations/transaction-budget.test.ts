import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp, TestResponse } from '../../support/app.ts';
import { callWithFiles, startWithChains, step } from '../../support/chains.ts';
import { createDocument } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';

const operationsMax = 30;
const folderPath = '/default-domain/workspaces';
const create = { type: 'Folder', name: 'made', properties: 'dc:title=made' };

const chains = {
  forEach: [step('RunOperationOnList', { id: 'createOne', list: 'list' })],
  forEachAlone: [step('RunOperationOnList', { id: 'createOne', list: 'list', newTx: 'true' })],
  createOne: [step('Document.Create', create)],
  /** Reads change nothing, so they count only after the first change. */
  readThenCreate: [step('RunOperationOnList', { id: 'readOne', list: 'list' }), ...createOnce()],
  readOne: [step('Document.Fetch', { value: folderPath })],
  markPages: [
    step('Repository.Query', {
      query: `SELECT * FROM File WHERE ecm:path STARTSWITH '${folderPath}/files'`,
      pageSize: '10',
    }),
    step('RunOperationOnProvider', { id: 'mark' }),
  ],
  mark: [step('Document.SetProperty', { xpath: 'dc:source', value: 'marked' })],
  /** A list that loops within loops. */
  forEachTwice: [step('RunOperationOnList', { id: 'createTwo', list: 'list' })],
  createTwo: [...createOnce(), step('Document.Fetch', { value: folderPath }), ...createOnce()],
  createAndFetch: [
    ...createOnce(),
    step('Context.SetInputAsVar', { name: 'made' }),
    step('Blob.CreateFromURL', { file: 'expr:Context["source"]' }),
  ],
  fetchAlone: [step('Blob.CreateFromURL', { file: 'expr:Context["source"]' })],
};

function createOnce() {
  return [step('Document.Create', create)];
}

const items = (count: number): string[] => Array.from({ length: count }, (_, index) => `i${index}`);

async function countDocuments({ services }: TestApp): Promise<number> {
  const row = await services.database.read((handle) =>
    handle.first(
      handle.builder.selectFrom('document').select((e) => e.fn.countAll<number>().as('count')),
    ),
  );
  return row?.count ?? 0;
}

describe.each(engines)('one transaction on %s', (engine) => {
  let app: TestApp;
  let files: string[];
  beforeAll(async () => {
    app = await startWithChains(
      engine,
      chains,
      {},
      {
        transactionOperationsMax: operationsMax,
        transactionTimeLimitMs: 3_600_000,
      },
    );
    const { uid } = await createDocument(app, { name: 'files', type: 'Folder' });
    files = [];
    for (const name of items(operationsMax + 5)) {
      files.push((await createDocument(app, { parent: uid, name })).uid);
    }
    for (const name of ['one', 'two']) await createDocument(app, { name, type: 'Folder' });
  });
  afterAll(() => app.close());

  const call = (id: string, options: OperationCall = {}): Promise<TestResponse> =>
    callOperation(app, id, { input: folderPath, ...options });

  async function countMarked(): Promise<number> {
    const query = encodeURIComponent("SELECT * FROM File WHERE dc:source = 'marked'");
    const { json } = await app.request(`GET /api/v1/search/execute?query=${query}`);
    return json.resultsCount;
  }

  async function entriesOf(directory: string): Promise<number> {
    const { json } = await app.request(`GET /api/v1/directory/${directory}?pageSize=1000`);
    return json.entries.length;
  }

  function expectRefusal({ status, json }: TestResponse): void {
    expect([status, json.message]).toEqual([
      400,
      expect.stringMatching(/more than 30 operations .*transactionOperationsMax.*smaller lists/),
    ]);
  }

  const entries = (count: number) => JSON.stringify(items(count).map((id) => ({ id, label: id })));
  const ids = (count: number) => JSON.stringify(items(count));
  const nature = { directoryName: 'nature' };
  const csv = (count: number) =>
    `id,label\n${items(count)
      .map((id) => `${id},${id}\n`)
      .join('')}`;
  const loading = { ...nature, dataLoadingPolicy: 'update_duplicate' };

  const ways: readonly [string, (size: number) => Promise<TestResponse>][] = [
    ['a chain on a list', (size) => call('forEach', { context: { list: items(size) } })],
    ['a chain of several', (size) => call('forEachTwice', { context: { list: items(size / 3) } })],
    [
      'a list of documents',
      (size) =>
        call('Document.SetProperty', {
          input: `docs:${files.slice(0, size).join(',')}`,
          params: { xpath: 'dc:source', value: 'marked' },
        }),
    ],
    [
      'creations on a list',
      (size) =>
        call('Document.Create', {
          input: `docs:${files.slice(0, size).join(',')}`,
          params: create,
        }),
    ],
    [
      'files',
      (size) =>
        callWithFiles(app, 'FileManager.Import', {
          files: items(size),
          context: { currentDocument: `${folderPath}/one` },
        }),
    ],
    [
      'sections',
      (size) =>
        call('Document.PublishToSections', {
          input: files[0],
          params: { target: Array.from({ length: size }, () => `${folderPath}/one`) },
        }),
    ],
    [
      'new entries',
      (size) => call('Directory.CreateEntries', { params: { ...nature, entries: entries(size) } }),
    ],
    [
      'changed entries',
      (size) => call('Directory.UpdateEntries', { params: { ...nature, entries: entries(size) } }),
    ],
    [
      'removed entries',
      (size) => call('Directory.DeleteEntries', { params: { ...nature, entries: ids(size) } }),
    ],
    [
      'a table of entries',
      (size) =>
        callWithFiles(app, 'Directory.LoadFromCSV', { files: [csv(size)], params: loading }),
    ],
  ];

  test.each(ways)('does not hold others up with %s', async (_way, run) => {
    const before = [await countDocuments(app), await countMarked(), await entriesOf('nature')];
    expectRefusal(await run((operationsMax + 1) * 3));
    expect([await countDocuments(app), await countMarked(), await entriesOf('nature')]).toEqual(
      before,
    );
    const { status, text } = await run(operationsMax - 3);
    expect(status < 300, text).toBe(true);
  });

  test('does not hold others up with the pages of a query', async () => {
    const before = await countMarked();
    expectRefusal(await call('markPages'));
    expect(await countMarked()).toBe(before);
  });

  test('is refused in the background too', async () => {
    const body = { input: folderPath, context: { list: items(operationsMax * 2) } };
    const before = await countDocuments(app);
    const started = await app.request('POST /site/automation/forEach/@async', { body });
    const path = String(started.headers.location).replace(/^.*?\/nuxeo/, '');
    await expect
      .poll(async () => (await app.request(`GET ${path}`)).status, { timeout: 60_000 })
      .toBe(303);
    expectRefusal(await app.request(`GET ${path.replace(/\/status$/, '')}`));
    expect(await countDocuments(app)).toBe(before);
  });

  test('may be many small ones, and reading before the first change is free', async () => {
    const list = items(operationsMax * 2);
    const before = await countDocuments(app);
    const made = await call('forEachAlone', { context: { list } });
    expect(made.status, made.text).toBeLessThan(300);
    expect(await countDocuments(app)).toBe(before + list.length);
    const read = await call('readThenCreate', { context: { list } });
    expect([read.status, read.text]).toEqual([200, expect.any(String)]);
  });
});

describe.each(engines)('the time of one transaction on %s', (engine) => {
  const timeLimitMs = 400;
  let app: TestApp;
  let slow: Server;
  let source: string;
  /** Milliseconds before the first byte and before the last. */
  let pauses: readonly [number, number];
  beforeAll(async () => {
    app = await startWithChains(engine, chains, {}, { transactionTimeLimitMs: timeLimitMs });
    slow = createServer((_request, response) => {
      setTimeout(() => {
        response.write('a');
        setTimeout(() => response.end('b'), pauses[1]);
      }, pauses[0]);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    source = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/file.txt`;
  });
  afterAll(async () => {
    slow.closeAllConnections();
    await new Promise((resolve) => slow.close(resolve));
    await app.close();
  });

  const call = (id: string, context: object) =>
    callOperation(app, id, { input: folderPath, context });

  test('is limited for many operations, and the limit is named', async () => {
    const before = await countDocuments(app);
    const { status, json } = await call('forEach', { list: items(9_000) });
    expect([status, json.message]).toEqual([
      400,
      expect.stringMatching(/longer than 400 ms .*transactionTimeLimitMs.*smaller lists/),
    ]);
    expect(await countDocuments(app)).toBe(before);
  });

  test.each([
    [60_000, 0],
    [0, 60_000],
  ])('is not spent on waiting for another server (pauses %i, %i ms)', async (...given) => {
    pauses = given as [number, number];
    const before = await countDocuments(app);
    const fetching = call('createAndFetch', { source });
    await new Promise((resolve) => setTimeout(resolve, 50));
    // Others get their turn long before the other server has answered.
    await createDocument(app, { name: 'meanwhile' });
    const { status, json } = await fetching;
    expect([status, json.message]).toEqual([
      400,
      expect.stringMatching(/transactionTimeLimitMs.*before the first change/),
    ]);
    expect(await countDocuments(app)).toBe(before + 1);
  });

  test('does not count while nothing is changed', async () => {
    pauses = [timeLimitMs, timeLimitMs];
    const { status, text } = await call('fetchAlone', { source });
    expect([status, text]).toEqual([200, 'ab']);
  });
});

describe.each(engines)('ninety thousand creations in one call on %s', (engine) => {
  test('are refused, and other writers get their turn', { timeout: 120_000 }, async () => {
    const app = await startWithChains(engine, chains);
    try {
      let isOver = false;
      const context = { list: items(90_000) };
      const greedy = callOperation(app, 'forEach', { input: folderPath, context });
      void greedy.finally(() => {
        isOver = true;
      });
      for (let count = 0; !isOver; count += 1) {
        await createDocument(app, { name: `other ${count}` });
      }
      const { status, json } = await greedy;
      expect([status, json.message]).toEqual([
        400,
        expect.stringMatching(/transaction(?:OperationsMax|TimeLimitMs)/),
      ]);
    } finally {
      await app.close();
    }
  });
});
