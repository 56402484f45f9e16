import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemPrincipal } from '../../src/model/principal.ts';
import { checkProvider } from '../../src/repository/search/check-provider.ts';
import { createUnitContext } from '../../src/repository/unit/unit.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeFolder } from '../support/engines.ts';

describe('the page providers that come with the program', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp('sqlite');
  });
  afterAll(() => app.close());

  test('name only types, fields and properties that exist', () => {
    const { pageProviders, repository } = app.services;
    const { all } = pageProviders;
    const caller = createUnitContext(repository, systemPrincipal);
    expect(all.length).toBeGreaterThan(50);
    for (const provider of all) checkProvider(caller, provider, 'default');
  });
});

/** Starts a server with the providers and returns the outcome. */
async function startWith(providers: object): Promise<TestApp> {
  const folder = await makeFolder();
  const path = join(folder.path, 'providers.json');
  await writeFile(path, JSON.stringify({ providers }));
  try {
    return await startTestApp('sqlite', { pageProviderFiles: [path] });
  } finally {
    await folder.remove();
  }
}

const wrong: readonly [string, object, RegExp][] = [
  ['an unknown member', { were: [] }, /providers.json: providers.mine: .*were/],
  ['a query that does not parse', { where: ['dc:title ='] }, /mine: .*Syntax error/],
  ['an unknown property', { where: ["dc:nothing = 'a'"] }, /mine: .*No such property: dc:nothing/],
  ['an unknown type', { from: 'Nothing' }, /mine: .*Unknown type: Nothing/],
  [
    'an unknown search document type',
    { searchDocumentType: 'Nothing' },
    /no document type Nothing/,
  ],
  [
    'a field that the search document does not have',
    { predicates: [{ property: 'dc:title', operator: '=', fields: ['default_search:nothing'] }] },
    /no field default_search:nothing/,
  ],
  [
    'BETWEEN with one field',
    { predicates: [{ property: 'dc:created', operator: 'BETWEEN', fields: ['default_search:x'] }] },
    /BETWEEN has two fields/,
  ],
  [
    'a predicate on an unknown property',
    {
      searchDocumentType: 'DefaultSearch',
      predicates: [{ property: 'dc:no', operator: '=', fields: ['default_search:ecm_fulltext'] }],
    },
    /No such property: dc:no/,
  ],
  [
    'a quick filter that is no condition',
    { quickFilters: [{ name: 'a', clause: 'dc:title' }] },
    /mine: .*Syntax error/,
  ],
  [
    'two quick filters of a name',
    { quickFilters: [{ name: 'a' }, { name: 'a' }] },
    /quick filter a is defined twice/,
  ],
  [
    'an aggregate over an unknown property',
    {
      searchDocumentType: 'DefaultSearch',
      aggregates: [
        { id: 'a', type: 'terms', field: 'dc:no', selection: 'default_search:dc_nature_agg' },
      ],
    },
    /No such property: dc:no/,
  ],
  [
    'a histogram without an interval',
    {
      searchDocumentType: 'DefaultSearch',
      aggregates: [
        {
          id: 'a',
          type: 'date_histogram',
          field: 'dc:created',
          selection: 'default_search:dc_nature_agg',
        },
      ],
    },
    /a: interval: use second/,
  ],
  [
    'a range that is no date',
    {
      searchDocumentType: 'DefaultSearch',
      aggregates: [
        {
          id: 'a',
          type: 'date_range',
          field: 'dc:created',
          selection: 'default_search:dc_nature_agg',
          dateRanges: [{ key: 'k', from: 'yesterday' }],
        },
      ],
    },
    /a: yesterday is no instant/,
  ],
  [
    'groups that no request can select',
    {
      searchDocumentType: 'DefaultSearch',
      aggregates: [{ id: 'a', type: 'terms', field: 'dc:nature' }],
    },
    /aggregates\.0\.selection: name the field/,
  ],
  [
    'a sum of texts',
    { aggregates: [{ id: 'a', type: 'sum', field: 'dc:nature' }] },
    /a: sum needs numbers or dates, dc:nature has texts/,
  ],
  [
    'a type of aggregate that there is not',
    { aggregates: [{ id: 'a', type: 'median', field: 'dc:nature' }] },
    /aggregates\.0\.type/,
  ],
  ['a page that is too large', { pageSize: 1001 }, /pageSize/],
];

describe('page providers of the configuration', () => {
  test.each(wrong)('stop the start with %s', async (_title, provider, message) => {
    await expect(startWith({ mine: provider })).rejects.toThrow(message);
  });

  test('stop the start when the file is missing', async () => {
    const start = startTestApp('sqlite', { pageProviderFiles: ['/not/there.json'] });
    await expect(start).rejects.toThrow('/not/there.json');
  });

  test('can be written as the guide shows it', async () => {
    const guide = await readFile(new URL('../../docs/guide/searching.md', import.meta.url), 'utf8');
    const example = /```json\n(.*?)```/s.exec(guide)?.[1] ?? '';
    const app = await startWith(JSON.parse(example).providers);
    try {
      const path = '/search/pp/contracts_of_customer/execute?queryParams=x&quickFilters=recent';
      const { status, json } = await app.request(`GET /api/v1${path}&dc_nature=report`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ resultsCount: 0, pageSize: 20 });
      expect(json.quickFilters).toEqual([{ name: 'recent', active: true }]);
      expect(json.aggregations.natures.buckets).toEqual([]);
    } finally {
      await app.close();
    }
  });

  test('add providers, and replace those of the program', async () => {
    const app = await startWith({
      mine: { where: ['ecm:primaryType = ?'], sort: [{ property: 'ecm:name', order: 'desc' }] },
      tree_children: { where: ["ecm:primaryType = 'Domain'"], pageSize: 7 },
    });
    try {
      const line = 'GET /api/v1/search/pp/mine/execute?queryParams=WorkspaceRoot';
      const names = (await app.request(line)).json.entries.map(
        (each: { path: string }) => each.path,
      );
      expect(names).toEqual(['/default-domain/workspaces']);
      const replaced = (await app.request('GET /api/v1/search/pp/tree_children/execute')).json;
      expect(replaced).toMatchObject({ pageSize: 7, resultsCount: 1 });
    } finally {
      await app.close();
    }
  });
});
