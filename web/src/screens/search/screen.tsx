import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FacetSearch } from './facet-search.tsx';
import { searchRoute } from './route.ts';

const NxqlSearch = lazyPart(
  'screen',
  async () => (await import('./nxql/nxql-search.tsx')).NxqlSearch,
);

export function SearchScreen() {
  const text = useText();
  const state = searchRoute.useSearch();
  const { mode, q } = state;
  const simpleTitle = q ? text('search.titleOf', { words: q }) : text('search.title');
  usePageTitle(mode === 'nxql' ? text('search.nxql') : simpleTitle);
  if (mode !== 'nxql') return <FacetSearch state={state} />;
  return <NxqlSearch state={state} />;
}
