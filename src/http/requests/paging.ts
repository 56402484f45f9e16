import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { integer } from '../../entities/json-schema.ts';
import { inQuery } from '../parameters.ts';

export const pagingParameters = [
  inQuery('pageSize', 'entries of a page; 0: as many as possible', integer),
  inQuery('currentPageIndex', 'which page, from 0', integer),
  inQuery('offset', 'entries before the page; instead of currentPageIndex', integer),
];

export interface Page {
  readonly size: number;
  readonly offset: number;
}

/**
 * `pageSize`, `currentPageIndex` and `offset` of a list request. A size of 0 means the maximum;
 * larger ones than the limit are cut to it.
 *
 * @throws AppError request.invalid naming the parameter
 */
export function parsePage(query: URLSearchParams): Page {
  const asked = wholeNumber(query, 'pageSize', limits.pageSizeDefault);
  const size = asked === 0 ? limits.pageSizeMax : Math.min(asked, limits.pageSizeMax);
  const index = wholeNumber(query, 'currentPageIndex', 0);
  return { size, offset: wholeNumber(query, 'offset', index * size) };
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 2_147_483_647) return value;
  throw new AppError('request.invalid', `${name}: ${text} is not a whole number from 0`);
}
