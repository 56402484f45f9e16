import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { searchDefinitionQuery } from '../../api/search.ts';
import { useText } from '../../i18n/i18n.tsx';
import { nxqlOf } from './nxql-of.ts';
import type { SearchState } from './search-params.ts';

interface Props {
  readonly state: SearchState;
  readonly isShown: boolean;
}

/** The same search as a query that can be edited. */
export function ShowAsNxql({ state, isShown }: Props) {
  const text = useText();
  const definition = useQuery({ ...searchDefinitionQuery, enabled: isShown });
  if (!isShown || !definition.data) return null;
  const query = nxqlOf(state, definition.data);
  return (
    <Link to="/search" search={{ mode: 'nxql', query }}>
      {text('search.showNxql')}
    </Link>
  );
}
