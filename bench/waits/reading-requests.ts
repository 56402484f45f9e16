import { clerk, reader, wideFolder, workspacePath } from '../generate-store.ts';
import { wordOfRank } from '../generated-content.ts';
import { administrator, type Credentials, type RequestParts } from '../load/load-job.ts';
import { apiRoot, automationRoot } from '../servers/programs.ts';
import type { LongRequest } from './measure-waits.ts';

const wide = `${apiRoot}/path${workspacePath}/${wideFolder}`;

/** Requests that read much of a generated store. */
export function readingRequests(files: number): readonly LongRequest[] {
  return [...searches(), ...queries(), ...pages(files), ...operations()];
}

function searches(): readonly LongRequest[] {
  return [
    ...reading('default_search', () => search({})),
    ...reading('default_search with two words', (round) =>
      search({ ecm_fulltext: `${wordOfRank(round)} ${wordOfRank(9 + round)}` }),
    ),
    ...reading('default_search with selections', () =>
      search({ dc_subjects_agg: '["sciences/physics"]', dc_coverage_agg: '["europe/France"]' }),
    ),
  ];
}

function queries(): readonly LongRequest[] {
  return [
    ...reading('a sort by a property without index', () =>
      query('SELECT * FROM Document WHERE ecm:isVersion = 0 ORDER BY dc:description DESC'),
    ),
    ...reading('a query without matches', (round) =>
      query(`SELECT * FROM Document WHERE dc:description LIKE '%nowhere${round}%'`),
    ),
    ...reading('a count of 100,000 documents', (round) =>
      query(`SELECT * FROM Document WHERE dc:rights <> 'other ${round}'`, {
        resultsCountLimit: '100000',
      }),
    ),
    ...reading('a search for a common word', (round) =>
      query(`SELECT * FROM Document WHERE ecm:fulltext = '${wordOfRank(round)}'`),
    ),
    ...reading('a search for the beginnings of words', () =>
      query(`SELECT * FROM Document WHERE ecm:fulltext = 'ba*'`),
    ),
  ];
}

function pages(files: number): readonly LongRequest[] {
  const offset = (round: number): string => `pageSize=1000&offset=${files / 20 + 2_000 * round}`;
  const ofQueries = [
    ...reading('a deep page of a query', (round) => ({
      path: `${query('SELECT * FROM Document ORDER BY dc:created').path}&${offset(round)}`,
    })),
  ];
  // The clerk may not read the folder.
  const ofFolder = [
    ...reading('a deep page of children', (round) => ({
      path: `${wide}/@children?${offset(round)}`,
    })),
    ...reading('children by date', () => ({ path: `${wide}/@children?sortBy=dc:created` })),
    ...reading('children by two properties', () => ({
      path: `${wide}/@children?sortBy=dc:source,dc:description`,
    })),
    ...reading('a page of 1,000 documents with everything', () => ({
      path: `${wide}/@children?pageSize=1000&properties=*`,
      headers: { 'enrichers.document': 'permissions,breadcrumb,acls,audit,hasContent' },
    })),
    ...reading('the audit of a folder', () => ({ path: `${wide}/@audit?pageSize=1000` })),
  ];
  return [...ofQueries, ...ofFolder.filter(({ name }) => !name.includes(clerk.username))];
}

function operations(): readonly LongRequest[] {
  return [
    ...reading('a count of all documents', () =>
      call('Repository.ResultSetQuery', { query: 'SELECT COUNT(ecm:uuid) FROM Document' }),
    ),
    ...reading('distinct rows', () =>
      call('Repository.ResultSetQuery', {
        query: 'SELECT DISTINCT dc:title FROM Document',
        pageSize: 1_000,
      }),
    ),
    ...reading('all children', () => call('Document.GetChildren', {}, `${workspacePath}/case-3`), [
      administrator,
      reader,
    ]),
    ...reading(
      'a search of the audit',
      (round) =>
        call('Audit.QueryWithPageProvider', {
          namedQueryParams: { principalName: `other-${round}` },
        }),
      [administrator],
    ),
    ...reading(
      'a sorted page of the audit',
      () => call('Audit.QueryWithPageProvider', { sortBy: 'docPath', sortOrder: 'ASC' }),
      [administrator],
    ),
    ...reading('suggestions', () => call('Search.SuggestersLauncher', { searchTerm: 'ba' })),
    ...reading('suggestions of tags', () => call('Tag.Suggestion', { searchTerm: 'ba' })),
  ];
}

function search(parameters: Readonly<Record<string, string>>): RequestParts {
  const text = new URLSearchParams({ pageSize: '20', ...parameters });
  return { path: `${apiRoot}/search/pp/default_search/execute?${text}` };
}

function query(text: string, parameters: Readonly<Record<string, string>> = {}): RequestParts {
  const all = new URLSearchParams({ query: text, ...parameters });
  return { path: `${apiRoot}/search/lang/NXQL/execute?${all}` };
}

function call(id: string, params: object, input?: string): RequestParts & { method: string } {
  return { method: 'POST', path: `${automationRoot}/${id}`, json: { params, input } };
}

/** As several users: the administrator, a user who sees all by ACL, and one who sees little. */
export function reading(
  name: string,
  varied: (round: number) => RequestParts & { readonly method?: string },
  users: readonly Credentials[] = [administrator, reader, clerk],
): readonly LongRequest[] {
  return users.map((user) => ({
    name: `${name} (${user.username})`,
    async run(send, round) {
      const { method = 'GET', ...parts } = varied(round);
      await send(method, { ...parts, user });
    },
  }));
}
