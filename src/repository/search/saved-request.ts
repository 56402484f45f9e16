import type { SavedSearch } from '../../model/saved-search.ts';
import { emptyRequest, type ProviderRequest, pairSort } from './provider-request.ts';

/** The request of a saved search. */
export function requestOf(search: SavedSearch): ProviderRequest {
  const named = [...search.params].flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return {
    ...emptyRequest,
    positional: listOf(search.queryParams),
    named: new Map(named),
    sort: pairSort(search.sortBy?.split(',') ?? [], search.sortOrder?.split(',') ?? []),
    pageSize: search.pageSize,
    pageIndex: Math.max(search.currentPageIndex ?? 0, 0),
    maxResults: search.maxResults,
  };
}

/** A list in JSON, or else the one value. */
function listOf(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json.map(String) : [text];
  } catch {
    return [text];
  }
}
