import { useNavigate } from '@tanstack/react-router';
import { Columns3, Search, SearchX } from 'lucide-react';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';
import { Pager } from '../pager.tsx';
import { countText } from '../result-count.ts';
import searchClasses from '../search.module.css';
import type { SearchState } from '../search-params.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import classes from './nxql.module.css';
import type { QueryProblem } from './problem-place.ts';
import { ResultTable } from './result-table.tsx';
import type { QueryResults } from './use-results.ts';

interface Props {
  readonly state: SearchState;
  readonly results: QueryResults;
  /** Of the query itself. */
  readonly problem: QueryProblem | undefined;
}

const example = "SELECT * FROM File WHERE dc:modified > NOW('-P7D')";

/** What the query of the address has found. */
export function NxqlResults({ state, results, problem }: Props) {
  const text = useText();
  const { found, columns, error, isOld, retry } = results;
  if (!state.query) {
    return (
      <Empty icon={Search} title={text('nxql.start')}>
        <code>{example}</code>
      </Empty>
    );
  }
  if (problem) {
    return (
      <div role="alert" className={classes.problem}>
        <strong>{text('nxql.problem')}</strong>
        <p>{problem.message}</p>
      </div>
    );
  }
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!found) return <Loading />;
  const isEmpty = found.content.rows.length === 0;
  return (
    <section aria-label={text('search.results')} aria-busy={isOld}>
      <div className={searchClasses.resultHead}>
        <div role="status">
          <h2 className={searchClasses.count}>{countText(text, found.page)}</h2>
        </div>
        {columns && <ChooseColumns state={state} columns={columns} />}
      </div>
      {isEmpty ? (
        <Empty icon={SearchX} title={text('search.nothing')}>
          <p>{text('search.nothingHelp')}</p>
        </Empty>
      ) : (
        <ResultTable content={found.content} />
      )}
      {!isEmpty && <Pager state={state} page={found.page} />}
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
