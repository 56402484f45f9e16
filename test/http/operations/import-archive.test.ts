import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../../support/app.ts';
import { readArchive } from '../../support/archives.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { freeReferences } from '../../support/free-references.ts';
import { callWithFiles } from '../../support/operation-files.ts';
import { callOperation } from '../../support/operations.ts';
import { Random } from '../../support/random.ts';
import { denyAll, grantAce, setAcl } from '../../support/security.ts';
import { dumpSettledStore } from '../../support/store-dump.ts';

/** From one store to another, of the other engine. */
const ways = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const;

const zipOf = async (entries: readonly (readonly [string, string])[]): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of entries) await zip.add(name, new TextReader(text));
  return Buffer.from(await zip.close());
};

const marker = ['.nuxeo-archive', ''] as const;
const xmlOf = (system: string, schemas = '') =>
  `<document><system>${system}</system>${schemas}</document>`;
const file = xmlOf('<type>File</type><path>x/a</path>');
const withEmptyAcl = xmlOf(
  '<type>File</type><access-control><acl name="local"><entry/></acl></access-control>',
);
const content = (text: string) =>
  xmlOf('<type>File</type>', `<schema name="file"><content>${text}</content></schema>`);

describe.each(ways)('exports of %s imported on %s', (sourceEngine, targetEngine) => {
  let source: TestApp;
  let target: TestApp;
  let container: { readonly uid: string };
  beforeAll(async () => {
    [source, target] = await Promise.all([
      startTestApp(sourceEngine, freeReferences),
      startTestApp(targetEngine, freeReferences),
    ]);
    await createUser(target, 'bob');
    container = await createDocument(target, { name: 'imports', type: 'Workspace' });
    await setAcl(target, container.uid, [grantAce('bob', 'ReadWrite')]);
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  const exportTree = (app: TestApp, input: string) =>
    callOperation(app, 'Document.Export', { input, params: { exportAsTree: true } });
  const importInto = (bytes: Buffer, { user = 'Administrator', parent = container.uid } = {}) =>
    callWithFiles(target, 'FileManager.Import', {
      files: [{ name: 'export.zip', content: bytes, type: 'application/zip' }],
      context: { currentDocument: parent },
      user,
    });
  const imported = async (bytes: Buffer, options = {}) => {
    const response = await importInto(bytes, options);
    expect(response.status, response.text.slice(0, 1000)).toBe(200);
    return response.json;
  };

  /** Without what differs on purpose: ids, the paths above, and permissions of the folder above. */
  const comparable = async (response: TestResponse) =>
    [...(await readArchive(response))].map(([name, text]) => [
      name,
      text
        .replace(/ id="[0-9a-f-]{36}"/, '')
        .replace(/<path>.*?(\/tree\b.*)?<\/path>/, '<path>$1</path>')
        .replace(/<acl name="inherited">[\s\S]*?<\/acl>/, ''),
    ]);

  test('are the same tree', async () => {
    const random = new Random();
    const { seed } = random;
    const top = await createDocument(source, {
      name: 'tree',
      type: 'OrderedFolder',
      parent: (await createDocument(source, { name: `seed ${seed}`, type: 'Workspace' })).uid,
    });
    const folders = [top.uid];
    for (let index = 0; index < 12; index += 1) {
      const { uid, type } = await randomDocument(source, random, {
        parent: random.pick(folders),
        name: `d ${random.below(1_000)} ${index}`,
      });
      if (type !== 'File' && type !== 'Note') folders.push(uid);
    }
    const archive = await exportTree(source, top.uid);
    expect(archive.status, archive.text.slice(0, 500)).toBe(200);
    const parent = await createDocument(target, {
      name: `seed ${seed}`,
      type: 'Workspace',
      parent: container.uid,
    });
    const made = await imported(archive.bytes, { parent: parent.uid });
    expect(made.path).toBe(`/default-domain/workspaces/imports/seed ${seed}/tree`);
    const again = await exportTree(target, made.uid);
    expect(await comparable(again), `TEST_SEED=${seed}`).toEqual(await comparable(archive));
    await dumpSettledStore(target);
  });

  test('get another name where theirs is taken, and the properties sent with them', async () => {
    const bytes = await zipOf([marker, ['a/document.xml', file]]);
    const first = await imported(bytes);
    expect([first.type, first.path]).toEqual(['File', expect.stringMatching(/imports\/a$/)]);
    const response = await callWithFiles(target, 'FileManager.ImportWithProperties', {
      files: [{ name: 'export.zip', content: bytes, type: 'application/zip' }],
      params: { properties: { 'dc:title': 'Second' } },
      context: { currentDocument: container.uid },
    });
    expect([response.status, response.json.title]).toEqual([200, 'Second']);
    expect(response.json.path).toMatch(/imports\/a\.\d+$/);
  });

  test('keep authors, states and permissions only for callers who may set them', async () => {
    const entry = '<entry principal="eve" permission="Read" grant="true"/>';
    const access = `<access-control><acl name="local">${entry}</acl></access-control>`;
    const system = `<type>File</type><lifecycle-state>approved</lifecycle-state>${access}`;
    const author = '<schema name="dublincore"><creator>eve</creator></schema>';
    const bytes = await zipOf([marker, ['b/document.xml', xmlOf(system, author)]]);
    const read = async (user: string) => {
      const { uid } = await imported(bytes, { user });
      const { json } = await target.request(`GET /api/v1/id/${uid}`, {
        headers: { properties: '*', 'enrichers-document': 'acls' },
      });
      const acls = json.contextParameters.acls.map(({ name }: { name: string }) => name);
      return [json.state, json.properties['dc:creator'], acls.includes('local')];
    };
    expect(await read('Administrator')).toEqual(['approved', 'eve', true]);
    const limited = await createDocument(target, { name: 'limited', type: 'Workspace' });
    await setAcl(target, limited.uid, [
      { ...grantAce('bob', 'WriteLifeCycle'), granted: false },
      grantAce('bob', 'ReadWrite'),
    ]);
    const { uid } = await imported(bytes, { user: 'bob', parent: limited.uid });
    const { json } = await target.request(`GET /api/v1/id/${uid}`, {
      headers: { properties: '*', 'enrichers-document': 'acls' },
    });
    const names = json.contextParameters.acls.map(({ name }: { name: string }) => name);
    expect([json.state, json.properties['dc:creator'], names]).toEqual([
      'project',
      'bob',
      ['inherited'],
    ]);
  });

  test('are refused where the caller may not create documents, and where the type is not allowed', async () => {
    const bytes = await zipOf([marker, ['a/document.xml', file]]);
    const closed = await createDocument(target, { name: 'closed', type: 'Workspace' });
    await setAcl(target, closed.uid, [grantAce('bob', 'Read'), denyAll]);
    expect((await importInto(bytes, { user: 'bob', parent: closed.uid })).status).toBe(403);
    const domain = await zipOf([marker, ['d/document.xml', xmlOf('<type>Domain</type>')]]);
    const refused = await importInto(domain);
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('Domain'),
    ]);
  });

  test('are files like others without the marker at their beginning', async () => {
    for (const entries of [[['a/document.xml', file]], [['a/document.xml', file], marker]]) {
      const made = await imported(await zipOf(entries as [string, string][]));
      expect(made.type).toBe('File');
      expect(made.properties['file:content'].name).toBe('export.zip');
    }
  });

  test.each<[string, string, readonly (readonly [string, string])[]]>([
    ['with a path out of the archive', '../a/document.xml', [['../a/document.xml', file]]],
    [
      'with entities of their own',
      'a/document.xml: it declares a document type',
      [['a/document.xml', `<!DOCTYPE d [<!ENTITY a "aa">]>${file}`]],
    ],
    [
      'without a file that they name',
      'a/document.xml: 7.blob',
      [['a/document.xml', content('<data>7.blob</data>')]],
    ],
    [
      'with a document that is refused behind others',
      'a/b/document.xml: ACE: username must not be empty',
      [
        ['a/document.xml', xmlOf('<type>Folder</type>')],
        ['a/1/document.xml', content('<data>1.blob</data>')],
        ['a/1/1.blob', 'stored, and collected later'],
        ['a/b/document.xml', withEmptyAcl],
      ],
    ],
  ])('are refused %s, and nothing is stored', async (_what, named, entries) => {
    const before = await dumpSettledStore(target);
    const refused = await importInto(await zipOf([marker, ...entries]));
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(named)]);
    expect(await dumpSettledStore(target)).toEqual(before);
  });

  test('are refused when they are damaged', async () => {
    const whole = await zipOf([marker, ['a/document.xml', file]]);
    expect((await importInto(whole.subarray(0, -30))).status).toBe(400);
  });
});

