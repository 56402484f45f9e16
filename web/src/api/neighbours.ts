import { queryOptions } from '@tanstack/react-query';
import { childrenText } from './children.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** The list from which a document was opened. */
export interface DocumentList {
  /** The id of the folder. */
  readonly folder: string;
  /** A property, such as `dc:title`. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly withFolders: boolean;
  /** A part of the titles; otherwise all documents of the folder. */
  readonly text?: string;
}

/** Where a document is in its list. */
export interface Neighbours {
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const uidsOfPage = 500;
/** Further behind documents are found only from their neighbours: each page is a request. */
const pagesMax = 10;

/**
 * The documents before and behind one, found where it is expected to be, or else from the beginning of the
 * list. Null where it is not found.
 */
export function neighboursQuery(list: DocumentList, uid: string, expected: number | undefined) {
  const { folder, sort, order, withFolders, text } = list;
  return queryOptions({
    queryKey: keys.children(folder, 'neighbours', sort, order, withFolders, text, uid),
    queryFn: async ({ signal }): Promise<Neighbours | null> => {
      if (expected !== undefined) {
        const page = await uidsAt(list, { offset: Math.max(expected - 1, 0), size: 3 }, signal);
        const found = neighboursIn(page, uid);
        if (found) return found;
      }
      for (let index = 0; index < pagesMax; index += 1) {
        // Pages overlap, so that the neighbours of a document are in the page that it is in.
        const offset = Math.max(index * uidsOfPage - 1, 0);
        const page = await uidsAt(list, { offset, size: uidsOfPage + 2 }, signal);
        const found = neighboursIn(page, uid);
        if (found) return found;
        if (offset + page.uids.length >= page.count) break;
      }
      return null;
    },
  });
}

interface Uids {
  readonly offset: number;
  readonly count: number;
  readonly uids: readonly string[];
}

async function uidsAt(
  list: DocumentList,
  { offset, size }: { readonly offset: number; readonly size: number },
  signal: AbortSignal,
): Promise<Uids> {
  const { entries, resultsCount } = await api.GET('/api/v1/search/lang/NXQL/execute', {
    query: {
      query: queryText(list),
      sortBy: list.sort,
      sortOrder: list.order,
      pageSize: size,
      offset,
      maxResults: 100_000,
    },
    signal,
  });
  const uids = entries.map((each) => each.uid ?? '');
  return { offset, uids, count: Math.max(resultsCount, offset + uids.length) };
}

function queryText({ folder, text, withFolders }: DocumentList): string {
  const only = withFolders ? '' : " AND ecm:mixinType != 'Folderish'";
  return `${childrenText(folder, text ?? '')}${only}`;
}

/** Undefined where the document is not in the page, or what is behind it may be missing. */
function neighboursIn({ offset, uids, count }: Uids, uid: string): Neighbours | undefined {
  const index = uids.indexOf(uid);
  if (index < 0) return undefined;
  const at = offset + index;
  const isFirst = at === 0;
  const isLast = at === count - 1;
  if ((index === 0 && !isFirst) || (index === uids.length - 1 && !isLast)) return undefined;
  return { at, count, previous: uids[index - 1], next: uids[index + 1] };
}
