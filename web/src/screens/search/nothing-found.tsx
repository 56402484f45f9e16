import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useText } from '../../i18n/i18n.tsx';
import { Empty } from '../../ui/states.tsx';
import { wordsOf } from './request.ts';
import type { SearchState } from './search-params.ts';
import { filterCount, pathField, valuesOf, withoutFilters, withValues } from './search-state.ts';

/** With what finds more. */
export function NothingFound({ state }: { readonly state: SearchState }) {
  const text = useText();
  const filters = filterCount(state);
  const words = wordsOf(state.q ?? '');
  const hasPath = valuesOf(state, pathField).length > 0;
  return (
    <Empty icon={SearchX} title={text('search.nothing')}>
      {hasPath && filters > 1 && (
        <Link to="/search" search={withValues(state, pathField, [])}>
          {text('search.everywhere')}
        </Link>
      )}
      {filters > 0 && (
        <Link to="/search" search={withoutFilters(state)}>
          {text(hasPath && filters === 1 ? 'search.everywhere' : 'search.clearFilters')}
        </Link>
      )}
      {/^[\p{L}\p{N}]+$/u.test(words) && (
        <Link to="/search" search={{ ...state, q: `${words}*`, page: undefined }}>
          {text('search.beginnings', { words })}
        </Link>
      )}
      <p>{text('search.nothingHelp')}</p>
    </Empty>
  );
}
