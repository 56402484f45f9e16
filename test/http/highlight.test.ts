import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { createDocument, createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { get } from '../support/search.ts';
import { denyAll, grantAce, setAcl } from '../support/security.ts';

const asked = { 'enrichers.document': 'highlight' };

describe.each(engines)('highlights on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine, { development: true, fileTexts: true });
    await createUser(app, 'reader');
    const content = { data: 'Deep in the file a walrus sleeps.', name: 'animals.txt' };
    await createDocument(app, {
      name: 'shown',
      properties: {
        'dc:title': 'The <b>walrus</b> & others',
        'dc:description': 'About a Walrus',
        'file:content': content,
      },
    });
    const browsed = await createDocument(app, {
      name: 'browsed',
      properties: { 'dc:title': 'a walrus to browse', 'dc:description': 'x' },
    });
    await setAcl(app, browsed.uid, [
      grantAce('reader', 'Browse'),
      grantAce('Administrator', 'Everything'),
      denyAll,
    ]);
    const closed = await createDocument(app, {
      name: 'closed',
      properties: { 'dc:title': 'a walrus in secret' },
    });
    await setAcl(app, closed.uid, [grantAce('Administrator', 'Everything'), denyAll]);
    await vi.waitUntil(
      async () => (await search({ ecm_fulltext: 'sleeps' })).json.entries.length === 1,
      { timeout: 20_000, interval: 100 },
    );
  });
  afterAll(() => app.close());

  const search = (
    params: Record<string, string | readonly string[]>,
    options: object = {},
    path = '/search/lang/pp/default_search',
  ): Promise<TestResponse> => get(app, path, params, { headers: asked, ...options });

  const of = ({ json }: TestResponse, name = 'shown') =>
    json.entries.find(({ path }: { path: string }) => path.endsWith(`/${name}`)).contextParameters
      .highlight;

  test.each(['/search/lang/pp/default_search', '/search/pp/default_search/execute'])(
    'of %s tell in which field the words stand, in safe markup',
    async (path) => {
      const found = await search(
        { ecm_fulltext: 'walrus', highlight: 'dc:title.fulltext,ecm:binarytext,dc:source' },
        {},
        path,
      );
      expect(found.status, found.text).toBe(200);
      expect(of(found)).toEqual([
        {
          field: 'dc:title.fulltext',
          segments: ['The &lt;b&gt;<em>walrus</em>&lt;/b&gt; &amp; others'],
        },
        { field: 'ecm:binarytext', segments: ['Deep in the file a <em>walrus</em> sleeps.'] },
      ]);
    },
  );

  test('are of every field without the parameter', async () => {
    const fields = of(await search({ ecm_fulltext: 'walrus' })).map(
      ({ field }: { field: string }) => field,
    );
    expect(fields.toSorted()).toEqual(['dc:description', 'dc:title', 'ecm:binarytext']);
  });

  test('take the parameter of operations in URLs, and more than once', async () => {
    const found = await search({ ecm_fulltext: 'walrus', highlights: ['dc:description', 'nope'] });
    expect(of(found)).toEqual([{ field: 'dc:description', segments: ['About a <em>Walrus</em>'] }]);
  });

  test('are an empty list where nothing was searched, and absent unless asked for', async () => {
    expect(of(await search({ pageSize: '100' }))).toEqual([]);
    const plain = await search({ ecm_fulltext: 'walrus', highlight: 'dc:title' }, { headers: {} });
    expect(plain.json.entries[0]).not.toHaveProperty('contextParameters');
    const unknown = await search({ ecm_fulltext: 'walrus', highlight: '__proto__,a"b,dc:' });
    expect(of(unknown)).toEqual([]);
  });

  test('of a query mark only what its conditions look at', async () => {
    const run = (condition: string) =>
      search({ query: `SELECT * FROM File WHERE ${condition}` }, {}, '/search/lang/NXQL/execute');
    const titled = await run("ecm:fulltext_title = 'walrus' AND ecm:name = 'shown'");
    expect(of(titled).map(({ field }: { field: string }) => field)).toEqual(['dc:title']);
    const without = await run("NOT (ecm:fulltext = 'cherry') AND ecm:name = 'shown'");
    expect(of(without)).toEqual([]);
  });

  test('come with the operation on page providers', async () => {
    const found = await callOperation(app, 'Repository.PageProvider', {
      params: {
        providerName: 'default_search',
        namedParameters: { ecm_fulltext: 'walrus' },
        highlights: 'dc:description',
      },
      headers: asked,
    });
    expect(of(found)).toEqual([{ field: 'dc:description', segments: ['About a <em>Walrus</em>'] }]);
  });

  test('show no text of what may be browsed only or not at all', async () => {
    const found = await search({ ecm_fulltext: 'walrus' }, { user: 'reader' });
    expect(of(found).length).toBeGreaterThan(0);
    expect(of(found, 'browsed')).toEqual([]);
    expect(found.text).not.toContain('secret');
    const administrator = await search({ ecm_fulltext: 'walrus' });
    expect(of(administrator, 'browsed')).not.toEqual([]);
  });

  test('of many long texts are looked for in their beginnings only', async () => {
    const note = `${'lemming '.repeat(35_000)}narwhal`;
    for (let n = 0; n < 20; n += 1) {
      const properties = { 'dc:title': 'long', 'note:note': note };
      await createDocument(app, { name: `long${n}`, type: 'Note', properties });
    }
    const waited = await callOperation(app, 'Elasticsearch.WaitForIndexing', {});
    expect(waited.json).toEqual({ 'entity-type': 'boolean', value: true });
    const fieldsOf = async (word: string, pageSize: string) => {
      const { json } = await search({ ecm_fulltext: word, highlight: 'note:note', pageSize });
      return json.entries.flatMap(
        (entry: { contextParameters: { highlight: object[] } }) =>
          entry.contextParameters.highlight,
      ).length;
    };
    expect(await fieldsOf('narwhal', '1')).toBe(1);
    expect(await fieldsOf('narwhal', '20')).toBe(0);
    expect(await fieldsOf('lemming', '20')).toBe(20);
  });
});
