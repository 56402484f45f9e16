import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../../src/base/ids.ts';
import { compose } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { getDocumentForUpdate } from '../../../src/repository/documents/documents.ts';
import { createSystemUnit } from '../../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { callWithFiles, step, withOperationFiles } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines, makeFolder } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { grantAce, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

const update = (properties: string) => step('Document.Update', { properties });
const fail = step('Repository.GetDocument', { value: '/not-there' });
const endless = { list: 'each', isolate: false };

const createFiles = [
  step('Document.Create', { type: 'Folder', name: 'made' }),
  step('Context.PushDocument'),
  step('RunOperationOnList', { id: 'createFile', list: 'names' }),
  step('RunOperation', { id: 'createEmpty' }),
];

const chains = {
  titled: [step('Document.Update', { properties: 'expr:dc:title=@{ChainParameters["title"]}' })],
  fixed: [step('Document.Update', { properties: 'dc:title=fixed', save: true })],
  byName: [step('Document.Update')],
  child: [step('Document.GetChild')],
  types: [
    step('Context.SetVar', { name: 'number', value: 3 }),
    step('Context.SetVar', { name: 'list', value: ['a', 'b'] }),
    step('Context.SetVar', { name: 'sum', value: 'expr: number + 4' }),
    step('Context.SetVar', { name: 'path', value: 'expr: This.path' }),
    update(
      'expr:dc:description=@{sum} @{list[1]} @{path} @{Context["missing"] == null ? "none" : "some"}',
    ),
  ],
  literal: [update('dc:description=@{1 + 1} expr:1')],
  relativeChild: [step('Repository.GetDocument', { value: './child' })],
  relativeExpression: [step('Repository.GetDocument', { value: 'expr: ./child' })],
  relativeSibling: [step('Repository.GetDocument', { value: '../sibling' })],
  relativeSelf: [step('Repository.GetDocument', { value: '.' })],
  aliases: [step('Document.GetParent'), step('Document.Fetch'), step('Context.RunOperation')],
  granting: [step('Document.AddPermission', { permission: 'Read' })],
  outer: [step('titled', { title: 'of the outer chain' })],
  outermost: [step('Chain.outer'), step('titled')],
  inherits: [step('titled')],
  selfCalling: [update('dc:title=again'), step('selfCalling')],
  ping: [step('RunOperation', { id: 'pong' })],
  pong: [step('ping')],
  unknownStep: [update('dc:title=before the unknown'), step('No.Such.Operation')],
  createFile: [
    step('Document.Create', {
      type: 'File',
      name: 'expr:item',
      properties:
        'expr:dc:title=@{item}\nfile:content={"data":"content of @{item}","name":"a.txt"}',
    }),
  ],
  createEmpty: [step('Document.Create', { type: 'File', name: 'third' })],
  create: createFiles,
  createThenFail: [...createFiles, fail],
  createElsewhere: [
    ...createFiles,
    step('Repository.GetDocument', { value: '/default-domain' }),
    step('Document.Create', { type: 'Folder', name: 'not allowed' }),
  ],
  slow: [
    step('Document.Create', { type: 'File', name: 'made' }),
    step('Repository.GetDocument', { value: '/default-domain/workspaces/locked' }),
    update('dc:title=reached'),
  ],
  say: [step('Log', { level: 'debug', message: 'again' })],
  inner: [step('RunOperationOnList', { id: 'say', ...endless })],
  endless: [step('RunOperationOnList', { id: 'inner', ...endless })],
  forAdministrators: [],
  forBob: [],
  forReaders: [],
  forNobody: [],
  forHttps: [],
  hidden: [],
  throughHidden: [step('hidden'), step('forNobody')],
} satisfies Record<string, object[]>;

const declared = {
  id: 'declared',
  aliases: ['alsoDeclared', 'With.Dots'],
  description: 'Sets the title.',
  params: [
    { name: 'title', type: 'string', description: 'The title.', required: true, order: 1 },
    { name: 'save', type: 'boolean', values: ['true', 'false'] },
  ],
  steps: [step('Document.Update', { properties: 'expr:dc:title=@{ChainParameters["title"]}' })],
};

const configuration = {
  chains: [...Object.entries(chains).map(([id, steps]) => ({ id, steps })), declared],
  restrictions: [
    { operation: 'forAdministrators', administrators: true },
    { operation: 'forBob', users: ['bob'] },
    { operation: 'Chain.forReaders', groups: ['readers'], administrators: true },
    { operation: 'forNobody', disabled: true, administrators: true },
    { operation: 'forHttps', secure: true },
    { operation: 'Document.CheckOut', disabled: true },
    { operation: 'Blob.Get', users: ['bob'] },
    { operation: 'RunScript', users: ['bob'] },
  ],
  hidden: ['Chain.hidden', 'Blob.Push'],
};

