import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { holdSubtreeWork, settleEach } from '../support/held-work.ts';
import { callOperation } from '../support/operations.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

type Folder = { readonly uid: DocumentId; readonly path: string };

const word = 'kittiwake';

/** Every change of a folder is pending until the test writes a part of it. */
describe.each(engines)('a right that comes or goes with a pending change on %s', (engine) => {
  let app: TestApp;
  let top: Folder;
  let inner: Folder;
  let file: Folder;
  let version: string;
  let proxy: string;
  beforeEach(async () => {
    app = await startTestApp(engine, { subtreeWrittenAtOnce: 0 });
    await holdSubtreeWork(app);
    await createUser(app, 'ann');
    top = await folder('top');
    await setAcl(app, top.uid, [grantAce('ann', 'Read'), denyAll]);
    inner = await folder('inner', top.uid);
    await setAcl(app, inner.uid, [denyAll]);
    const properties = {
      'dc:title': word,
      'file:content': { name: 'x.txt', data: 'text' },
    };
    file = await createDocument(app, { parent: inner.uid, name: 'file', properties });
    const checkedIn = await operate('Document.CreateVersion', file.uid, { increment: 'Major' });
    expect(checkedIn.isCheckedOut).toBe(false);
    [version] = (await operate('Document.GetVersions', file.uid)).entries.map(
      ({ uid }: Folder) => uid,
    );
    const shown = await createDocument(app, { name: 'shown' });
    proxy = (
      await operate('Document.CreateLiveProxy', shown.uid, { 'Destination Path': inner.path })
    ).uid;
    for (let round = 0; round < 20; round += 1) await settleEach(app.services, 100);
    expect(await app.services.database.readLatest(async ({ tree }) => tree.changes)).toEqual([]);
  });
  afterEach(() => app.close());

  function folder(name: string, parent?: string): Promise<Folder> {
    return createDocument(app, { ...(parent && { parent }), name, type: 'Folder' });
  }
  async function operate(id: string, input: string, params: object = {}) {
    const { status, json, text } = await callOperation(app, id, { input, params });
    expect([200, 204], text).toContain(status);
    return json;
  }
  const asAnn = (line: string, headers: Record<string, string> = {}) =>
    app.request(line, { user: 'ann', headers });
  const countOf = async (line: string) => (await asAnn(line)).json.resultsCount;
  const query = (where: string) =>
    `GET /api/v1/search/lang/NXQL/execute?${new URLSearchParams({ query: `SELECT * FROM Document WHERE ${where}` })}`;

  /** What ann sees, by every way to it. */
  async function seen() {
    const shown: string[] = [];
    for (const [name, line] of Object.entries({
      file: `GET /api/v1/id/${file.uid}`,
      version: `GET /api/v1/id/${version}`,
      proxy: `GET /api/v1/id/${proxy}`,
      path: `GET /api/v1/path${file.path}`,
      audit: `GET /api/v1/id/${file.uid}/@audit`,
      download: `GET /nxfile/default/${file.uid}/file:content/x.txt`,
      blob: `GET /api/v1/id/${version}/@blob/file:content`,
      children: `GET /api/v1/id/${inner.uid}/@children`,
    })) {
      if ((await asAnn(line)).status === 200) shown.push(name);
    }
    const enriched = await asAnn(`GET /api/v1/id/${top.uid}`, {
      'enrichers.document': 'hasContent,hasFolderishChild,children',
    });
    const launched = await callOperation(app, 'Search.SuggestersLauncher', {
      user: 'ann',
      params: { searchTerm: word },
    });
    return {
      shown,
      found: await countOf(query(`dc:title = '${word}'`)),
      inFulltext: await countOf(query(`ecm:fulltext = '${word}'`)),
      below: await countOf(query(`ecm:ancestorId = '${inner.uid}'`)),
      searched: await countOf(`GET /api/v1/id/${top.uid}/@search?fullText=${word}`),
      children: await countOf(`GET /api/v1/id/${top.uid}/@children`),
      hasContent: enriched.json.contextParameters.hasContent,
      hasFolderishChild: enriched.json.contextParameters.hasFolderishChild,
      childEntries: enriched.json.contextParameters.children.entries.length,
      isSuggested: launched.text.includes(file.uid),
    };
  }

  const nothing = {
    shown: [],
    found: 0,
    inFulltext: 0,
    below: 0,
    searched: 0,
    children: 0,
    hasContent: false,
    hasFolderishChild: false,
    childEntries: 0,
    isSuggested: false,
  };
  const everything = {
    shown: ['file', 'version', 'proxy', 'path', 'audit', 'download', 'blob', 'children'],
    // The document and its version.
    found: 2,
    inFulltext: 2,
    // The document and the proxy.
    below: 2,
    searched: 1,
    children: 1,
    hasContent: true,
    hasFolderishChild: true,
    childEntries: 1,
    isSuggested: true,
  };

  const grant = () => setAcl(app, inner.uid, [grantAce('ann', 'Read'), denyAll]);
  const withdraw = () => setAcl(app, inner.uid, [denyAll]);

  test('is there at once, at every read, and while rows are half written', async () => {
    expect(await seen()).toEqual(nothing);
    await grant();
    expect(await seen()).toEqual(everything);
    await settleEach(app.services, 1);
    expect(await seen()).toEqual(everything);
    await withdraw();
    expect(await seen()).toEqual(nothing);
    await settleEach(app.services, 1);
    expect(await seen()).toEqual(nothing);
  });

  test('goes with the place of a document that is moved into or out of a changed folder', async () => {
    await grant();
    const other = await folder('other');
    await setAcl(app, other.uid, [denyAll]);
    await operate('Document.Move', file.uid, { target: other.uid });
    const statuses = async () => [
      (await asAnn(`GET /api/v1/id/${file.uid}`)).status,
      (await asAnn(`GET /api/v1/id/${version}`)).status,
      (await asAnn(`GET /nxfile/default/${file.uid}/file:content/x.txt`)).status,
    ];
    expect(await statuses()).toEqual([403, 403, 404]);
    await settleEach(app.services, 1);
    expect(await statuses()).toEqual([403, 403, 404]);
    await operate('Document.Move', file.uid, { target: inner.uid });
    expect(await statuses()).toEqual([200, 200, 200]);
    const made = await createDocument(app, { parent: inner.uid, name: 'made' });
    expect((await asAnn(`GET /api/v1/id/${made.uid}`)).status).toBe(200);
    await withdraw();
    expect((await asAnn(`GET /api/v1/id/${made.uid}`)).status).toBe(403);
  });
});
