import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { callWithFiles, filesOf, startWithChains, step } from '../../support/chains.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import { callOperation } from '../../support/operations.ts';
import { denyAll, setAcl } from '../../support/security.ts';
import { dumpStore } from '../../support/store-dump.ts';

const rename = step('Document.Update', { properties: 'dc:title=renamed' });

/** The input comes in pieces, `single` is a variable that names the last of them. */
const chains = {
  popDocument: [step('RunDocumentOperation', { id: 'Document.Push' }), step('Document.Pop')],
  pullDocument: [step('RunDocumentOperation', { id: 'Document.Push' }), step('Document.Pull')],
  popDocuments: [
    step('Context.PushDocumentList'),
    step('Context.RestoreDocumentsInput', { name: 'single' }),
    step('Context.PushDocumentList'),
    step('Context.PopDocumentList'),
  ],
  pullDocuments: [
    step('Context.PushDocumentList'),
    step('Context.RestoreDocumentsInput', { name: 'single' }),
    step('Context.PushDocumentList'),
    step('Context.PullDocumentList'),
  ],
  popBlob: [step('RunFileOperation', { id: 'Context.PushBlob' }), step('Context.PopBlob')],
  pullBlob: [step('RunFileOperation', { id: 'Context.PushBlob' }), step('Context.PullBlob')],
  emptyBlobs: [
    step('RunFileOperation', { id: 'Context.PushBlob' }),
    step('Context.PopBlob'),
    step('Context.PopBlob'),
    step('Context.PopBlob'),
  ],
  popBlobs: [
    step('Context.PushBlobList'),
    step('RunFileOperation', { id: 'Context.SetInputAsVar', parameters: 'name=single' }),
    step('Context.RestoreBlobsInput', { name: 'single' }),
    step('Context.PushBlobList'),
    step('Context.PopBlobList'),
  ],
  pullBlobs: [
    step('Context.PushBlobList'),
    step('RunFileOperation', { id: 'Context.SetInputAsVar', parameters: 'name=single' }),
    step('Context.RestoreBlobsInput', { name: 'single' }),
    step('Context.PushBlobList'),
    step('Context.PullBlobList'),
  ],
  restoreBlob: [
    step('Context.SetInputAsVar', { name: 'kept' }),
    step('Repository.GetDocument', { value: '/' }),
    step('Context.RestoreBlobInput', { name: 'kept' }),
  ],
  restoreBlobs: [
    step('Context.SetInputAsVar', { name: 'kept' }),
    step('Repository.GetDocument', { value: '/' }),
    step('Context.RestoreBlobsInput', { name: 'kept' }),
  ],
  scriptBlob: [
    step('Context.SetInputAsVar', { name: 'kept' }),
    step('Repository.GetDocument', { value: '/' }),
    step('Context.RestoreBlobInputFromScript', { script: 'Context["kept"]' }),
  ],
  scriptBlobs: [
    step('Context.SetInputAsVar', { name: 'kept' }),
    step('Repository.GetDocument', { value: '/' }),
    step('Context.RestoreBlobsInputFromScript', { script: 'Context["kept"]' }),
  ],
  restoreChanged: [
    step('Context.SetInputAsVar', { name: 'kept' }),
    rename,
    step('Context.RestoreDocumentInput', { name: 'kept' }),
  ],
  popChanged: [step('Context.PushDocument'), rename, step('Context.PopDocument')],
  pullChangedList: [step('Context.PushDocumentList'), rename, step('Context.PullDocumentList')],
  popUnsaved: [
    step('Document.Update', { properties: 'dc:title=not saved', save: false }),
    step('Context.PushDocument'),
    step('Context.PopDocument'),
  ],
  wantsOther: [
    step('Context.SetInputAsVar', { name: 'kept' }),
    step('Context.RestoreBlobInput', { name: 'kept' }),
  ],
  setThenEmpty: [
    step('Context.SetVar', { name: 'kept', value: '/default-domain' }),
    step('Context.SetVar', { name: 'kept', value: null }),
    step('Context.RestoreDocumentInput', { name: 'kept' }),
  ],
  setThenRead: [
    step('Context.SetVar', { name: 'kept' }),
    step('Context.RestoreDocumentInput', { name: 'kept' }),
  ],
  runScript: [
    step('RunScript', { script: 'Context["kept"] = This.path + "/" + Context["last"]' }),
    step('Context.RestoreDocumentInput', { name: 'kept' }),
  ],
  runInputScript: [step('RunInputScript')],
};