describe.each(engines)('chains from the configuration on %s', (engine) => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await withOperationFiles([configuration], (operationFiles) =>
      startTestApp(engine, { operationFiles, trustedProxies: ['127.0.0.1'] }),
    );
    await app.request('POST /api/v1/group', {
      body: { 'entity-type': 'group', groupname: 'readers' },
    });
    await createUser(app, 'bob');
    await createUser(app, 'rita', ['readers']);
    await createDocument(app, { name: 'locked' });
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const call = (id: string, options: OperationCall = {}) =>
    callOperation(app, id, { ...options, headers: { properties: '*', ...options.headers } });
  const makeFolder = async (name = `folder ${++count}`) =>
    createDocument(app, { name, type: 'Folder' });
  const titleAfter = async (id: string, options: OperationCall = {}) => {
    const { uid } = await makeFolder();
    const response = await call(id, { input: uid, ...options });
    expect(response.status, response.text).toBe(200);
    return response.json.title;
  };
  const namesIn = async (id: string): Promise<string[]> => {
    const { json } = await app.request(`GET /api/v1/id/${id}/@children`);
    return json.entries.map(({ title }: { title: string }) => title).sort();
  };

  describe('parameters', () => {
    test('what the request sends reaches the steps', async () => {
      expect(await titleAfter('titled', { params: { title: 'sent' } })).toBe('sent');
    });

    test('it reaches parameters of steps by their names', async () => {
      const { uid, path } = await makeFolder();
      const made = await createDocument(app, { name: 'one', parent: uid });
      const byName = await call('byName', { input: path, params: { properties: 'dc:title=x' } });
      expect(byName.json.title).toBe('x');
      const child = await call('child', { input: uid, params: { name: 'one' } });
      expect(child.json.uid).toBe(made.uid);
    });

    test('what the definition fixes wins', async () => {
      const params = { properties: 'dc:title=sent', save: 'false' };
      expect(await titleAfter('fixed', { params })).toBe('fixed');
    });

    test('variables of the context come last', async () => {
      const context = { properties: 'dc:title=of the context' };
      expect(await titleAfter('byName', { context })).toBe('of the context');
      const params = { properties: 'dc:title=sent' };
      expect(await titleAfter('byName', { context, params })).toBe('sent');
    });

    test('a step takes them under other names too', async () => {
      const { uid } = await makeFolder();
      const granted = await call('granting', { input: uid, params: { user: 'bob' } });
      expect(granted.status, granted.text).toBe(200);
      const read = await app.request(`GET /api/v1/id/${uid}`, { user: 'bob' });
      expect(read.status).toBe(200);
    });

    test('a missing one is refused, and the message names it', async () => {
      const { uid } = await makeFolder();
      const { status, json } = await call('byName', { input: uid });
      expect([status, json.message]).toEqual([
        400,
        "Failed to invoke operation: byName, Failed to inject parameter 'properties'. Seems it is missing from the context. Operation: Document.Update",
      ]);
    });

    test('the chain does not begin without those it requires', async () => {
      const { uid } = await makeFolder();
      const { status, json } = await call('declared', { input: uid });
      expect([status, json.message]).toEqual([
        400,
        "Failed to invoke operation: declared, Failed to inject parameter 'title'. Seems it is missing from the context. Operation: declared",
      ]);
      const byVariable = await call('declared', { input: uid, context: { title: 'a variable' } });
      expect(byVariable.status, byVariable.text).toBe(200);
    });

    test('declared ones are described, and the chain has other names', async () => {
      const described = {
        id: 'declared',
        aliases: ['alsoDeclared', 'With.Dots'],
        category: 'Chain',
        description: 'Sets the title.',
        signature: ['document', 'document', 'documents', 'documents'],
        params: [
          { name: 'title', description: 'The title.', type: 'string', required: true, order: 1 },
          { name: 'save', type: 'boolean', required: false, values: ['true', 'false'] },
        ],
      };
      for (const name of ['declared', 'alsoDeclared', 'With.Dots', 'Chain.declared']) {
        const { json } = await app.request(`GET /site/automation/${name}`);
        expect(json).toMatchObject(described);
        expect(await titleAfter(name, { params: { title: name } })).toBe(name);
      }
      const { json } = await app.request('GET /site/automation');
      const listed = json.chains.find(({ id }: { id: string }) => id === 'declared');
      expect(listed).toMatchObject({ ...described, url: 'Chain.declared' });
    });
  });

  describe('values of parameters', () => {
    test('keep their type, and expressions see the input and earlier variables', async () => {
      const { uid, path } = await makeFolder();
      const response = await call('types', { input: `doc:${uid}` });
      expect(response.json.properties['dc:description']).toBe(`7 b ${path} none`);
    });

    test('are literal without the prefix', async () => {
      const { uid } = await makeFolder();
      const response = await call('literal', { input: uid });
      expect(response.json.properties['dc:description']).toBe('@{1 + 1} expr:1');
    });

    test('may be paths relative to the input', async () => {
      const { uid } = await makeFolder();
      const child = await createDocument(app, { name: 'child', parent: uid });
      const sibling = await createDocument(app, { name: 'sibling', parent: uid });
      const expected = [
        ['relativeChild', uid, child.uid],
        ['relativeExpression', uid, child.uid],
        ['relativeSibling', child.uid, sibling.uid],
        ['relativeSelf', child.uid, child.uid],
      ] as const;
      for (const [id, input, answer] of expected) {
        const response = await call(id, { input: `doc:${input}` });
        expect([id, response.json.uid], response.text).toEqual([id, answer]);
      }
      const direct = { input: `doc:${uid}`, params: { value: './child' } };
      expect((await call('Repository.GetDocument', direct)).json.uid).toBe(child.uid);
      expect((await call('relativeChild', { input: `doc:${sibling.uid}` })).status).toBe(404);
      expect((await call('relativeChild')).status).toBe(400);
    });
  });

  describe('chains and operations as steps', () => {
    test('steps may name operations by their other names', async () => {
      const { uid } = await makeFolder();
      const params = { value: uid, id: 'fixed' };
      const response = await call('aliases', { input: uid, params });
      expect([response.json.uid, response.json.title]).toEqual([uid, 'fixed']);
    });

    test('a chain within another has the parameters of both', async () => {
      const params = { title: 'sent' };
      expect(await titleAfter('inherits', { params })).toBe('sent');
      expect(await titleAfter('outer', { params })).toBe('of the outer chain');
      expect(await titleAfter('outermost', { params })).toBe('sent');
    });

    test.each(['selfCalling', 'ping'])('%s, which calls itself, is refused', async (id) => {
      const { uid } = await makeFolder('self');
      const response = await call(id, { input: uid });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining('Operations call each other more than 50 deep'),
      ]);
      expect((await app.request(`GET /api/v1/id/${uid}`)).json.title).toMatch(/^self/);
    });

    test('a step that does not exist is reported, and undoes what was done before', async () => {
      const { uid } = await makeFolder('steps');
      const response = await call('unknownStep', { input: uid });
      expect([response.status, response.json.message]).toEqual([
        404,
        expect.stringContaining('No.Such.Operation'),
      ]);
      expect((await app.request(`GET /api/v1/id/${uid}`)).json.title).toBe('steps');
    });
  });

  describe('transactions', () => {
    const everything = async () => {
      const { document, blob, blob_reference, blob_lease } = await dumpSettledStore(app);
      const contents = await Array.fromAsync(app.services.blobs.list(), ({ key }) => key);
      return { document, blob, blob_reference, blob_lease, contents: contents.sort() };
    };

    test('all steps succeed together', async () => {
      const { uid, path } = await makeFolder();
      const context = { names: ['first', 'second'] };
      const response = await call('create', { input: uid, context });
      expect(response.status, response.text).toBe(200);
      expect(await namesIn(response.json.uid)).toEqual(['first', 'second', 'third']);
      const blob = `/api/v1/path${encodeURI(path)}/made/second/@blob/file:content`;
      expect((await app.request(`GET ${blob}`)).text).toBe('content of second');
    });

    test('a failure at the end leaves nothing, no content either', async () => {
      const { uid } = await makeFolder();
      const before = await everything();
      const context = { names: ['one', 'two'] };
      expect((await call('createThenFail', { input: uid, context })).status).toBe(404);
      expect(await everything()).toEqual(before);
      const files = ['sent', 'with the request'];
      expect((await callWithFiles(app, 'createThenFail', { files, context })).status).toBe(400);
      expect(await everything()).toEqual(before);
    });

    test('so does missing permission for the last step', async () => {
      const { uid } = await makeFolder();
      await setAcl(app, uid, [grantAce('bob', 'ReadWrite')]);
      const before = await everything();
      const context = { names: ['one'] };
      const response = await call('createElsewhere', { input: uid, context, user: 'bob' });
      expect(response.status).toBe(403);
      expect(await everything()).toEqual(before);
    });

    /** Keeps a document locked, which the chain `slow` changes. */
    const whileLocked = async <T>(ms: number, meanwhile: () => Promise<T>): Promise<T> => {
      const { database, repository } = app.services;
      const path = '/api/v1/path/default-domain/workspaces/locked';
      const id = (await app.request(`GET ${path}`)).json.uid as DocumentId;
      const locked = Promise.withResolvers<void>();
      const held = database.write(async (handle) => {
        await getDocumentForUpdate(createSystemUnit(handle, repository), id);
        locked.resolve();
        await sleep(ms);
      });
      await locked.promise;
      const [result] = await Promise.all([meanwhile(), held]);
      return result;
    };

    test('one that takes too long is undone', async () => {
      const { uid } = await makeFolder();
      const headers = { 'nuxeo-transaction-timeout': '1' };
      const late = await whileLocked(1200, () => call('slow', { input: uid, headers }));
      expect([late.status, late.json.message]).toEqual([500, 'Internal Server Error']);
      expect(await namesIn(uid)).toEqual([]);
    });

    test.each(['0', '-1', 'soon', '1.5'])('a timeout of %s is ignored', async (timeout) => {
      const { uid } = await makeFolder();
      const headers = { 'nuxeo-transaction-timeout': timeout };
      const response = await call('slow', { input: uid, headers });
      expect([response.status, response.json.title]).toEqual([200, 'reached']);
    });

    test('others are answered while one runs that does not end by itself', async () => {
      const headers = { 'nuxeo-transaction-timeout': '1' };
      const context = { each: Array.from({ length: 5000 }, (_, index) => index) };
      const order: string[] = [];
      const long = call('endless', { context, headers }).then(({ status }) => {
        order.push('long');
        return status;
      });
      await sleep(100);
      await call('Repository.GetDocument', { params: { value: '/' } });
      order.push('short');
      expect(await long).toBe(500);
      expect(order).toEqual(['short', 'long']);
    });
  });

  describe('who may call them', () => {
    const https = { 'x-forwarded-proto': 'https' };
    test.each([
      ['forAdministrators', { Administrator: 204, bob: 404, rita: 404 }],
      ['forBob', { Administrator: 404, bob: 204, rita: 404 }],
      ['forReaders', { Administrator: 204, bob: 404, rita: 204 }],
      ['forNobody', { Administrator: 404, bob: 404, rita: 404 }],
      ['forHttps', { Administrator: 404, bob: 404, rita: 404 }],
      ['hidden', { Administrator: 404, bob: 404, rita: 404 }],
      ['throughHidden', { Administrator: 204, bob: 204, rita: 204 }],
      ['RunScript', { Administrator: 404, bob: 204, rita: 404 }],
    ])('%s is for those the configuration names', async (id, statuses) => {
      const params = { script: '1' };
      for (const [user, status] of Object.entries(statuses)) {
        for (const name of [id, `Chain.${id}`]) {
          const response = await call(name, { user, params });
          expect([name, user, response.status]).toEqual([name, user, status]);
        }
      }
    });

    test('who is refused is told nothing', async () => {
      const response = await call('forNobody');
      expect([response.status, response.text]).toEqual([404, '']);
    });

    test('what is only for HTTPS is open there', async () => {
      expect((await call('forHttps', { headers: https, user: 'bob' })).status).toBe(204);
    });

    test('rules hold under every name of an operation', async () => {
      const { uid } = await makeFolder();
      for (const id of ['Document.GetBlob', 'Blob.Get']) {
        const call404 = await call(id, { input: uid });
        expect([id, call404.status, call404.text]).toEqual([id, 404, '']);
      }
      for (const id of ['Context.PushBlob', 'Blob.Push']) {
        const response = await callWithFiles(app, id, { files: ['text'] });
        expect([id, response.status]).toEqual([id, 404]);
      }
    });

    test('hidden ones are not listed nor described, refused ones are', async () => {
      const { json } = await app.request('GET /site/automation');
      const ids = json.operations.map(({ id }: { id: string }) => id);
      expect(ids).not.toContain('hidden');
      expect(ids).not.toContain('Context.PushBlob');
      expect(ids).toEqual(expect.arrayContaining(['forNobody', 'Document.CheckOut']));
      expect((await app.request('GET /site/automation/hidden')).status).toBe(404);
      expect((await app.request('GET /site/automation/forNobody')).status).toBe(200);
    });
  });
});

