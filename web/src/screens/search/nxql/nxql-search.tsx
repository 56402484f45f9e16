import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { History, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { changed } from '../../../api/changes.ts';
import { kindOf } from '../../../api/errors.ts';
import { queryNamesQuery, vocabularyValuesQuery } from '../../../api/query-names.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SavedSearches } from '../saved-searches.tsx';
import searchClasses from '../search.module.css';
import type { SearchState } from '../search-params.ts';
import type { CompletionSource } from './completions.ts';
import { NxqlEditor } from './editor.tsx';
import classes from './nxql.module.css';
import { NxqlResults } from './nxql-results.tsx';
import { problemOf, type QueryProblem } from './problem-place.ts';
import { recentQueries, rememberQuery } from './recent-queries.ts';
import { useResults } from './use-results.ts';

/** Queries as text. The one that was run is in the address, and its results are below. */
export function NxqlSearch({ state }: { readonly state: SearchState }) {
  const text = useText();
  const user = useUser();
  const [ran, setRan] = useState(state.query);
  const [draft, setDraft] = useState(state.query ?? '');
  // After a step back or forward, and for a saved search.
  if (ran !== state.query) {
    setRan(state.query);
    setDraft(state.query ?? '');
  }
  const results = useResults(state);
  const completions = useCompletions();
  const run = useRun(state);
  const runDraft = (query: string): void => {
    if (query.trim() === '') return;
    rememberQuery(user.id, query);
    run(query);
  };
  const problem = useMemo(
    () => problemIn(state.query, results.error),
    [state.query, results.error],
  );
  return (
    <div className={searchClasses.screen}>
      <aside aria-label={text('search.saved')} className={`${searchClasses.side} ${classes.side}`}>
        <SavedSearches state={state} />
      </aside>
      <div className={`${searchClasses.main} ${classes.main}`}>
        <header className={searchClasses.head}>
          <h1>{text('search.nxql')}</h1>
          <Link to="/search" search={{}}>
            {text('search.simple')}
          </Link>
        </header>
        <NxqlEditor
          label={text('nxql.editor')}
          value={draft}
          completions={completions}
          problem={problem}
          onChange={setDraft}
          onRun={runDraft}
        />
        <div className={classes.tools}>
          <Button look="primary" icon={Play} onPress={() => runDraft(draft)}>
            {text('nxql.run')}
          </Button>
          <Recent user={user.id} onChoose={setDraft} />
          <p className={classes.help}>{text('nxql.help')}</p>
        </div>
        <NxqlResults state={state} results={results} problem={problem} />
      </div>
    </div>
  );
}

/** Only where the query is wrong: for other errors it can be run again. */
function problemIn(query: string | undefined, error: Error | null): QueryProblem | undefined {
  if (query === undefined || error === null || kindOf(error) !== 'invalid') return undefined;
  return problemOf(query, error.message);
}

/** The same query again is asked for anew. */
function useRun(state: SearchState) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (query: string): void => {
    if (query === state.query && state.page === undefined) {
      void changed(client, { lists: ['search'] });
      return;
    }
    void navigate({
      to: '/search',
      search: { ...state, mode: 'nxql', query, page: undefined },
      resetScroll: false,
    });
  };
}

function useCompletions(): CompletionSource {
  const text = useText();
  const client = useQueryClient();
  useQuery(queryNamesQuery);
  return {
    text,
    names: () => client.getQueryData(queryNamesQuery.queryKey),
    values: (directory) =>
      client.query(vocabularyValuesQuery(directory)).catch((): readonly string[] => []),
  };
}

interface RecentProps {
  readonly user: string;
  readonly onChoose: (query: string) => void;
}

function Recent({ user, onChoose }: RecentProps) {
  const text = useText();
  const queries = recentQueries(user);
  if (queries.length === 0) return null;
  const label = text('nxql.recent');
  return (
    <Menu
      label={label}
      trigger={<Button icon={History}>{label}</Button>}
      groups={[queries.map((query) => ({ id: query, label: query, run: () => onChoose(query) }))]}
    />
  );
}
