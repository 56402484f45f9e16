import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../../src/base/ids.ts';
import { getDocumentForUpdate } from '../../../src/repository/documents/documents.ts';
import { createSystemUnit } from '../../../src/repository/unit/unit.ts';
import type { TestApp } from '../../support/app.ts';
import { callWithFiles, filesOf, startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { storeFindings } from '../../support/invariants.ts';
import { callOperation, type OperationCall } from '../../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';

const rename = (title: string) => step('Document.Update', { properties: `dc:title=${title}` });
const describeBy = (expression: string) =>
  step('Document.Update', { properties: `expr:dc:description=@{${expression}}` });
const create = (name: string) => step('Document.Create', { type: 'File', name });
const fail = step('Repository.GetDocument', { value: '/not-there' });
const inNewTransaction = { id: 'createThenFail', newTx: true };

const chains = {
  setInner: [step('Context.SetVar', { name: 'said', value: 'inner' })],
  isolation: [
    step('Context.SetVar', { name: 'said', value: 'outer' }),
    step('RunOperation', { id: 'setInner' }),
    describeBy('said'),
  ],
  documentIsolation: [
    step('Context.SetVar', { name: 'said', value: 'outer' }),
    step('RunDocumentOperation', { id: 'setInner' }),
    describeBy('said'),
  ],
  listIsolation: [
    step('Context.SetVar', { name: 'said', value: 'outer' }),
    step('RunOperationOnList', { id: 'setInner', list: 'each' }),
    describeBy('said'),
  ],
  changeLoaded: [
    rename('first'),
    step('RunOperation', {
      id: 'Document.Update',
      parameters: { properties: { 'dc:title': 'changed within' } },
    }),
  ],
  listChildren: [step('Document.GetChildren')],
  tellParameter: [describeBy('ChainParameters["word"]')],
  sayComputed: [
    step('RunOperation', {
      id: 'Context.SetVar',
      parameters: 'expr:name=said\nvalue=@{Document.title}',
    }),
    describeBy('said'),
  ],
  sayNested: [
    step('RunOperation', {
      id: 'RunOperation',
      parameters: {
        id: 'Context.SetVar',
        parameters: 'expr:name=said\nvalue=@{Document.title}',
      },
    }),
    describeBy('said'),
  ],
  sayHandedOn: [
    step('RunOperation', { id: 'saySent', parameters: 'expr:value=@{Document.title}' }),
    describeBy('said'),
  ],
  saySent: [step('Context.SetVar', { name: 'said' })],
  sayVariable: [step('RunOperation', { id: 'Context.SetVar' }), describeBy('said')],
  sayWrittenOut: [
    step('RunOperation', {
      id: 'Context.SetVar',
      parameters: { name: 'said', value: 'expr:1 + 1' },
    }),
    describeBy('said'),
  ],
  updateBoth: [
    step('Repository.GetDocument', { value: '/default-domain/workspaces/second' }),
    rename('second'),
    step('Repository.GetDocument', { value: '/default-domain/workspaces/locked' }),
    rename('reached'),
  ],
  createNamed: [
    step('Document.Create', {
      type: 'File',
      name: 'expr:"n" + each',
      properties: 'expr:dc:title=@{each}',
    }),
  ],
  createItem: [
    step('Document.Create', { type: 'File', name: 'expr:"n" + item', properties: 'dc:title=x' }),
  ],
  createThenFail: [create('within'), fail],
  slowCreate: [
    create('within'),
    step('Repository.GetDocument', { value: '/default-domain/workspaces/locked' }),
    rename('reached'),
  ],
  rethrown: [
    create('before'),
    step('Document.GetParent'),
    step('RunDocumentOperation', inNewTransaction),
  ],
  logged: [
    create('before'),
    step('Document.GetParent'),
    step('Context.SetVar', { name: 'said', value: 'outer' }),
    step('Context.PushDocument'),
    step('Context.RunDocumentOperationInNewTx', { id: 'spoilThenFail' }),
    step('Context.PopDocument'),
    create('after'),
    describeBy('said'),
  ],
  spoilThenFail: [
    step('Context.SetVar', { name: 'said', value: 'inner' }),
    create('within'),
    step('Context.PushDocument'),
    fail,
  ],
  keptThenFail: [step('RunDocumentOperation', { id: 'createWithin', newTx: true }), fail],
  createWithin: [create('within')],
  attach: [
    step('Document.Create', {
      type: 'File',
      name: 'expr:"n" + item',
      properties:
        'expr:dc:title=@{item}\nfile:content={"upload-batch":"@{batch}","upload-fileId":"@{item}"}',
    }),
  ],
  attachTwice: [
    step('Context.SetVar', { name: 'item', value: '0' }),
    step('RunDocumentOperation', { id: 'attach' }),
    step('Document.GetParent'),
    step('Context.SetVar', { name: 'item', value: '1' }),
    step('RunDocumentOperation', { id: 'attach', newTx: true }),
  ],
  failOnSecond: [
    step('Document.Create', { type: 'File', name: 'expr:"n" + item' }),
    step('Repository.GetDocument', { value: 'expr:item == "b" ? "/not-there" : This.path' }),
  ],
  closed: [step('RunOperation', { id: 'closedStep' })],
  closedStep: [rename('by the chain')],
  open: [step('RunOperation')],
};

const restrictions = [
  { operation: 'closedStep', administrators: true },
  { operation: 'Document.GetParent', secure: true },
  { operation: 'Document.GetVersions', disabled: true },
  { operation: 'Document.GetChildren', groups: ['readers'] },
];

const running = [
  'RunOperation',
  'RunDocumentOperation',
  'RunFileOperation',
  'RunOperationOnList',
  'Context.RunDocumentOperationInNewTx',
];

describe.each(engines)('operations that run others on %s', (engine) => {
  let app: TestApp;
  let uid: string;
  let second: string;
  let count = 0;
  beforeAll(async () => {
    app = await startWithChains(
      engine,
      chains,
      { restrictions, hidden: ['Document.Lock'] },
      { trustedProxies: ['127.0.0.1'] },
    );
    await createUser(app, 'bob');
    await createDocument(app, { name: 'locked' });
    uid = (await createDocument(app, { name: 'loaded' })).uid;
    second = (await createDocument(app, { name: 'second' })).uid;
  });
  afterAll(async () => {
    expect(await storeFindings({ ...app.services, ...app.services.repository })).toEqual([]);
    await app.close();
  });

  const call = (id: string, options: OperationCall = {}) =>
    callOperation(app, id, { ...options, headers: { properties: '*', ...options.headers } });
  const failureOf = async (id: string, options: OperationCall) => {
    const { status, json } = await call(id, options);
    return [status, json.message];
  };
  const folder = async () => {
    count += 1;
    return createDocument(app, { name: `folder ${count}`, type: 'Folder' });
  };
  const namesIn = async (id: string): Promise<string[]> => {
    const { json } = await app.request(`GET /api/v1/id/${id}/@children`);
    return json.entries
      .map(({ path }: { path: string }) => path.slice(path.lastIndexOf('/') + 1))
      .sort();
  };
  const descriptionOf = (response: { json: { properties: Record<string, string> } }) =>
    response.json.properties['dc:description'];

  describe('parameters', () => {
    /** What every one of them succeeds with, but for `id`. */
    const context = { each: ['x'] };
    const send = (id: string, params: object) =>
      id === 'RunFileOperation'
        ? callWithFiles(app, id, { params, context, files: ['text'] })
        : call(id, { params: { list: 'each', ...params }, context, input: `doc:${uid}` });

    test.each(running)('%s needs the id of what there is to run', async (id) => {
      const good = await send(id, { id: 'Context.SetInputAsVar', name: 'x' });
      expect(good.status, good.text).toBe(200);
      const missing = await send(id, {});
      expect([missing.status, missing.json.message]).toEqual([
        400,
        expect.stringContaining("Failed to inject parameter 'id'"),
      ]);
      const unknown = await send(id, { id: 'No.Such' });
      expect([unknown.status, unknown.json.message]).toEqual([
        404,
        expect.stringContaining('No.Such'),
      ]);
    });

    test.each([
      ['id', [], ...running],
      ['isolate', {}, ...running],
      ['parameters', 5, ...running],
      ['parameters', 'no pair', ...running],
      ['newTx', {}, 'RunDocumentOperation', 'RunFileOperation', 'RunOperationOnList'],
      ['rollbackGlobalOnError', {}, ...running.slice(1)],
      ['timeout', 'soon', ...running.slice(1)],
      ['list', {}, 'RunOperationOnList'],
      ['item', {}, 'RunOperationOnList'],
    ])('%s cannot be %j', async (name, value, ...ids) => {
      for (const id of ids as string[]) {
        const response = await send(id, { id: 'setInner', [name as string]: value });
        expect([id, response.status]).toEqual([id, 400]);
        const isNamed = value === 'no pair' ? "cannot find a '='" : `Parameter ${name}: expected`;
        expect(response.json.message).toContain(isNamed);
      }
    });

    test.each(running.slice(1))('%s refuses a timeout that is none', async (id) => {
      const response = await send(id, { id: 'setInner', newTx: true, timeout: 0 });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining('Parameter timeout: 0 is not a positive number'),
      ]);
    });

    test('a list is needed to run something for each of its elements', async () => {
      const params = { id: 'setInner' };
      expect(await failureOf('RunOperationOnList', { params, input: uid })).toEqual([
        400,
        expect.stringContaining("Failed to inject parameter 'list'"),
      ]);
    });

    test.each([
      ['RunDocumentOperation', 'void'],
      ['RunFileOperation', 'document'],
    ])('%s does not take %s', async (id, kind) => {
      const input = kind === 'void' ? undefined : `doc:${uid}`;
      const [status, message] = await failureOf(id, { params: { id: 'setInner' }, input });
      expect([status, message]).toEqual([400, expect.stringContaining('no method found')]);
    });

    test.each([{ properties: 'dc:title=text' }, 'properties=dc:title=text'])(
      'parameters given as %j reach what is run',
      async (parameters) => {
        const { uid: fresh } = await folder();
        const params = { id: 'Document.Update', parameters };
        const response = await call('RunDocumentOperation', { params, input: fresh });
        expect(response.json.title, response.text).toBe('text');
      },
    );

    test('parameters given for the run win over those of the request', async () => {
      const inner = { id: 'tellParameter', parameters: { word: 'inner' }, word: 'outer' };
      const won = await call('RunDocumentOperation', { params: inner, input: uid });
      expect(descriptionOf(won)).toBe('inner');
      const outer = { id: 'tellParameter', word: 'outer' };
      const inherited = await call('RunDocumentOperation', { params: outer, input: uid });
      expect(descriptionOf(inherited)).toBe('outer');
    });
  });

  describe('expressions', () => {
    test.each([
      ['sayComputed', 'expr:1 + 1'],
      ['sayNested', 'expr:1 + 1'],
      ['sayHandedOn', 'expr:1 + 1'],
      ['sayVariable', 'expr:1 + 1'],
      ['sayWrittenOut', '2'],
    ])('are evaluated where they are written out, not in data: %s', async (chain, expected) => {
      const input = `doc:${(await folder()).uid}`;
      const title = { properties: { 'dc:title': 'expr:1 + 1' } };
      await call('Document.Update', { input, params: title });
      const context = { parameters: { name: 'said', value: 'expr:1 + 1' } };
      const response = await call(chain, { input, ...(chain === 'sayVariable' && { context }) });
      expect(response.status, response.text).toBe(200);
      expect(descriptionOf(response)).toBe(expected);
    });
  });

  describe('results and inputs', () => {
    test('the result of RunOperation is dropped and the input passed through', async () => {
      const params = { id: 'Repository.GetDocument', parameters: { value: '/' } };
      const document = await call('RunOperation', { params, input: `doc:${uid}` });
      expect(document.json.uid).toBe(uid);
      expect((await call('Context.RunOperation', { params })).status).toBe(204);
      const list = await call('RunOperation', { params, input: `docs:${uid},${second}` });
      expect(list.json.entries.map((entry: { uid: string }) => entry.uid)).toEqual([uid, second]);
      const file = await callWithFiles(app, 'RunOperation', { params, files: ['text'] });
      expect(file.text).toBe('text');
    });

    test('a document passed through is as the run left it', async () => {
      const { uid: fresh } = await folder();
      const response = await call('changeLoaded', { input: fresh });
      expect([response.json.uid, response.json.title]).toEqual([fresh, 'changed within']);
      const renaming = { id: 'Document.Update', parameters: 'properties=dc:title=other' };
      const direct = await call('RunOperation', { params: renaming, input: `doc:${fresh}` });
      expect(direct.json.title).toBe('other');
    });

    test('documents that the run removed are not passed through', async () => {
      const gone = await folder();
      const params = { id: 'Document.Delete' };
      const single = await call('RunOperation', { params, input: `doc:${gone.uid}` });
      expect([single.status, single.text]).toEqual([204, '']);
      const other = await folder();
      const context = { each: [other.uid] };
      const list = await call('RunOperationOnList', {
        params: { id: 'Document.Delete', list: 'each' },
        context,
        input: `docs:${other.uid}`,
      });
      expect(list.json.entries).toEqual([]);
    });

    test('documents are run on one by one', async () => {
      const params = { id: 'Document.GetParent' };
      const headers = { 'x-forwarded-proto': 'https' };
      const one = await call('RunDocumentOperation', { params, input: uid, headers });
      expect(one.json.path).toBe('/default-domain/workspaces');
      const input = `docs:${uid},${second}`;
      const list = await call('Context.RunDocumentOperation', { params, input, headers });
      expect(list.json.entries.map(({ path }: { path: string }) => path)).toEqual([
        '/default-domain/workspaces',
        '/default-domain/workspaces',
      ]);
    });

    test('a run on documents must return a document, or nothing', async () => {
      const { uid: fresh } = await folder();
      const list = { params: { id: 'listChildren' }, input: fresh };
      expect(await failureOf('RunDocumentOperation', list)).toEqual([
        400,
        expect.stringContaining('listChildren answers no document'),
      ]);
      const nothing = { id: 'Document.Delete' };
      const response = await call('RunDocumentOperation', { params: nothing, input: fresh });
      expect([response.status, response.text]).toEqual([204, '']);
    });

    test('files are run on one by one', async () => {
      const params = { id: 'Blob.Push' };
      const one = await callWithFiles(app, 'RunFileOperation', { params, files: ['one'] });
      expect(one.text).toBe('one');
      const two = await callWithFiles(app, 'Context.RunFileOperation', {
        params,
        files: ['one', 'two'],
      });
      expect(filesOf(two)).toEqual(['one', 'two']);
      const document = { id: 'Repository.GetDocument', parameters: 'value=/' };
      const refused = await callWithFiles(app, 'RunFileOperation', {
        params: document,
        files: ['one'],
      });
      expect([refused.status, refused.json.message]).toEqual([
        400,
        expect.stringContaining('Repository.GetDocument answers no file'),
      ]);
    });

    test('something is run for each element of a list in a variable', async () => {
      const { uid: parent } = await folder();
      const params = { id: 'createItem', list: 'each' };
      const response = await call('RunOperationOnList', {
        params,
        input: parent,
        context: { each: ['a', 'b'] },
      });
      expect(response.status).toBe(200);
      expect(await namesIn(parent)).toEqual(['na', 'nb']);
      const named = { id: 'createNamed', list: 'all', item: 'each' };
      await call('Context.RunOperationOnList', {
        params: named,
        input: parent,
        context: { all: [1, 2] },
      });
      expect(await namesIn(parent)).toEqual(['n1', 'n2', 'na', 'nb']);
    });

    test('without the variable nothing is run, and other values than lists are refused', async () => {
      const params = { id: 'No.Such.Operation', list: 'each' };
      expect((await call('RunOperationOnList', { params })).status).toBe(204);
      expect((await call('RunOperationOnList', { params, context: { each: [] } })).status).toBe(
        204,
      );
      for (const each of ['text', 5, { a: 1 }]) {
        expect(await failureOf('RunOperationOnList', { params, context: { each } })).toEqual([
          400,
          expect.stringContaining('The context variable each is not a list'),
        ]);
      }
    });

    test('a failure for the last element undoes what was done for the first', async () => {
      const { uid: parent } = await folder();
      const response = await call('RunOperationOnList', {
        params: { id: 'failOnSecond', list: 'each' },
        input: parent,
        context: { each: ['a', 'b'] },
      });
      expect(response.status).toBe(404);
      expect(await namesIn(parent)).toEqual([]);
    });

    test('the run has the rights of the caller', async () => {
      const { uid: parent } = await folder();
      await setAcl(app, parent, [grantAce('bob', 'Read'), denyAll]);
      for (const id of ['RunOperation', 'RunDocumentOperation', 'RunOperationOnList']) {
        const params = { id: 'createItem', list: 'each' };
        const context = { each: ['a'], item: 'a' };
        const options = { params, context, input: parent, user: 'bob' };
        expect([id, (await call(id, options)).status]).toEqual([id, 403]);
      }
      await setAcl(app, parent, []);
      expect(await namesIn(parent)).toEqual([]);
    });
  });

  describe('isolation', () => {
    test.each([
      ['isolation', undefined, 'inner'],
      ['isolation', false, 'inner'],
      ['isolation', true, 'outer'],
      ['documentIsolation', undefined, 'inner'],
      ['documentIsolation', true, 'outer'],
      ['listIsolation', undefined, 'outer'],
      ['listIsolation', true, 'outer'],
      ['listIsolation', false, 'inner'],
    ])('%s with isolate %s leaves %s in the variable', async (chain, isolate, expected) => {
      const params = isolate === undefined ? {} : { isolate };
      const response = await call(chain, { params, input: uid, context: { each: ['x'] } });
      expect(descriptionOf(response)).toBe(expected);
    });
  });

  describe('transactions of their own', () => {
    test('a failure that ends the whole leaves what was committed before', async () => {
      const { uid: parent } = await folder();
      expect((await call('rethrown', { input: parent })).status).toBe(404);
      expect(await namesIn(parent)).toEqual(['before']);
    });

    test('without one a failure leaves nothing', async () => {
      const { uid: parent } = await folder();
      const params = { id: 'createThenFail', newTx: false };
      expect((await call('RunDocumentOperation', { params, input: parent })).status).toBe(404);
      expect(await namesIn(parent)).toEqual([]);
    });

    test('after a failure that is only logged variables and stacks are as before', async () => {
      const { uid: parent } = await folder();
      const response = await call('logged', { input: parent });
      expect([response.status, descriptionOf(response)]).toEqual([200, 'outer']);
      expect(await namesIn(parent)).toEqual(['after', 'before']);
    });

    test('a failed run on a document that is only logged answers nothing', async () => {
      const { uid: parent } = await folder();
      const params = { ...inNewTransaction, rollbackGlobalOnError: 'false' };
      const response = await call('RunDocumentOperation', { params, input: parent });
      expect([response.status, response.text]).toEqual([204, '']);
      expect(await namesIn(parent)).toEqual([]);
    });

    test('what was committed stays when the execution fails later', async () => {
      const { uid: parent } = await folder();
      expect((await call('keptThenFail', { input: parent })).status).toBe(404);
      expect(await namesIn(parent)).toEqual(['within']);
    });

    test('each element has its own, and a failed one does not undo the others', async () => {
      const { uid: parent } = await folder();
      const params = { id: 'failOnSecond', list: 'each', newTx: true };
      const options = { input: parent, context: { each: ['a', 'b', 'c'] } };
      const logged = { params: { ...params, rollbackGlobalOnError: false }, ...options };
      expect((await call('RunOperationOnList', logged)).status).toBe(200);
      expect(await namesIn(parent)).toEqual(['na', 'nc']);
      const other = await folder();
      const ending = { params, ...options, input: other.uid };
      expect((await call('RunOperationOnList', ending)).status).toBe(404);
      expect(await namesIn(other.uid)).toEqual(['na']);
    });

    test.each([
      ['RunOperationOnList', { id: 'attach', list: 'each', newTx: true }],
      ['attachTwice', {}],
    ])('an upload can be used before and in several of them, by %s', async (id, params) => {
      const { uid: parent, path } = await folder();
      const { batchId } = (await app.request('POST /api/v1/upload')).json;
      for (const index of [0, 1]) {
        const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'a.txt' };
        const body = `file ${index} of ${parent}`;
        await app.request(`POST /api/v1/upload/${batchId}/${index}`, { body, headers });
      }
      const context = { each: ['0', '1'], batch: batchId };
      const response = await call(id, { params, context, input: parent });
      expect(response.status, response.text).toBe(200);
      for (const index of [0, 1]) {
        const blob = `/api/v1/path${encodeURI(path)}/n${index}/@blob/file:content`;
        expect((await app.request(`GET ${blob}`)).text).toBe(`file ${index} of ${parent}`);
      }
      expect((await app.request(`GET /api/v1/upload/${batchId}`)).status).toBe(404);
    });

    /** Keeps the document locked until `meanwhile` has run for so long. */
    const whileLocked = async <T>(ms: number, meanwhile: () => Promise<T>): Promise<T> => {
      const { database, repository } = app.services;
      const path = '/api/v1/path/default-domain/workspaces/locked';
      const { uid: id } = (await app.request(`GET ${path}`)).json;
      const locked = Promise.withResolvers<void>();
      const held = database.write(async (handle) => {
        await getDocumentForUpdate(createSystemUnit(handle, repository), id as DocumentId);
        locked.resolve();
        await new Promise((resolve) => setTimeout(resolve, ms));
      });
      await locked.promise;
      const [result] = await Promise.all([meanwhile(), held]);
      return result;
    };

    test('it has a time of its own', async () => {
      const { uid: parent } = await folder();
      const params = { id: 'slowCreate', newTx: true, timeout: 1 };
      const late = await whileLocked(1300, () =>
        call('RunDocumentOperation', { params, input: parent }),
      );
      expect(late.status).toBe(500);
      expect(await namesIn(parent)).toEqual([]);
      const logged = { ...params, rollbackGlobalOnError: false };
      const response = await whileLocked(1300, () =>
        call('RunDocumentOperation', { params: logged, input: parent }),
      );
      expect(response.status).toBe(204);
      expect(await namesIn(parent)).toEqual([]);
      const enough = { ...params, timeout: 30 };
      const headers = { 'nuxeo-transaction-timeout': '1' };
      const done = await whileLocked(1300, () =>
        call('RunDocumentOperation', { params: enough, input: parent, headers }),
      );
      expect([done.status, done.json.title]).toEqual([200, 'reached']);
      expect(await namesIn(parent)).toEqual(['within']);
    });
  });

  test.runIf(engine === 'postgres')(
    'a collision runs it again, rather than losing it',
    async () => {
      const { database, repository } = app.services;
      const path = '/api/v1/path/default-domain/workspaces/locked';
      const id = (await app.request(`GET ${path}`)).json.uid as DocumentId;
      const locked = Promise.withResolvers<void>();
      // Locks in the other order and begins to wait later: the other transaction is given up.
      const held = database.write(async (handle) => {
        await getDocumentForUpdate(createSystemUnit(handle, repository), id);
        locked.resolve();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await getDocumentForUpdate(createSystemUnit(handle, repository), second as DocumentId);
      });
      await locked.promise;
      const params = { id: 'updateBoth', newTx: true, rollbackGlobalOnError: false };
      const response = await call('RunDocumentOperation', { params, input: uid });
      await held;
      expect([response.status, response.json.title]).toEqual([200, 'reached']);
    },
  );

  describe('who may run what', () => {
    const refused = ['Document.GetParent', 'Document.GetVersions', 'Document.Lock', 'closedStep'];

    test.each([...refused, 'RunScript', 'Document.GetChildren'])(
      '%s is as closed to callers through other operations as it is to them',
      async (id) => {
        const isForAll = ['Document.GetParent', 'Document.GetVersions', 'Document.Lock'];
        const user = isForAll.includes(id) ? 'Administrator' : 'bob';
        for (const running of ['RunOperation', 'RunDocumentOperation', 'open']) {
          const params = { id, script: '1', name: 'x' };
          const [status, message] = await failureOf(running, { params, input: uid, user });
          expect([running, status]).toEqual([running, 404]);
          expect(message).toContain(`Failed to invoke operation: ${id}`);
        }
        const nested = { id: 'RunOperation', parameters: { id } };
        const through = await failureOf('RunOperation', { params: nested, input: uid, user });
        expect(through[0]).toBe(404);
      },
    );

    test('what is only for HTTPS may be run over HTTPS', async () => {
      const params = { id: 'Document.GetParent' };
      const headers = { 'x-forwarded-proto': 'https' };
      const response = await call('RunDocumentOperation', { params, input: uid, headers });
      expect(response.json.path).toBe('/default-domain/workspaces');
    });

    test('a chain runs what its definition names for all users', async () => {
      const { uid: parent } = await folder();
      await setAcl(app, parent, [grantAce('bob', 'Everything')]);
      const response = await call('closed', { input: `doc:${parent}`, user: 'bob' });
      expect([response.status, response.json.title]).toEqual([200, 'by the chain']);
    });
  });
});
