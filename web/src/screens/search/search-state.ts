import type { SearchState } from './search-params.ts';

export type SortName = NonNullable<SearchState['sort']>;

/** Fields of the search document that are not facets. */
export const pathField = 'ecm_path';

/** By relevance only where there are words to be relevant for. */
export function sortOf({ q = '', sort }: SearchState): SortName {
  if (sort && (sort !== 'relevance' || q.trim())) return sort;
  return q.trim() ? 'relevance' : 'modified-desc';
}

/** The orders that can be chosen. */
export function sortsFor({ q = '' }: SearchState): readonly SortName[] {
  const always = [
    'modified-desc',
    'modified-asc',
    'created-desc',
    'title-asc',
    'title-desc',
  ] as const;
  return q.trim() ? ['relevance', ...always] : always;
}

/** Nothing has been asked for yet. An empty word asks for everything. */
export function isBlank({ q, where = {}, quick = [] }: SearchState): boolean {
  return q === undefined && Object.keys(where).length === 0 && quick.length === 0;
}

export function filterCount({ where = {}, quick = [] }: SearchState): number {
  return Object.values(where).reduce((sum, values) => sum + values.length, 0) + quick.length;
}

export function valuesOf({ where = {} }: SearchState, field: string): readonly string[] {
  return where[field] ?? [];
}

/** Narrower or wider, from the first page. Fields without values are left out of the address. */
export function withValues(
  state: SearchState,
  field: string,
  values: readonly string[],
): SearchState {
  const { [field]: _, ...others } = state.where ?? {};
  const where = values.length > 0 ? { ...others, [field]: [...values] } : others;
  return { ...state, page: undefined, where: Object.keys(where).length > 0 ? where : undefined };
}

export function toggled(state: SearchState, field: string, value: string): SearchState {
  const values = valuesOf(state, field);
  const next = values.includes(value)
    ? values.filter((each) => each !== value)
    : [...values, value];
  return withValues(state, field, next);
}

export function quickToggled(state: SearchState, name: string): SearchState {
  const { quick = [] } = state;
  const next = quick.includes(name) ? quick.filter((each) => each !== name) : [...quick, name];
  return { ...state, page: undefined, quick: next.length > 0 ? next : undefined };
}

/** Without filters; words and order stay. */
export function withoutFilters({
  where: _,
  quick: __,
  page: ___,
  ...rest
}: SearchState): SearchState {
  return rest;
}
