import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  childrenCountQuery,
  childrenPageQuery,
  countedMax,
  type Listing,
} from '../api/children.ts';
import { listPageSize } from '../api/first-requests.ts';
import type { Docs } from '../api/types.ts';
import type { Rows } from './selection.ts';

export interface Listed {
  readonly rows: Rows;
  /** There are more than the server counts. */
  readonly isCapped: boolean;
  /** The number of rows is known. */
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  /** It is not known yet whether there are any: the list has not come, or was empty before a change. */
  readonly isUndecided: boolean;
  readonly error: unknown;
  retry(): void;
}

/** The rows of a folder, of which the pages of drawn rows are asked for; requests of other pages are given up. */
export function useRows(listing: Listing, drawn: readonly [first: number, last: number]): Listed {
  const client = useQueryClient();
  const [first, last] = drawn.map((index) => Math.max(0, Math.floor(index / listPageSize))) as [
    number,
    number,
  ];
  const wanted = useSettled(`${first}-${last}`);
  const answers = useQueries({
    queries: pagesOf(wanted).map((index) => childrenPageQuery(listing, index)),
  });
  const [beginning] = answers;
  const hasMore = beginning?.data?.isNextPageAvailable === true;
  const count = useQuery({ ...childrenCountQuery(listing), enabled: hasMore });
  const pageOf = (index: number): Docs | undefined =>
    client.getQueryData(childrenPageQuery(listing, index).queryKey);
  const counted = hasMore ? (count.data ?? listPageSize + 1) : beginning?.data?.entries.length;
  const isCapped = counted === Number.POSITIVE_INFINITY;
  const total = isCapped ? grown(pageOf, last) : (counted ?? 0);
  const isAsking = beginning?.isFetching === true;
  const isEmptyYet = beginning?.data?.entries.length === 0 && isAsking;
  const hasAnswered = useHasAnswered(listing, isAsking);
  const failed = answers.find(({ error }) => error) ?? (count.error ? count : undefined);
  return {
    rows: rowsOf(pageOf, total),
    isCapped,
    isComplete: beginning?.data !== undefined && (!hasMore || count.data !== undefined),
    isUndecided:
      beginning?.isPending === true || (isEmptyYet && (!hasAnswered || isChanged(client, listing))),
    isLoading: answers.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

/** Whether the server has answered since this list is shown: what was kept of an earlier visit may be old. */
function useHasAnswered({ folder, order, text }: Listing, isAsking: boolean): boolean {
  const shown = [folder, order.by, order.direction, text].join('\n');
  const [answered, setAnswered] = useState<string>();
  if (!isAsking && answered !== shown) setAnswered(shown);
  return answered === shown;
}

/** The user has changed what is in the folder since it was read. */
function isChanged(client: QueryClient, listing: Listing): boolean {
  return client.getQueryState(childrenPageQuery(listing, 0).queryKey)?.isInvalidated === true;
}

/** Behind what the server counts a list grows while its end is shown. */
function grown(pageOf: (index: number) => Docs | undefined, last: number): number {
  const counted = countedMax / listPageSize;
  let index = Math.max(counted, last);
  while (index > counted && !pageOf(index)) index -= 1;
  const page = pageOf(index);
  const end = (index + 1) * listPageSize;
  if (!page) return countedMax;
  return page.isNextPageAvailable ? end + listPageSize : end - listPageSize + page.entries.length;
}

/** The first page always: it says whether there are more. */
function pagesOf(wanted: string): readonly number[] {
  const [first = 0, last = 0] = wanted.split('-').map(Number);
  const pages = new Set([0]);
  for (let index = first; index <= last; index += 1) pages.add(index);
  return [...pages];
}

const settledMs = 60;

/** Pages that fly past while the list is scrolled quickly are not asked for at all. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function rowsOf(pageOf: (index: number) => Docs | undefined, total: number): Rows {
  const places = new Map<string, number>();
  const rows: Rows = {
    total,
    at: (index) => pageOf(Math.floor(index / listPageSize))?.entries[index % listPageSize],
    *loaded() {
      for (let page = 0; page * listPageSize < total; page += 1) {
        const start = page * listPageSize;
        for (const [at, document] of (pageOf(page)?.entries ?? []).entries()) {
          yield [start + at, document];
        }
      }
    },
    indexOf(uid) {
      if (places.size === 0) for (const [index, each] of rows.loaded()) places.set(each.uid, index);
      return places.get(uid);
    },
  };
  return rows;
}
