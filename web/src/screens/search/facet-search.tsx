import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { searchQuery } from '../../api/search.ts';
import { useLocale, useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Unloaded } from '../../ui/states.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { FacetPanel } from './facet-panel.tsx';
import { facetsOf } from './facets.ts';
import { parametersOf } from './request.ts';
import { Results } from './results.tsx';
import { SavedSearches } from './saved-searches.tsx';
import classes from './search.module.css';
import type { SearchState } from './search-params.ts';
import { SearchStart } from './search-start.tsx';
import { filterCount, isBlank } from './search-state.ts';
import { ShowAsNxql } from './show-as-nxql.tsx';

/** Words and facets: what is asked for is in the address. */
export function FacetSearch({ state }: { readonly state: SearchState }) {
  const text = useText();
  const language = useLocale();
  const isStart = isBlank(state);
  const found = useQuery({ ...searchQuery(parametersOf(state)), enabled: !isStart });
  const facets = facetsOf(isStart ? undefined : found.data?.aggregations, language);
  return (
    <Frame
      state={state}
      side={!isStart && <FacetPanel state={state} facets={facets} page={found.data} />}
    >
      <header className={classes.head}>
        <h1>{state.q ? text('search.titleOf', { words: state.q }) : text('search.title')}</h1>
        <ShowAsNxql state={state} isShown={!isStart} />
      </header>
      <ActiveFilters state={state} facets={facets} />
      {isStart && <SearchStart />}
      {!isStart && (!found.data || found.error) && <Unloaded found={found} />}
      {!isStart && found.data && (
        <Results state={state} page={found.data} isOld={found.isPlaceholderData} />
      )}
    </Frame>
  );
}

interface FrameProps {
  readonly state: SearchState;
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** The side is below a button where the window is narrow. */
function Frame({ state, side, children }: FrameProps) {
  const text = useText();
  const [isSideOpen, setIsSideOpen] = useState(false);
  const count = filterCount(state);
  return (
    <div className={classes.screen}>
      <div className={classes.sideButton}>
        <Button
          icon={ListFilter}
          aria-expanded={isSideOpen}
          aria-controls="search-side"
          onPress={() => setIsSideOpen(!isSideOpen)}
        >
          {count > 0 ? text('search.filterCount', { count }) : text('search.filters')}
        </Button>
        <Link to="/search" search={{ mode: 'nxql' }}>
          {text('search.nxql')}
        </Link>
      </div>
      <aside
        id="search-side"
        aria-label={text('search.filters')}
        className={classes.side}
        data-open={isSideOpen}
      >
        <SavedSearches state={state} />
        {side}
      </aside>
      <div className={classes.main}>{children}</div>
    </div>
  );
}
