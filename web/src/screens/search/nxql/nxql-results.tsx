import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Columns3, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { documentsOfQuery, type Rows, rowsOfQuery } from '../../../api/queries.ts';
import { type QueryNames, queryNamesQuery } from '../../../api/query-names.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';
import { Pager } from '../pager.tsx';
import { countText } from '../result-count.ts';
import type { SearchState } from '../route.ts';
import searchClasses from '../search.module.css';
import { cellsOfRows, documentCells, type TableContent } from './cells.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import classes from './nxql.module.css';
import type { QueryProblem } from './problem-place.ts';
import { ResultTable } from './result-table.tsx';
import { selectsColumns } from './tokens.ts';

interface Failed {
  readonly query: string;
  readonly error: Error;
}

interface Props {
  readonly state: SearchState;
  readonly problem: QueryProblem | undefined;
  readonly onFailure: (failure: Failed | undefined) => void;
}

const defaultColumns = ['dc:modified', 'dc:lastContributor'];

/** What the query of the address has found. */
export function NxqlResults(props: Props) {
  const text = useText();
  const { state } = props;
  if (!state.query) {
    return (
      <Empty icon={SearchX} title={text('nxql.start')}>
        <code>SELECT * FROM File WHERE dc:modified &gt; NOW('-P7D')</code>
      </Empty>
    );
  }
  return selectsColumns(state.query) ? (
    <SelectedRows {...props} query={state.query} />
  ) : (
    <FoundDocuments {...props} query={state.query} />
  );
}

interface RunProps extends Props {
  readonly query: string;
}

function FoundDocuments(props: RunProps) {
  const { state, query } = props;
  const text = useText();
  const names = useQuery(queryNamesQuery);
  const { columns = defaultColumns } = state;
  const schemas = schemasOf(names.data, columns);
  const found = useQuery({
    ...documentsOfQuery({ query, pageIndex: (state.page ?? 1) - 1, schemas }),
    enabled: !names.isPending,
  });
  const content = found.data && documentCells(found.data.entries, columns, text);
  return <Shown {...props} found={found} content={content} columns={columns} />;
}

/** The schemas of the columns; properties that no schema has are of the document itself. */
function schemasOf(names: QueryNames | undefined, columns: readonly string[]): readonly string[] {
  const schemas = (names?.properties ?? [])
    .filter(({ name }) => columns.includes(name))
    .map(({ schema }) => schema);
  return [...new Set(schemas)].toSorted();
}

function SelectedRows(props: RunProps) {
  const { state, query } = props;
  const found = useQuery(rowsOfQuery({ query, pageIndex: (state.page ?? 1) - 1 }));
  return <Shown {...props} found={found} content={found.data && cellsOfRows(found.data.entries)} />;
}

interface ShownProps extends RunProps {
  readonly found: {
    readonly data: Omit<Rows, 'entries'> | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly content: TableContent | undefined;
  /** Of documents; undefined for rows, whose columns the query selects. */
  readonly columns?: readonly string[];
}

function Shown({ state, query, problem, onFailure, found, content, columns }: ShownProps) {
  const text = useText();
  const { error } = found;
  useEffect(() => onFailure(error ? { query, error } : undefined), [query, error, onFailure]);
  if (problem) {
    return (
      <div role="alert" className={classes.problem}>
        <strong>{text('nxql.problem')}</strong>
        <p>{problem.message}</p>
      </div>
    );
  }
  if (error) return <Failure error={error} onRetry={() => void found.refetch()} />;
  if (!found.data || !content) return <Loading />;
  const isEmpty = content.rows.length === 0;
  return (
    <section aria-label={text('search.results')} aria-busy={found.isPlaceholderData}>
      <div className={searchClasses.resultHead}>
        <div role="status">
          <h2 className={searchClasses.count}>{countText(text, found.data)}</h2>
        </div>
        {columns && <ChooseColumns state={state} columns={columns} />}
      </div>
      {isEmpty ? (
        <Empty icon={SearchX} title={text('search.nothing')} />
      ) : (
        <ResultTable content={content} />
      )}
      {!isEmpty && <Pager state={state} page={found.data} />}
    </section>
  );
}

interface ColumnsProps {
  readonly state: SearchState;
  readonly columns: readonly string[];
}

function ChooseColumns({ state, columns }: ColumnsProps) {
  const text = useText();
  const navigate = useNavigate();
  const choose = (chosen: readonly string[]): void => {
    const search = { ...state, columns: [...chosen] };
    void navigate({ to: '/search', search, resetScroll: false });
  };
  return (
    <Button
      icon={Columns3}
      onPress={() =>
        openDialog((close) => <ColumnsDialog columns={columns} onChoose={choose} onClose={close} />)
      }
    >
      {text('nxql.columns')}
    </Button>
  );
}