const restoring = [
  'Context.RestoreDocumentInput',
  'Context.RestoreDocumentsInput',
  'Context.RestoreBlobInput',
  'Context.RestoreBlobsInput',
];
const evaluating = restoring.map((id) => `${id}FromScript`);

describe.each(engines)('variables and stacks on %s', (engine) => {
  let app: TestApp;
  const places: { uid: string; path: string }[] = [];
  beforeAll(async () => {
    app = await startWithChains(engine, chains);
    await createUser(app, 'bob');
    for (const name of ['first', 'second']) places.push(await createDocument(app, { name }));
    await createDocument(app, { name: 'secret' });
  });
  afterAll(() => app.close());

  const idsOf = (response: { json: { entries: { uid: string }[] } }) =>
    response.json.entries.map(({ uid }) => uid);
  const uids = () => places.map(({ uid }) => uid);
  const docs = () => `docs:${uids().join(',')}`;
  const messageOf = async (id: string, call: Parameters<typeof callOperation>[2]) => {
    const response = await callOperation(app, id, call);
    return [response.status, response.status === 204 ? '' : response.json.message];
  };

  describe('stacks', () => {
    test.each([
      ['popDocument', 1],
      ['pullDocument', 0],
    ])('%s returns the right end of the stack', async (chain, index) => {
      const response = await callOperation(app, chain, { input: docs() });
      expect(response.json.uid, response.text).toBe(uids()[index]);
    });

    test.each([
      ['popDocuments', [1]],
      ['pullDocuments', [0, 1]],
    ])('%s returns the right list of documents', async (chain, indexes) => {
      const context = { single: uids()[1] };
      const response = await callOperation(app, chain, { input: docs(), context });
      expect(idsOf(response)).toEqual(indexes.map((index) => uids()[index]));
    });

    test.each([
      ['popBlob', 'two'],
      ['pullBlob', 'one'],
    ])('%s returns the right file', async (chain, expected) => {
      const response = await callWithFiles(app, chain, { files: ['one', 'two'] });
      expect([response.status, response.text]).toEqual([200, expected]);
    });

    test.each([
      ['popBlobs', ['two']],
      ['pullBlobs', ['one', 'two']],
    ])('%s returns the right list of files', async (chain, expected) => {
      const response = await callWithFiles(app, chain, { files: ['one', 'two'] });
      expect(filesOf(response)).toEqual(expected);
    });

    test.each([
      'Context.PopDocument',
      'Context.PopDocumentList',
      'Context.PopBlob',
      'Context.PopBlobList',
      'Context.PullDocument',
      'Context.PullDocumentList',
      'Context.PullBlob',
      'Context.PullBlobList',
    ])('%s of an empty stack is refused, and the message names the remedy', async (id) => {
      const [status, message] = await messageOf(id, { input: docs() });
      expect(status).toBe(400);
      expect(message).toMatch(new RegExp(`invoke operation ${id} .*on the stack: push one before`));
    });

    test('a stack is empty after as much was taken as was put on it', async () => {
      const response = await callWithFiles(app, 'emptyBlobs', { files: ['one', 'two'] });
      expect(response.status).toBe(400);
      expect(response.json.message).toContain('No file is left');
    });

    test.each([
      ['Context.PushDocument', 'Context.PushDocumentList'],
      ['Document.Push', 'Document.PushList'],
    ])('%s and %s pass on what they are given', async (single, list) => {
      const input = `doc:${uids()[0]}`;
      expect((await callOperation(app, single, { input })).json.uid).toBe(uids()[0]);
      expect(idsOf(await callOperation(app, list, { input: docs() }))).toEqual(uids());
      expect(idsOf(await callOperation(app, list, { input }))).toEqual([uids()[0]]);
    });

    test('files are passed on as they are pushed', async () => {
      const one = await callWithFiles(app, 'Blob.Push', { files: ['one'] });
      expect([one.status, one.text]).toEqual([200, 'one']);
      const list = await callWithFiles(app, 'Blob.PushList', { files: ['one', 'two'] });
      expect(filesOf(list)).toEqual(['one', 'two']);
    });

    test.each([
      ['Context.PushDocument', 'docs'],
      ['Context.PushDocument', 'none'],
      ['Context.PushDocumentList', 'none'],
      ['Context.PushBlob', 'doc'],
      ['Context.PushBlobList', 'doc'],
    ])('%s does not take %s', async (id, kind) => {
      const input = { docs: docs(), doc: `doc:${uids()[0]}`, none: undefined }[kind];
      const [status, message] = await messageOf(id, { input });
      expect(status).toBe(400);
      expect(message).toContain(`no method found for operation '${id}'`);
    });

    test.each(['Context.PushDocument', 'Context.PushDocumentList'])(
      '%s refuses what the caller may not read, and what is not there',
      async (id) => {
        const input = 'doc:/default-domain/workspaces/secret';
        const { uid } = (await callOperation(app, id, { input })).json.entries?.[0] ?? {
          uid: (await callOperation(app, id, { input })).json.uid,
        };
        await setAcl(app, uid, [denyAll]);
        const call = { input, user: 'bob' };
        expect((await callOperation(app, id, call)).status).toBe(403);
        await setAcl(app, uid, []);
        expect((await callOperation(app, id, { input: 'doc:/not-there' })).status).toBe(404);
      },
    );

    test.each(['popChanged', 'restoreChanged'])(
      '%s returns the document as it is by then',
      async (chain) => {
        const { uid } = await createDocument(app, { name: chain });
        const response = await callOperation(app, chain, { input: uid });
        expect([response.json.uid, response.json.title]).toEqual([uid, 'renamed']);
      },
    );

    test('lists of documents are answered as they are by then', async () => {
      const { uid } = await createDocument(app, { name: 'pulled' });
      const response = await callOperation(app, 'pullChangedList', { input: `docs:${uid}` });
      expect(response.json.entries.map(({ title }: { title: string }) => title)).toEqual([
        'renamed',
      ]);
    });

    test('unsaved changes are kept on the stack', async () => {
      const { uid } = await createDocument(app, { name: 'unsaved' });
      const response = await callOperation(app, 'popUnsaved', { input: uid });
      expect(response.json.title).toBe('not saved');
      expect((await app.request(`GET /api/v1/id/${uid}`)).json.title).toBe('unsaved');
    });
  });

  describe('variables', () => {
    test('a document is restored from what the request set, in any form', async () => {
      const { uid, path } = places[0] ?? { uid: '', path: '' };
      for (const kept of [uid, path, `doc:${path}`, { 'entity-type': 'document', uid }]) {
        const call = { params: { name: 'kept' }, context: { kept } };
        const response = await callOperation(app, 'Context.RestoreDocumentInput', call);
        expect(response.json.uid, JSON.stringify(kept)).toBe(uid);
      }
    });

    test('documents are restored from a list of texts, and from one alone', async () => {
      for (const kept of [uids(), places.map(({ path }) => path)]) {
        const call = { params: { name: 'kept' }, context: { kept } };
        const response = await callOperation(app, 'Context.RestoreDocumentsInput', call);
        expect(idsOf(response)).toEqual(uids());
      }
      const call = { params: { name: 'kept' }, context: { kept: uids()[0] } };
      const single = await callOperation(app, 'Context.RestoreDocumentsInput', call);
      expect(idsOf(single)).toEqual([uids()[0]]);
    });

    test.each(['restoreBlob', 'scriptBlob'])('%s returns the file kept before', async (chain) => {
      const response = await callWithFiles(app, chain, { files: ['kept text'] });
      expect([response.status, response.text]).toEqual([200, 'kept text']);
    });

    test.each(['restoreBlobs', 'scriptBlobs'])(
      '%s returns the files kept before',
      async (chain) => {
        const two = await callWithFiles(app, chain, { files: ['one', 'two'] });
        expect(filesOf(two)).toEqual(['one', 'two']);
        expect(filesOf(await callWithFiles(app, chain, { files: ['one'] }))).toEqual(['one']);
      },
    );

    test.each(restoring)(
      '%s refuses a variable that is not there or of another kind',
      async (id) => {
        const params = { name: 'kept' };
        expect(await messageOf(id, { params })).toEqual([
          400,
          `Failed to invoke operation: ${id}, Failed to invoke operation ${id}, The context variable kept is not set`,
        ]);
        for (const kept of [5, true, [1], { a: 1 }]) {
          const [status, message] = await messageOf(id, { params, context: { kept } });
          expect(status).toBe(400);
          expect(message).toMatch(/kept: expected a (?:list of )?(?:documents?|file)$/);
        }
      },
    );

    test('a document is not a file', async () => {
      const [status, message] = await messageOf('wantsOther', { input: docs() });
      expect([status, message]).toEqual([400, expect.stringContaining('kept: expected a file')]);
    });

    test.each(restoring.slice(0, 2))('%s needs the permission to read', async (id) => {
      const { uid } = await createDocument(app, { name: `for ${id}` });
      await setAcl(app, uid, [denyAll]);
      const call = { params: { name: 'kept' }, context: { kept: uid } };
      expect((await callOperation(app, id, { ...call, user: 'bob' })).status).toBe(403);
      expect((await callOperation(app, id, call)).status).toBe(200);
      const missing = { ...call, context: { kept: '/not-there' } };
      expect((await callOperation(app, id, missing)).status).toBe(404);
    });

    test.each(['Context.SetVar', 'Context.SetInputAsVar'])(
      '%s passes its input through',
      async (id) => {
        const params = { name: 'kept', value: 1 };
        expect((await callOperation(app, id, { params })).status).toBe(204);
        const input = `doc:${uids()[1]}`;
        expect((await callOperation(app, id, { params, input })).json.uid).toBe(uids()[1]);
        const list = await callOperation(app, id, { params, input: docs() });
        expect(idsOf(list)).toEqual(uids());
        const file = await callWithFiles(app, id, { params, files: ['text'] });
        expect([file.status, file.text]).toEqual([200, 'text']);
      },
    );

    test('a variable has the value of the parameter, and none after it was set to nothing', async () => {
      const value = places[0]?.path;
      const response = await callOperation(app, 'setThenRead', { params: { value } });
      expect(response.json.uid).toBe(uids()[0]);
      const [status, message] = await messageOf('setThenEmpty', {});
      expect([status, message]).toEqual([400, expect.stringContaining('kept is not set')]);
    });

    test.each(['Context.SetVar', 'Context.SetInputAsVar'])(
      '%s refuses reserved names',
      async (id) => {
        for (const name of ['ChainParameters', '']) {
          const [status, message] = await messageOf(id, { params: { name, value: 1 } });
          expect([status, message]).toEqual([400, expect.stringContaining('Parameter name: ')]);
        }
      },
    );
  });

  describe('scripts', () => {
    test('documents are what the expression yields', async () => {
      const input = `doc:${uids()[0]}`;
      const script = '1 &lt; 2 &amp;&amp; 2 &gt; 1 ? This : null';
      const call = { input, params: { script } };
      const single = await callOperation(app, 'Context.RestoreDocumentInputFromScript', call);
      expect(single.json.uid, single.text).toBe(uids()[0]);
      const list = await callOperation(app, 'Context.RestoreDocumentsInputFromScript', {
        input: docs(),
        params: { script: 'This' },
      });
      expect(idsOf(list)).toEqual(uids());
    });

    test.each(evaluating)('%s refuses results of another kind', async (id) => {
      for (const script of ['1 + 1', 'null', 'true', '[1]']) {
        const [status, message] = await messageOf(id, { params: { script } });
        expect([status, message]).toEqual([400, expect.stringContaining('script: expected a')]);
      }
    });

    test.each([...evaluating, 'RunScript'])('%s refuses what cannot be read', async (id) => {
      const [status, message] = await messageOf(id, { params: { script: '1 + (' } });
      expect([status, message]).toEqual([400, expect.stringContaining(`invoke operation ${id}`)]);
    });

    test('a script sets variables for the steps that follow, and passes its input through', async () => {
      const call = { input: 'doc:/default-domain/workspaces', context: { last: 'first' } };
      const response = await callOperation(app, 'runScript', call);
      expect(response.json.uid, response.text).toBe(uids()[0]);
      const params = { script: 'Context["x"] = 1' };
      expect((await callOperation(app, 'RunScript', { params })).status).toBe(204);
      const through = await callOperation(app, 'RunScript', { ...call, params });
      expect(through.json.path).toBe('/default-domain/workspaces');
    });

    test.each([
      ['1 + 1', '2'],
      ['"a" + "ä"', 'aä'],
      ['x = 5; x * 2', '10'],
      ['[1, "b"]', '[1,"b"]'],
    ])('the script %s in a file yields %s', async (script, expected) => {
      const response = await callWithFiles(app, 'RunInputScript', { files: [script] });
      expect([response.status, response.text]).toEqual([200, expected]);
      expect(response.headers['content-type']).toMatch(/^text\/plain/);
      expect(response.headers['content-disposition']).toContain('filename=result');
    });

    test('a script that yields nothing has no answer', async () => {
      expect((await callWithFiles(app, 'RunInputScript', { files: ['null'] })).status).toBe(204);
    });

    test.each([
      [{ type: 'groovy' }, ['1'], 'Parameter type: scripts in groovy are not run'],
      [{ type: 'cobol' }, ['1'], 'Parameter type: scripts in cobol are not run'],
      [{}, [' '.repeat(256 * 1024 + 1)], 'at most 262144 are run'],
      [{}, ['1 + ('], 'Failed to invoke operation RunInputScript'],
    ])('a script in a file with %j is refused', async (params, files, expected) => {
      const response = await callWithFiles(app, 'RunInputScript', { params, files });
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining(expected),
      ]);
    });

    test.each(['RunScript', 'RunInputScript'])('%s is for administrators', async (id) => {
      const call = { files: ['1'], params: { script: '1' }, user: 'bob' };
      const response = await callWithFiles(app, id, call);
      expect([response.status, response.text]).toEqual([404, '']);
    });

    test('chains run their own scripts for all users, and sent ones for administrators', async () => {
      const call = {
        input: 'doc:/default-domain/workspaces',
        context: { last: 'first' },
        user: 'bob',
      };
      expect((await callOperation(app, 'runScript', call)).json.uid).toBe(uids()[0]);
      const sent = { files: ['1'], user: 'bob' };
      expect((await callWithFiles(app, 'runInputScript', sent)).status).toBe(403);
      expect((await callWithFiles(app, 'runInputScript', { files: ['1'] })).text).toBe('1');
    });
  });

  const named = [...restoring, 'Context.SetVar', 'Context.SetInputAsVar'];
  const scripted = [...evaluating, 'RunScript'];
  const parametersOfAll = [
    ...named.map((id) => [id, 'name'] as const),
    ...scripted.map((id) => [id, 'script'] as const),
  ];

  test.each(parametersOfAll)('%s needs its %s, a text', async (id, name) => {
    const before = (await dumpStore(app.services.database)).document;
    expect(await messageOf(id, {})).toEqual([
      400,
      expect.stringContaining(`Failed to inject parameter '${name}'`),
    ]);
    expect(await messageOf(id, { params: { [name]: ['no text'] } })).toEqual([
      400,
      expect.stringContaining(`Parameter ${name}: expected a text`),
    ]);
    expect((await dumpStore(app.services.database)).document).toEqual(before);
  });
});
