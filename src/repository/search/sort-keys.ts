import { AppError } from '../../base/errors/app-error.ts';
import { parseQuery } from '../query/parse-query.ts';
import { queryLimits } from '../query/query-limits.ts';
import type { ParsedQuery, SortKey } from '../query/syntax-tree.ts';
import type { SortInfo } from './definition.ts';

/**
 * The query with another order; unchanged when `sort` is empty.
 *
 * @throws AppError request.invalid for unknown properties, and for too many
 */
export function withSort(query: ParsedQuery, sort: readonly SortInfo[]): ParsedQuery {
  const { sortKeysMax } = queryLimits;
  if (sort.length > sortKeysMax) {
    const message = `sortBy: name at most ${sortKeysMax} properties, not ${sort.length}`;
    throw new AppError('request.invalid', message);
  }
  return sort.length === 0 ? query : { ...query, orderBy: sort.map(sortKey) };
}

/** Parsed separately, so that a name cannot inject more than one key. */
function sortKey({ property, isDescending }: SortInfo): SortKey {
  const [key, ...more] = parsedKeys(property);
  if (!key || more.length > 0) throw unusable(property);
  return { ...key, isDescending };
}

function parsedKeys(property: string): readonly SortKey[] {
  try {
    return parseQuery(`SELECT * FROM Document ORDER BY ${property} ASC`).orderBy;
  } catch (cause) {
    throw unusable(property, cause);
  }
}

function unusable(property: string, cause?: unknown): AppError {
  const message = `sortBy: ${property.slice(0, 200)} is no property to sort by`;
  return new AppError('request.invalid', message, { cause });
}
