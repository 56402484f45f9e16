import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../src/repository/query/parse-query.ts';
import type { SavedSearch } from '../../src/api/saved-search-types.ts';
import { branchesOf, facetsOf } from '../../src/screens/search/facets.ts';
import { literal, nxqlOf, type SearchDefinition } from '../../src/screens/search/nxql-of.ts';
import { dayOf, parametersOf, wordsOf } from '../../src/screens/search/request.ts';
import { isChanged, savedOf, stateOf } from '../../src/screens/search/saved-state.ts';
import type { SearchState } from '../../src/screens/search/search-params.ts';
import { isBlank, sortOf, toggled, withoutFilters } from '../../src/screens/search/search-state.ts';
import { highlightsOf, partsOf } from '../../src/screens/search/snippets.ts';

describe('words of users', () => {
  test.each([
    ['  two   words ', 'two words'],
    ['"a phrase" and', '"a phrase" and'],
    ['"never ends', 'never ends'],
    ['in"side"out', 'in "side" out'],
    ['OR cats or OR dogs or', 'cats or dogs'],
    ['""', ''],
    ['OR', ''],
  ])('%j are searched as %j', (typed, words) => {
    expect(wordsOf(typed)).toBe(words);
  });
});

describe('the address of a search', () => {
  test('values of facets are added and taken away, and the first page is shown', () => {
    const first = toggled({ q: 'x', page: 4 }, 'dc_nature_agg', 'memo');
    expect(first).toMatchObject({ q: 'x', where: { dc_nature_agg: ['memo'] } });
    expect(first.page).toBeUndefined();
    const second = toggled(first, 'dc_nature_agg', 'report');
    expect(second.where).toEqual({ dc_nature_agg: ['memo', 'report'] });
    const none = toggled(toggled(second, 'dc_nature_agg', 'memo'), 'dc_nature_agg', 'report');
    expect(none.where).toBeUndefined();
    expect(withoutFilters({ ...second, quick: ['noFolder'] })).toEqual({ q: 'x' });
  });

  test('no words and no filters ask for nothing, an empty word asks for everything', () => {
    expect([isBlank({}), isBlank({ q: '' }), isBlank({ quick: ['noFolder'] })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('relevance is an order only where there are words', () => {
    expect(sortOf({ q: 'x' })).toBe('relevance');
    expect(sortOf({ q: ' ', sort: 'relevance' })).toBe('modified-desc');
    expect(sortOf({ q: 'x', sort: 'title-asc' })).toBe('title-asc');
  });

  test('becomes the parameters of the page provider; days are those of the user', () => {
    const state: SearchState = {
      q: 'a b',
      page: 3,
      sort: 'title-asc',
      quick: ['noFolder'],
      where: { ecm_path: ['/x'], dc_created_min: ['2026-03-01'], dc_created_max: ['2026-03-02'] },
    };
    const { dc_created_min: min, dc_created_max: max, ...rest } = parametersOf(state);
    expect(rest).toEqual({
      ecm_fulltext: 'a b',
      ecm_path: '["/x"]',
      pageSize: 20,
      currentPageIndex: 2,
      sortBy: 'dc:title',
      sortOrder: 'asc',
      quickFilters: 'noFolder',
    });
    const days = new Date(String(max)).getTime() - new Date(String(min)).getTime();
    expect(days).toBe(2 * 24 * 3_600_000 - 1);
    expect([dayOf(String(min)), dayOf(String(max))]).toEqual(['2026-03-01', '2026-03-02']);
    expect(dayOf('nonsense')).toBe('nonsense');
  });

  test('is saved and opened again', () => {
    const state: SearchState = {
      q: 'seal',
      sort: 'created-desc',
      quick: ['noFolder'],
      where: { dc_nature_agg: ['memo'], dc_modified_min: ['2026-03-01'] },
    };
    const opened = stateOf(stored(savedOf(state, 'Seals')));
    expect(opened).toEqual({ ...state, saved: 'id' });
    expect(isChanged({ ...state, page: 2 }, stored(savedOf(state, 'Seals')))).toBe(false);
    expect(isChanged({ ...state, q: 'other' }, stored(savedOf(state, 'Seals')))).toBe(true);
    const query: SearchState = { mode: 'nxql', query: 'SELECT * FROM File', columns: ['dc:title'] };
    expect(stateOf(stored(savedOf(query, 'Files')))).toEqual({ ...query, saved: 'id' });
    expect(stateOf(stored({ title: 'x', pageProviderName: 'assets_search' }))).toBeUndefined();
    expect(stateOf(stored({ ...savedOf(state, 'x'), contentViewData: 'no JSON' }))?.quick).toBe(
      undefined,
    );
  });
});

/** As the server answers it, with the other fields of the search document. */
function stored(input: Partial<SavedSearch>): SavedSearch {
  const params = { ecm_fulltext: null, dc_created_min: null, ecm_tags: [], ...input.params };
  return {
    'entity-type': 'savedSearch',
    id: 'id',
    title: '',
    queryParams: null,
    query: null,
    queryLanguage: null,
    pageProviderName: null,
    pageSize: null,
    currentPageIndex: null,
    maxResults: null,
    sortBy: null,
    sortOrder: null,
    contentViewData: null,
    ...input,
    params,
  };
}

describe('snippets', () => {
  test('are text with marks, and never markup', () => {
    expect(partsOf('a &lt;b&gt; <em>wal&amp;rus</em> &#39;x&#39; <script>')).toEqual([
      { text: 'a <b> ', isMatch: false },
      { text: 'wal&rus', isMatch: true },
      { text: " 'x' <script>", isMatch: false },
    ]);
    expect(partsOf('&amp;lt;em&amp;gt;')).toEqual([{ text: '&lt;em&gt;', isMatch: false }]);
  });

  test('of other forms than expected are left out', () => {
    const good = { field: 'dc:title', segments: ['x'] };
    expect(highlightsOf([good, { field: 'x' }, null, 3])).toEqual([good]);
    expect(highlightsOf({})).toEqual([]);
  });
});

describe('a search as NXQL', () => {
  const definition: SearchDefinition = {
    from: 'Document',
    where: ['ecm:isTrashed = 0', 'SORTED_COLUMN IS NOT NULL'],
    predicates: [
      { property: 'ecm:fulltext', operator: 'FULLTEXT', fields: ['s:ecm_fulltext'] },
      {
        property: 'dc:created',
        operator: 'BETWEEN',
        fields: ['s:dc_created_min', 's:dc_created_max'],
      },
      { property: 'dc:subjects', operator: 'STARTSWITH', fields: ['s:dc_subjects'] },
    ],
    aggregates: [
      { ...aggregate('dc_nature_agg', 'dc:nature'), type: 'terms' },
      {
        ...aggregate('common_size_agg', 'file:content.length'),
        type: 'range',
        ranges: [{ key: 'small', from: 10, to: 20 }],
      },
      {
        ...aggregate('dc_modified_agg', 'dc:modified'),
        type: 'date_range',
        dateRanges: [
          { key: 'lastWeek', from: 'now-7d', to: 'now-24H' },
          { key: 'priorToLastYear', from: null, to: 'now-1y' },
        ],
      },
    ],
    quickFilters: [{ name: 'noFolder', clause: "ecm:mixinType != 'Folderish'", sort: [] }],
  };

  test('has everything that is asked for, in a form that the server parses', () => {
    const query = nxqlOf(
      {
        q: "it's (good)",
        quick: ['noFolder'],
        where: {
          dc_subjects: ['art', 'o\\r'],
          dc_nature_agg: ['memo', "o'neil"],
          common_size_agg: ['small'],
          dc_modified_agg: ['lastWeek', 'priorToLastYear'],
          dc_created_min: ['2026-01-01T00:00:00.000Z'],
        },
      },
      definition,
    );
    expect(query).toBe(
      [
        'SELECT * FROM Document',
        "WHERE ecm:fulltext = 'it s good'",
        "  AND dc:created >= TIMESTAMP '2026-01-01T00:00:00.000Z'",
        "  AND (dc:subjects STARTSWITH 'art' OR dc:subjects STARTSWITH 'o\\\\r')",
        "  AND dc:nature IN ('memo', 'o\\'neil')",
        '  AND (file:content/length >= 10 AND file:content/length < 20)',
        "  AND ((dc:modified >= NOW('-P7D') AND dc:modified < NOW('-PT24H')) OR dc:modified < NOW('-P1Y'))",
        "  AND ecm:mixinType != 'Folderish'",
        '  AND ecm:isTrashed = 0',
      ].join('\n'),
    );
    expect(() => parseQuery(query)).not.toThrow();
  });

  test('has the order', () => {
    const query = nxqlOf({ q: '' }, definition);
    expect(query).toContain('dc:modified IS NOT NULL');
    expect(query.endsWith('\nORDER BY dc:modified DESC')).toBe(true);
  });

  test('strings are read back as they were', () => {
    const value = 'a\'b\\c\n\td"';
    const { where } = parseQuery(`SELECT * FROM File WHERE dc:title = ${literal(value)}`);
    expect(JSON.stringify(where)).toContain(JSON.stringify(value));
  });
});

function aggregate(id: string, field: string) {
  return { id, field, selection: id, properties: {}, ranges: [], dateRanges: [] };
}

describe('facets', () => {
  const subject = (id: string, label: string, parent: unknown = '') => ({
    'entity-type': 'directoryEntry' as const,
    directoryName: 'l10nsubjects',
    id,
    properties: { id, label_en: label, label_fr: `${label} (fr)`, parent },
  });
  const terms = (id: string, buckets: readonly object[], selection: readonly string[] = []) => ({
    ...aggregate(id, id),
    'entity-type': 'aggregate',
    type: 'terms',
    selection,
    buckets,
    extendedBuckets: buckets,
  });
  // As the server sends them, with fewer members.
  const facets = (all: Record<string, unknown>, language = 'en') =>
    facetsOf(all as Parameters<typeof facetsOf>[0], language);

  test('have the labels of vocabularies in the language, from the top', () => {
    const fetchedKey = subject('cinema', 'Cinema', subject('art', 'Art'));
    const bucket = { key: 'art/cinema', docCount: 2, fetchedKey };
    const [facet] = facets({ a: terms('dc_subjects_agg', [bucket]) }, 'fr');
    expect(facet?.values[0]?.labels).toEqual(['Art (fr)', 'Cinema (fr)']);
    expect(facet && branchesOf(facet)).toMatchObject([
      { key: 'art', label: 'Art (fr)', values: [{ key: 'art/cinema', count: 2 }] },
    ]);
  });

  test('have names of people, and keys where nothing is known', () => {
    const user = { 'entity-type': 'user', id: 'jd', properties: { firstName: 'Jo', lastName: '' } };
    const buckets = [
      { key: 'jd', docCount: 1, fetchedKey: user },
      { key: 'gone', docCount: 1, fetchedKey: 'gone' },
    ];
    const [facet] = facets({ a: terms('dc_creator_agg', buckets) });
    expect(facet?.values.map(({ labels }) => labels)).toEqual([['Jo'], []]);
    expect(facet && branchesOf(facet)).toBeUndefined();
  });

  test('have no values without documents, unless they are selected', () => {
    const buckets = [
      { key: 'x', docCount: 0 },
      { key: 'y', docCount: 0 },
    ];
    const found = facets({
      a: terms('other_agg', buckets),
      b: terms('dc_nature_agg', buckets, ['y']),
      c: { ...aggregate('sum', 'x'), type: 'sum', value: 3 },
    });
    expect(found.map(({ id, values }) => [id, values.map(({ key }) => key)])).toEqual([
      ['dc_nature_agg', ['y']],
    ]);
  });

  test('say that their counts are estimates', () => {
    const sampled = { ...terms('dc_nature_agg', [{ key: 'x', docCount: 5 }]), sampleRatio: 0.1 };
    expect(facets({ a: sampled })[0]?.isSampled).toBe(true);
  });
});