const odd = ['plain', ' a\r\n\t<b/>&amp; ', '\u0001\ufffe\\u0041 \\', '', '\u{1F600}]]>', '0'];

async function randomDocument(
  app: TestApp,
  random: Random,
  { parent, name }: { readonly parent: string; readonly name: string },
): Promise<{ readonly uid: string; readonly type: string }> {
  const type = random.pick(['Folder', 'OrderedFolder', 'File', 'Note', 'File']);
  const properties: Record<string, unknown> = {
    'dc:title': random.pick(odd),
    'dc:description': random.pick([...odd, null]),
    'dc:subjects': random.pick([null, [], [random.pick(odd), random.pick(odd)]]),
    'dc:expired': random.pick([null, '1969-12-31T23:59:59.999Z', '2030-01-01T00:00:00.000Z']),
  };
  const blob = () => ({ name: random.pick(['ü.txt', 'b']), data: random.pick(odd) || 'empty' });
  if (type === 'File') {
    properties['file:content'] = random.pick([null, blob()]);
    properties['files:files'] = random.pick([null, [], [{ file: blob() }, { file: blob() }]]);
  }
  if (type === 'Note') properties['note:note'] = random.pick(odd);
  const document = await createDocument(app, { parent, name, type, properties });
  if (random.below(3) === 0) {
    const value = random.pick(['approve', 'obsolete']);
    await callOperation(app, 'Document.FollowLifecycleTransition', {
      input: document.uid,
      params: { value },
    });
  }
  if (random.below(3) === 0) {
    const params = { facet: 'SavedSearch' };
    await callOperation(app, 'Document.AddFacet', { input: document.uid, params });
  }
  if (random.below(3) === 0) {
    await setAcl(app, document.uid, [
      { ...grantAce('a "b" <c>', 'Read', 'jo'), begin: 1_000, end: 4_102_444_800_000 },
      random.pick([denyAll, grantAce('members', 'Write')]),
    ]);
  }
  return { uid: document.uid, type };
}