describe('operation files', () => {
  /** Starts on SQLite with the files and passes the application to `work`; returns what was logged. */
  const startWith = async (
    files: readonly unknown[],
    work: (operations: { find(name: string): unknown }) => void = () => undefined,
  ): Promise<string> => {
    const folder = await makeFolder();
    let logged = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    });
    try {
      await withOperationFiles(files, async (operationFiles) => {
        const flags = { data: folder.path, operationFiles };
        const { config } = loadConfig({ environment: {}, flags });
        const { services, close } = await compose(config, pino({ level: 'warn' }, stream));
        work(services.automation.registry);
        await close();
      });
    } finally {
      await folder.remove();
    }
    return logged;
  };

  const chain = (id: string, ...names: string[]) => ({
    id,
    steps: names.map((operation) => ({ operation })),
  });

  test('an unknown step is reported at the start', async () => {
    const logged = await startWith([{ chains: [chain('broken', 'Log', 'No.Such.Operation')] }]);
    expect(logged).toContain('chain broken: there is no operation No.Such.Operation');
    expect(logged).not.toContain('operation Log');
  });

  test.each([
    ['{', /operations-0\.json: .*JSON/],
    [[], /operations-0\.json: file: /],
    [{ chain: [] }, /operations-0\.json: file: .*chain/],
    [{ chains: [{ id: 'a' }] }, /operations-0\.json: chains\.0\.steps: /],
    [{ chains: [chain('a'), chain('b/c')] }, /operations-0\.json: chains\.1\.id: use 1 to 200/],
    [{ chains: [{ ...chain('a'), enabled: 'yes' }] }, /operations-0\.json: chains\.0\.enabled: /],
    [
      { chains: [{ ...chain('a'), params: [{ name: 'p', type: 'colour' }] }] },
      /operations-0\.json: chains\.0\.params\.0\.type: /,
    ],
    [
      { chains: [{ id: 'a', steps: [{ operation: 'Log' }, { params: {} }] }] },
      /operations-0\.json: chains\.0\.steps\.1\.operation: /,
    ],
    [{ restrictions: [{ operation: 'Log', users: 'bob' }] }, /restrictions\.0\.users: /],
    [
      { restrictions: [{ operation: 'Log' }, { operation: 'No.Such', disabled: true }] },
      /operations-0\.json: restrictions\.1\.operation: there is no operation or chain No\.Such/,
    ],
    [{ hidden: ['No.Such'] }, /operations-0\.json: hidden\.0: there is no operation or chain/],
    [
      { chains: [chain('Log')] },
      /operations-0\.json: Log: the name Log already belongs to Log; use another/,
    ],
    [
      { chains: [{ ...chain('a'), aliases: ['Document.Fetch'] }] },
      /operations-0\.json: a: the name Document\.Fetch already belongs to Repository\.GetDocument/,
    ],
  ])('%j stops the start, and the message names file and place', async (content, message) => {
    await expect(startWith([content])).rejects.toThrow(message);
  });

  test('a file that is not there stops the start, and the message names it', async () => {
    await expect(startTestApp('sqlite', { operationFiles: ['/not/there.json'] })).rejects.toThrow(
      '/not/there.json',
    );
  });

  const stepsOf = (found: unknown) =>
    (found as { chain?: { steps: { operation: string }[] } } | undefined)?.chain?.steps.map(
      ({ operation }) => operation,
    );

  test('a chain defined again takes the place of the one before', async () => {
    const again = { chains: [chain('voidChain', 'Log', 'Log'), chain('mine', 'Log')] };
    await startWith([], (registry) => {
      expect(stepsOf(registry.find('voidChain'))).toEqual(['Context.FetchDocument']);
    });
    await startWith([again, { chains: [chain('mine', 'Document.Lock')] }], (registry) => {
      expect(stepsOf(registry.find('voidChain'))).toEqual(['Log', 'Log']);
      expect(stepsOf(registry.find('mine'))).toEqual(['Document.Lock']);
    });
  });

  test('a chain can be switched off', async () => {
    const off = { chains: [{ ...chain('voidChain'), enabled: false }] };
    await startWith([off], (registry) => expect(registry.find('voidChain')).toBeUndefined());
    const on = { chains: [chain('voidChain', 'Log')] };
    await startWith([off, on], (registry) => {
      expect(stepsOf(registry.find('voidChain'))).toEqual(['Log']);
    });
  });
});
