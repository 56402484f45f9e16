import type { SavedSearch, SavedSearchInput } from '../../api/saved-search-types.ts';
import { dayOf, fieldsOf, orderOf } from './request.ts';
import type { SearchState } from './search-params.ts';
import { type SortName, sortOf, sortsFor } from './search-state.ts';

const provider = 'default_search';

/** What other clients of the server do not know of. */
interface ViewData {
  readonly quick?: readonly string[] | undefined;
  readonly columns?: readonly string[] | undefined;
}

/** The search as the server keeps it: other clients can run it. */
export function savedOf(state: SearchState, title: string): SavedSearchInput {
  const { mode, query = '', quick, columns } = state;
  const view: ViewData = { quick, columns };
  const contentViewData = JSON.stringify(view);
  if (mode === 'nxql') return { title, query, queryLanguage: 'NXQL', contentViewData };
  const order = orderOf(sortOf(state));
  return {
    title,
    pageProviderName: provider,
    params: fieldsOf(state),
    contentViewData,
    ...(order && { sortBy: order[0], sortOrder: order[1] }),
  };
}

/** The address of a saved search; undefined for searches of other clients that this screen cannot show. */
export function stateOf(saved: SavedSearch): SearchState | undefined {
  const { id, query, pageProviderName, params } = saved;
  const { quick, columns } = viewOf(saved.contentViewData);
  if (query !== null) return { mode: 'nxql', query, saved: id, ...(columns && { columns }) };
  if (pageProviderName !== provider) return undefined;
  const { ecm_fulltext: words, ...others } = params;
  const where = Object.entries(others).flatMap(([field, value]) => {
    const values = [value].flat().filter((each): each is string => !!each);
    const shown = /_(?:min|max)$/.test(field) ? values.map(dayOf) : values;
    return shown.length > 0 ? [[field, shown] as const] : [];
  });
  return {
    q: typeof words === 'string' ? words : '',
    saved: id,
    ...(where.length > 0 && { where: Object.fromEntries(where) }),
    ...(quick && { quick }),
    ...sortFrom(saved),
  };
}

function sortFrom({ sortBy, sortOrder }: SavedSearch): Pick<SearchState, 'sort'> {
  const isSaved = (each: SortName): boolean => {
    const order = orderOf(each);
    return order?.[0] === sortBy && order[1] === (sortOrder ?? 'desc').toLowerCase();
  };
  const sort = sortBy ? sortsFor({ q: 'any' }).find(isSaved) : undefined;
  return sort ? { sort } : {};
}

function viewOf(data: string | null): { quick?: string[]; columns?: string[] } {
  try {
    const parsed: unknown = JSON.parse(data ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    const { quick, columns } = parsed as Record<string, unknown>;
    return { ...(isTexts(quick) && { quick }), ...(isTexts(columns) && { columns }) };
  } catch {
    return {};
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Whether a search differs from what is saved, apart from the page that is shown. */
export function isChanged(state: SearchState, saved: SavedSearch): boolean {
  const opened = stateOf(saved);
  return !!opened && comparable(savedOf(state, '')) !== comparable(savedOf(opened, ''));
}

function comparable(input: SavedSearchInput): string {
  const params = Object.entries(input.params ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...input, params });
}
