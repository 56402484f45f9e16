import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/automation/define.ts';
import { startTestApp, type TestApp, type TestRequest, type TestResponse } from '../support/app.ts';
import { buildCabinet, type Cabinet, type CabinetDocument } from '../support/cabinet.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { multipartBody, multipartType } from '../support/multipart.ts';

/** One request, and what of it the server may send back. */
interface Call {
  readonly line: string;
  readonly options: TestRequest;
}

const tooSevere = new Set([501]);

function complaint(call: Call, cabinet: Cabinet, response: TestResponse): string | undefined {
  const { status, text } = response;
  const said = `${text} ${JSON.stringify(response.headers)}`;
  if (status >= 500 && !tooSevere.has(status)) return `answered ${status}: ${text.slice(0, 300)}`;
  if (status < 400 || call.options.user === undefined) return undefined;
  const sent = decodeURIComponent(call.line) + JSON.stringify(call.options.body ?? '');
  for (const { kind, secrets } of cabinet.documents) {
    const told = secrets.find((secret) => said.includes(secret) && !sent.includes(secret));
    if (told) return `tells about ${kind}: ${status} ${text.slice(0, 300)}`;
  }
  return undefined;
}

const entity = (fields: object) => ({ 'entity-type': 'document', ...fields });
const retitled = entity({ properties: { 'dc:title': 'changed', 'file:content': null } });
const form = multipartBody([
  { head: 'Content-Disposition: form-data; name="f"; filename="b.txt"', content: 'new' },
]);

const formType = { 'content-type': multipartType.replace('related', 'form-data') };

type Request = readonly [line: string, options?: TestRequest];

/** What every document may be asked by REST; `%` stands for its address. */
const requests: Readonly<Record<string, (cabinet: Cabinet) => readonly Request[]>> = {
  read: () => [
    ['GET %'],
    ['GET %/@acl'],
    ['GET %/@audit'],
    ['GET %/@children'],
    ['GET %/@blob/file:content'],
    ['GET %/@blob/files:files/0/file'],
    ['GET %/@emptyWithDefault?type=File'],
    ['GET %/nothing-of-that-name'],
  ],
  update: () => [
    ['PUT %', { body: retitled }],
    ['PUT %', { body: retitled, headers: { source: 'drive' } }],
    ['PUT %', { body: retitled, headers: { 'X-Versioning-Option': 'NONE' } }],
    ['PUT %', { body: entity({ uid: 'x', changeToken: '7-77' }) }],
    ['PUT %', { body: entity({ properties: { 'note:note': 'n', 'nxtag:tags': [] } }) }],
  ],
  version: () => [
    ['PUT %', { body: entity({ properties: {} }), headers: { 'X-Versioning-Option': 'MINOR' } }],
    ['PUT %', { body: retitled, headers: { 'X-Versioning-Option': 'major' } }],
  ],
  create: (cabinet) => [
    ['POST %', { body: entity({ name: 'new', type: 'File' }) }],
    ['POST %', { body: entity({ name: 'new', type: 'File', uid: cabinet.get('unseen').uid }) }],
  ],
  blob: () => [
    ['DELETE %/@blob/file:content'],
    ['DELETE %/@blob/files:files/0/file'],
    ['PUT %/@blob/file:content', { body: form, headers: formType }],
    ['PUT %/@blob/files:files/0/file', { body: form, headers: formType }],
  ],
  remove: () => [['DELETE %']],
};

/** How documents are named: those that are secret by their path as well, which must not tell the id. */
function references({ uid, path, secrets }: CabinetDocument): readonly string[] {
  return path === null || secrets.length === 0 ? [uid] : [uid, path];
}

function addresses(document: CabinetDocument): readonly string[] {
  return references(document).map((text) =>
    text.startsWith('/') ? `/api/v1/path${text}` : `/api/v1/id/${text}`,
  );
}

function callsOfRequests(cabinet: Cabinet, list: readonly Request[], user?: string): Call[] {
  return cabinet.documents.flatMap((document) =>
    addresses(document).flatMap((address) =>
      list.map(([line, options = {}]) => ({
        line: line.replace('%', address),
        options: user === undefined ? options : { ...options, user },
      })),
    ),
  );
}

/** Parameters with which an operation gets to its work, by their name. */
const usual: Readonly<Record<string, unknown>> = {
  acl: 'local',
  complexJsonProperties: '[{"file": {"data": "x", "name": "x.txt"}}]',
  event: 'something',
  facet: 'Versionable',
  increment: 'Minor',
  index: 0,
  name: 'renamed',
  permission: 'Read',
  property: 'dc:title',
  schema: 'dublincore',
  tags: 'one,two',
  title: 'made',
  type: 'File',
  user: 'bob',
  username: 'bob',
  value: 'x',
  version: 'minor',
  xpath: 'dc:title',
  properties: 'dc:title=changed',
};

/** What single operations need instead, or as well. */
const special: Readonly<Record<string, readonly object[]>> = {
  'Document.AddItemToListProperty': [{ xpath: 'files:files' }],
  'Document.AddEntryToMultivaluedProperty': [{ xpath: 'dc:subjects' }],
  'Document.RemoveEntryOfMultivaluedProperty': [{ xpath: 'dc:subjects', value: 'art' }],
  'Document.RemoveItemFromListProperty': [{ xpath: 'files:files' }],
  'Document.FollowLifecycleTransition': [
    { value: 'approve' },
    { value: 'delete' },
    { value: 'undelete' },
    { value: 'no-such' },
  ],
  'Document.RemoveFacet': [{ facet: 'Versionable' }, { facet: 'NXTag' }],
  'Blob.RemoveFromDocument': [{ xpath: 'file:content' }, { xpath: 'files:files/0' }],
  'Document.SetBlobName': [{ xpath: 'file:content' }],
  'Document.SetBlob': [{ xpath: 'file:content', file: { data: 'x', name: 'x.txt' } }],
  'Document.GetBlob': [{ xpath: 'file:content' }],
  'Document.GetBlobsByProperty': [{ xpath: 'files:files' }],
  'Document.RestoreVersion': [{}, { createVersion: true, checkout: true }],
  'Document.CreateVersion': [{}, { saveDocument: false }],
  'Directory.Entries': [{ directoryName: 'nature' }],
};

