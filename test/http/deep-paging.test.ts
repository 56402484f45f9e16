import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { createDocument as createIn } from '../../src/repository/editing/create-document.ts';
import { createSystemUnit } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { createDocument } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { callOperation } from '../support/operations.ts';
import { get } from '../support/search.ts';

const filesMax = 1_300;
const pageSize = 100;

function titleOf(n: number): string {
  return `t${String(n).padStart(4, '0')}`;
}

const titles = Array.from({ length: filesMax }, (_unused, n) => titleOf(n));

describe.each(engines)('lists on %s', (engine) => {
  let app: TestApp;
  let folderId: string;
  beforeAll(async () => {
    app = await startTestApp(engine);
    folderId = (await createDocument(app, { name: 'deep', type: 'Folder' })).uid;
    await app.services.database.write(async (handle) => {
      for (const title of titles) {
        await createIn(createSystemUnit(handle, app.services.repository), {
          parentId: folderId as DocumentId,
          name: title,
          type: 'File',
          properties: { 'dc:title': title },
        });
      }
    });
  });
  afterAll(() => app.close());

  const children = 'CURRENT_DOC_CHILDREN';

  function query(select = '*'): string {
    return `SELECT ${select} FROM File WHERE ecm:parentId = '${folderId}' ORDER BY dc:title`;
  }

  type Ask = (page: { pageSize: number; currentPageIndex: number }) => Promise<TestResponse>;

  const ways: Readonly<Record<string, Ask>> = {
    '/search/execute': (page) => get(app, '/search/execute', { ...page, query: query() }),
    '/query': (page) => get(app, '/query', { ...page, query: query() }),
    '/search/pp': (page) =>
      get(app, `/search/pp/${children}/execute`, { ...page, queryParams: folderId }),
    '@pp': (page) => get(app, `/id/${folderId}/@pp/${children}`, page),
    '@search': (page) => get(app, `/id/${folderId}/@search`, { ...page, query: query() }),
    '@children': (page) => get(app, `/id/${folderId}/@children`, page),
    'Repository.Query': (page) =>
      callOperation(app, 'Repository.Query', { params: { ...page, query: query() } }),
    'Repository.PageProvider': (page) =>
      callOperation(app, 'Repository.PageProvider', {
        params: { ...page, providerName: children, queryParams: folderId },
      }),
    'Repository.ResultSetQuery': (page) =>
      callOperation(app, 'Repository.ResultSetQuery', {
        params: { ...page, query: query('dc:title, ecm:name') },
      }),
  };

  async function titlesAt(ask: Ask, currentPageIndex: number): Promise<string[]> {
    const response = await ask({ pageSize, currentPageIndex });
    expect(response.status, response.text).toBe(200);
    return response.json.entries.map(
      (entry: { title?: string; 'dc:title'?: string }) => entry.title ?? entry['dc:title'],
    );
  }

  test.each(Object.keys(ways))(
    '%s: what is new in front does not shift the next page',
    async (way) => {
      const ask = ways[way] as Ask;
      const read = [...(await titlesAt(ask, 9)), ...(await titlesAt(ask, 10))];
      const made = await createDocument(app, {
        parent: folderId,
        name: 'in-front',
        properties: { 'dc:title': 'a' },
      });
      read.push(...(await titlesAt(ask, 11)), ...(await titlesAt(ask, 12)));
      expect((await titlesAt(ask, 0))[0]).toBe('a');
      await app.request(`DELETE /api/v1/id/${made.uid}`);
      expect(read).toEqual(titles.slice(900));
    },
  );

  test('the total of a walk stays, and the last page has no next one', async () => {
    const ask = ways['/search/execute'] as Ask;
    const first = (await ask({ pageSize, currentPageIndex: 0 })).json;
    const page = (await ask({ pageSize, currentPageIndex: 11 })).json;
    const last = (await ask({ pageSize, currentPageIndex: 12 })).json;
    expect([first, page, last].map(({ resultsCount }) => resultsCount)).toEqual([1300, 1300, 1300]);
    expect([first, page, last].map((each) => each.isNextPageAvailable)).toEqual([
      true,
      true,
      false,
    ]);
    const beyond = (await ask({ pageSize, currentPageIndex: 13 })).json;
    expect(beyond).toMatchObject({ entries: [], resultsCount: 1300, isNextPageAvailable: false });
  });

  describe('children sorted by any property', () => {
    let path: string;
    beforeAll(async () => {
      const { uid } = await createDocument(app, { name: 'sorted', type: 'OrderedFolder' });
      path = `/id/${uid}/@children`;
      const rows = [
        ['c', 'x', 'report'],
        ['a', 'y', 'memo'],
        ['d', 'x', 'memo'],
        ['b', undefined, 'report'],
      ] as const;
      for (const [name, description, nature] of rows) {
        const properties = {
          'dc:title': `title ${name}`,
          'dc:nature': nature,
          ...(description && { 'dc:description': description }),
        };
        await createDocument(app, { parent: uid, name, properties });
      }
      const gone = await createDocument(app, { parent: uid, name: 'gone' });
      await callOperation(app, 'Document.Trash', { input: gone.uid });
      await createDocument(app, { parent: uid, name: 'hidden', type: 'HiddenFolder' });
    });

    async function names(params: Record<string, string | number>): Promise<string> {
      const response = await get(app, path, params);
      expect(response.status, response.text).toBe(200);
      const { entries } = response.json as { entries: { title: string }[] };
      return entries.map(({ title }) => title.replace('title ', '')).join('');
    }

    test.each([
      [{ sortBy: 'ecm:pos', sortOrder: 'asc' }, 'cadb'],
      [{ sortBy: 'ecm:pos' }, 'bdac'],
      [{ sortBy: 'dc:title', sortOrder: 'asc' }, 'abcd'],
      [{ sortBy: 'ecm:name' }, 'dcba'],
      [{ sortBy: 'dc:nature,dc:title', sortOrder: 'asc,asc' }, 'adbc'],
      [{ sortBy: 'dc:nature, ecm:name', sortOrder: 'desc, asc' }, 'bcad'],
      [{ sortBy: 'dc:nature,ecm:pos', sortOrder: 'asc,asc' }, 'adcb'],
      [{ sortBy: 'dc:description,dc:title', sortOrder: 'asc,desc' }, 'dcab'],
      [{ sortBy: 'dc:title,dc:nature', sortOrder: 'asc,asc', pageSize: 2, offset: 1 }, 'bc'],
      [{}, 'abcd'],
    ])('%j', async (params, expected) => {
      expect(await names(params)).toBe(expected);
    });

    test('the paging block is the same as in any order', async () => {
      for (const page of [
        { pageSize: 2 },
        { pageSize: 2, currentPageIndex: 1 },
        { pageSize: 50 },
      ]) {
        const facts = [];
        for (const sortBy of ['dc:title', 'dc:nature', 'dc:nature,dc:title']) {
          const { entries: _entries, ...block } = (await get(app, path, { ...page, sortBy })).json;
          facts.push(block);
        }
        expect(facts[1]).toEqual(facts[0]);
        expect(facts[2]).toEqual(facts[0]);
      }
    });

    test.each(['no:such', 'dc:title,no:such', 'dc:subjects', 'ecm:acl', "dc:title' OR", '1'])(
      'sortBy=%s is refused with 400 that names it',
      async (sortBy) => {
        const response = await get(app, path, { sortBy });
        expect(response.status).toBe(400);
        const wrong = sortBy.split(',').at(-1) ?? '';
        expect(response.json.message).toContain(wrong);
      },
    );
  });
});
