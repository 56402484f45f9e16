import type { SearchState } from './search-params.ts';
import { type SortName, sortOf } from './search-state.ts';

export const pageSize = 20;

const orders: Readonly<Record<Exclude<SortName, 'relevance'>, readonly [string, 'asc' | 'desc']>> =
  {
    'modified-desc': ['dc:modified', 'desc'],
    'modified-asc': ['dc:modified', 'asc'],
    'created-desc': ['dc:created', 'desc'],
    'title-asc': ['dc:title', 'asc'],
    'title-desc': ['dc:title', 'desc'],
  };

/** The property and the direction; nothing for the relevance, which is the order of the server. */
export function orderOf(sort: SortName): readonly [string, 'asc' | 'desc'] | undefined {
  return sort === 'relevance' ? undefined : orders[sort];
}

/** The fields of the search document with their values. */
export function fieldsOf({ q = '', where = {} }: SearchState): Record<string, string | string[]> {
  const words = wordsOf(q);
  const fields = Object.entries(where).map(([field, values]): [string, string | string[]] => {
    const instant = instantOf(field, values[0]);
    return [field, instant ?? values];
  });
  return { ...Object.fromEntries(fields), ...(words && { ecm_fulltext: words }) };
}

/** The parameters of the request for a page of results. */
export function parametersOf(state: SearchState): Record<string, string | number> {
  const order = orderOf(sortOf(state));
  const fields = Object.entries(fieldsOf(state)).map(([field, value]) => [
    field,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    ...Object.fromEntries(fields),
    pageSize,
    currentPageIndex: (state.page ?? 1) - 1,
    ...(order && { sortBy: order[0], sortOrder: order[1] }),
    ...(state.quick && { quickFilters: state.quick.join(',') }),
  };
}

/**
 * Words as the server takes them: it refuses phrases without an end, quotes within words, and OR
 * with nothing on one of its sides, all of which users type on their way.
 */
export function wordsOf(typed: string): string {
  const parts = typed.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const isOr = (part: string | undefined): boolean => part?.toUpperCase() === 'OR';
  const kept: string[] = [];
  for (const part of parts) {
    const isMisplaced = isOr(part) && (kept.length === 0 || isOr(kept.at(-1)));
    if (part.replaceAll('"', '').trim() !== '' && !isMisplaced) kept.push(part);
  }
  return (isOr(kept.at(-1)) ? kept.slice(0, -1) : kept).join(' ');
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** The beginning of the first day and the end of the last one, where the user is. */
function instantOf(field: string, value: string | undefined): string | undefined {
  const isStart = field.endsWith('_min');
  if (value === undefined || (!isStart && !field.endsWith('_max'))) return undefined;
  if (!day.test(value)) return value;
  const date = new Date(`${value}T${isStart ? '00:00:00.000' : '23:59:59.999'}`);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** The day of an instant where the user is, for the address. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  if (day.test(instant) || Number.isNaN(date.getTime())) return instant;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
