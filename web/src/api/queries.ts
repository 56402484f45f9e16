import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Docs, storedDocuments } from './types.ts';

export interface RunQuery {
  readonly query: string;
  /** From 0. */
  readonly pageIndex: number;
  /** Whose properties are shown. */
  readonly schemas: readonly string[];
}

const pageSize = 50;

/** The documents that a query finds. */
export function documentsOfQuery({ query, pageIndex, schemas }: RunQuery) {
  return queryOptions({
    queryKey: keys.list('search', 'nxql', query, pageIndex, schemas),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      storedDocuments(
        await api.GET('/api/v1/search/lang/NXQL/execute', {
          query: { query, pageSize, currentPageIndex: pageIndex },
          headers: {
            properties: schemas.join(','),
            'enrichers.document': 'permissions',
          },
          signal,
        }),
      ),
  });
}

type Paging = Pick<
  Docs,
  | 'resultsCount'
  | 'resultsCountLimit'
  | 'numberOfPages'
  | 'isNextPageAvailable'
  | 'isPreviousPageAvailable'
>;

/** Rows of the columns that a query selects. */
export interface Rows extends Paging {
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

export function rowsOfQuery({ query, pageIndex }: Omit<RunQuery, 'schemas'>) {
  return queryOptions({
    queryKey: keys.list('search', 'nxql-rows', query, pageIndex),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Rows> => {
      const params = { query, pageSize, currentPageIndex: pageIndex };
      return rowsFrom(await api.operation('Repository.ResultSetQuery', { params, signal }));
    },
  });
}

function rowsFrom(answer: unknown): Rows {
  const { entries, ...rest } = answer as Partial<Rows>;
  return {
    resultsCount: rest.resultsCount ?? -1,
    resultsCountLimit: rest.resultsCountLimit ?? 0,
    numberOfPages: rest.numberOfPages ?? 0,
    isNextPageAvailable: rest.isNextPageAvailable ?? false,
    isPreviousPageAvailable: rest.isPreviousPageAvailable ?? false,
    entries: Array.isArray(entries) ? entries : [],
  };
}
