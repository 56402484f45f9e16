import { useQuery } from '@tanstack/react-query';
import { documentsOfQuery, type Rows, rowsOfQuery } from '../../../api/queries.ts';
import { type QueryNames, queryNamesQuery } from '../../../api/query-names.ts';
import { useText } from '../../../i18n/i18n.tsx';
import type { SearchState } from '../search-params.ts';
import { cellsOfRows, documentCells, type TableContent } from './cells.ts';
import { selectsColumns } from './tokens.ts';

export interface QueryResults {
  /** Undefined until they have come. */
  readonly found:
    | { readonly page: Omit<Rows, 'entries'>; readonly content: TableContent }
    | undefined;
  /** The properties that are shown of documents; undefined for rows, whose columns the query selects. */
  readonly columns: readonly string[] | undefined;
  readonly error: Error | null;
  /** Of the query before: those of the new one have not come yet. */
  readonly isOld: boolean;
  readonly retry: () => void;
}

const defaultColumns = ['dc:modified', 'dc:lastContributor'];

/** What the query of the address finds: documents, or rows of what it selects. */
export function useResults(state: SearchState): QueryResults {
  const text = useText();
  const { query = '', page = 1, columns = defaultColumns } = state;
  const labels = [text('nxql.column.title'), text('nxql.column.type'), text('nxql.column.path')];
  const isOfRows = selectsColumns(query);
  const names = useQuery(queryNamesQuery);
  const schemas = schemasOf(names.data, columns);
  const documents = useQuery({
    ...documentsOfQuery({ query, pageIndex: page - 1, schemas }),
    enabled: query !== '' && !isOfRows && !names.isPending,
  });
  const rows = useQuery({
    ...rowsOfQuery({ query, pageIndex: page - 1 }),
    enabled: query !== '' && isOfRows,
  });
  const used = isOfRows ? rows : documents;
  const common = {
    error: used.error,
    isOld: used.isPlaceholderData,
    retry: () => void used.refetch(),
  };
  if (isOfRows) {
    const found = rows.data && { page: rows.data, content: cellsOfRows(rows.data.entries) };
    return { ...common, found, columns: undefined };
  }
  const found = documents.data && {
    page: documents.data,
    content: documentCells(documents.data.entries, columns, labels),
  };
  return { ...common, found, columns };
}

/** The schemas of the columns; properties that no schema has are of the document itself. */
function schemasOf(names: QueryNames | undefined, columns: readonly string[]): readonly string[] {
  const schemas = (names?.properties ?? [])
    .filter(({ name }) => columns.includes(name))
    .map(({ schema }) => schema);
  return [...new Set(schemas)].toSorted();
}