/** Parameters that name a second document. */
const seconds: Readonly<Record<string, string>> = {
  'Document.Copy': 'target',
  'Document.CopySchema': 'sourceId',
  'Document.CreateLiveProxy': 'Destination Path',
  'Document.EmptyTrash': 'parent',
  'Document.Move': 'target',
  'Document.Order': 'before',
  'Document.PublishToSection': 'target',
  'Document.PublishToSections': 'target',
  'Repository.GetDocument': 'value',
  'Tag.Suggestion': 'document',
};

/** What is put elsewhere, each with its own reason to be refused. */
const moved = ['outer', 'first', 'target', 'proxyOfHidden'];

/** They read the file in a process for each call; all take their document as others do. */
const converting = /^(?:PDF|Video)\.|^Picture\.Re|^Render\.|^Blob\.(?:Con|RunC|ToPDF)/;
/** Run others, or nothing on documents. */
const leftOut = new Set(['RunDocumentOperation', 'Document.AddPermission']);

function walked(operation: Operation): boolean {
  if (leftOut.has(operation.id) || converting.test(operation.id)) return false;
  return operation.id in seconds || operation.methods.some(({ input }) => input === 'document');
}

function paramsOf(operation: Operation): readonly object[] {
  const names = Object.entries(operation.params);
  const required = names.flatMap(([name, { required: isRequired }]) =>
    isRequired || name === 'increment' ? [[name, usual[name] ?? 'x']] : [],
  );
  const given = Object.fromEntries(required);
  return (special[operation.id] ?? [{}]).map((more) => ({ ...given, ...more }));
}

function callsOfOperation(cabinet: Cabinet, operation: Operation, user?: string): Call[] {
  // A reference that an administrator may use is resolved alike in all operations.
  const named = user === undefined ? ({ uid }: CabinetDocument) => [uid] : references;
  const second = seconds[operation.id];
  const calls: { input: string; params: object }[] = [];
  for (const params of paramsOf(operation)) {
    const inputs = second ? moved.map((kind) => cabinet.get(kind)) : cabinet.documents;
    for (const document of inputs) {
      for (const input of second ? [document.uid] : named(document)) {
        if (second === undefined) calls.push({ input, params });
        else {
          const others = cabinet.documents.flatMap(named);
          calls.push(...others.map((other) => ({ input, params: { ...params, [second]: other } })));
        }
      }
    }
  }
  return calls.map((body) => ({
    line: `POST /site/automation/${encodeURIComponent(operation.id)}`,
    options: {
      body,
      headers: { 'content-type': 'application/json+nxrequest' },
      ...(user !== undefined && { user }),
    },
  }));
}

/** Differs after every change of a document. */
async function stateOf({ services }: TestApp): Promise<string> {
  const row = await services.database.read((handle) =>
    handle.first(
      handle.builder
        .selectFrom('document')
        .select((e) => [e.fn.countAll().as('count'), e.fn.sum('system_token').as('changes')]),
    ),
  );
  return JSON.stringify(row);
}

/** Calls on a cabinet that was not changed before; an earlier call may have changed it. */
class Walk {
  readonly complaints: string[] = [];
  readonly #app: TestApp;
  #cabinet: Cabinet | undefined;
  #state = '';

  constructor(app: TestApp) {
    this.#app = app;
  }

  async run(calls: (cabinet: Cabinet) => readonly Call[]): Promise<void> {
    if (!this.#cabinet || this.#state !== (await stateOf(this.#app))) {
      await this.end();
      this.#cabinet = await buildCabinet(this.#app);
      this.#state = await stateOf(this.#app);
    }
    for (const call of calls(this.#cabinet)) {
      const response = await this.#app.request(call.line, call.options);
      const found = complaint(call, this.#cabinet, response);
      if (found) this.complaints.push(`${call.line} ${JSON.stringify(call.options.body)} ${found}`);
    }
  }

  async end(): Promise<void> {
    for (const kind of ['open', 'vault']) {
      const uid = this.#cabinet?.get(kind).uid;
      if (uid) await this.#app.request(`DELETE /api/v1/id/${uid}`);
    }
  }
}

const views = [
  ['refuses without naming what the caller may not see', 'bob'],
  ['never ends in a fault of ours', undefined],
] as const;

describe.each(engines)('every request on every kind of document on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'bob');
  });
  afterAll(() => app.close());

  describe.each(views)('%s', (_title, user) => {
    test.each(Object.keys(requests))('%s', async (name) => {
      const list = requests[name] ?? (() => []);
      const walk = new Walk(app);
      await walk.run((cabinet) => callsOfRequests(cabinet, list(cabinet), user));
      await walk.end();
      expect(walk.complaints).toEqual([]);
    });

    // The messages are made by the same code on both engines; one is enough for so many calls.
    test.runIf(engine === 'sqlite')('operations', { timeout: 120_000 }, async () => {
      const walk = new Walk(app);
      for (const operation of app.services.automation.registry.operations.filter(walked)) {
        await walk.run((cabinet) => callsOfOperation(cabinet, operation, user));
      }
      await walk.end();
      expect(walk.complaints).toEqual([]);
    });
  });
});
