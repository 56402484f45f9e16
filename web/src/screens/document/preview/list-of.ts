import type { DocumentList } from '../../../api/neighbours.ts';

interface ListSearch {
  readonly from?: string | undefined;
  readonly sort?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** The list that the address names; undefined where it names none. */
export function listOf({ from, sort, order }: ListSearch): DocumentList | undefined {
  if (!from) return undefined;
  return { folder: from, sort: sort || 'dc:title', order: order ?? 'asc', withFolders: false };
}
