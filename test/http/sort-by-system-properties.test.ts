import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { get } from '../support/search.ts';

/** What a page may be sorted by. */
const sortable = [
  ...['ecm:uuid', 'ecm:name', 'ecm:path', 'ecm:parentId', 'ecm:pos', 'ecm:primaryType'],
  ...['ecm:currentLifeCycleState', 'ecm:isVersion', 'ecm:isCheckedInVersion', 'ecm:isTrashed'],
  ...['ecm:isCheckedIn', 'ecm:isLatestVersion', 'ecm:isLatestMajorVersion', 'ecm:isRecord'],
  ...['ecm:isFlexibleRecord', 'ecm:hasLegalHold', 'ecm:retainUntil', 'ecm:versionLabel'],
  ...['ecm:versionDescription', 'ecm:versionCreated', 'ecm:versionVersionableId'],
  ...['ecm:proxyTargetId', 'ecm:proxyVersionableId', 'ecm:lockOwner', 'ecm:lockCreated'],
  'ecm:fulltextJobId',
];

const unsortable = [
  ...['ecm:ancestorId', 'ecm:mixinType', 'ecm:isProxy', 'ecm:fulltext', 'ecm:fulltextScore'],
  ...['ecm:tag', 'ecm:blobKeys', 'ecm:retainedProperties', 'ecm:acl', 'ecm:nope'],
];

describe.each(engines)('pages sorted by properties of the system on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    const folder = await createDocument(app, { name: 'folder', type: 'OrderedFolder' });
    for (const name of ['b', 'a', 'c']) {
      const { uid: input } = await createDocument(app, { name, parent: folder.uid });
      const params = { version: 'minor', comment: `as ${name}` };
      const made = await callOperation(app, 'Document.CheckIn', { input, params });
      expect(made.status, made.text).toBe(200);
      if (name === 'b') await callOperation(app, 'Document.Lock', { input });
    }
  });
  afterAll(() => app.close());

  const query = "SELECT * FROM File WHERE ecm:name <> 'x'";
  const execute = (params: Record<string, string>) =>
    get(app, '/search/lang/NXQL/execute', { query, pageSize: 50, ...params });

  test.each(sortable)('sortBy=%s is the ORDER BY of the query', async (name) => {
    for (const direction of ['ASC', 'DESC']) {
      const sorted = await execute({ sortBy: name, sortOrder: direction });
      const ordered = await execute({ query: `${query} ORDER BY ${name} ${direction}` });
      expect(sorted.status, sorted.text).toBe(200);
      const ids = sorted.json.entries.map(({ uid }: { uid: string }) => uid);
      expect(ids).toHaveLength(6);
      expect(ids).toEqual(ordered.json.entries.map(({ uid }: { uid: string }) => uid));
    }
  });

  test('the descriptions of versions bring these into their order', async () => {
    const { json } = await execute({ sortBy: 'ecm:versionDescription', sortOrder: 'DESC' });
    const shown = json.entries.map(({ path, isVersion }: { path: string; isVersion: boolean }) => [
      path.split('/').at(-1),
      isVersion,
    ]);
    expect(shown.slice(3)).toEqual([
      ['c', true],
      ['b', true],
      ['a', true],
    ]);
  });

  test.each(unsortable)('sortBy=%s is refused with its name', async (name) => {
    const refused = await execute({ sortBy: name });
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(name)]);
  });
});
