import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentQuery } from '../api/documents.ts';
import { type DocumentList, type Neighbours, neighboursQuery } from '../api/neighbours.ts';
import { preload } from './preload.ts';

const nowhere: DocumentList = { folder: '', sort: 'dc:title', order: 'asc', withFolders: false };

/** The documents before and behind one in its list; both are loaded ahead. */
export function useNeighbours(
  list: DocumentList | undefined,
  uid: string,
  expected?: number,
): Neighbours | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    ...neighboursQuery(list ?? nowhere, uid, expected),
    enabled: list !== undefined,
  });
  const { previous, next } = data ?? {};
  useEffect(() => {
    for (const each of [next, previous]) {
      if (each === undefined) continue;
      void client.prefetchQuery(documentQuery(each)).then(() => {
        const document = client.getQueryData(documentQuery(each).queryKey);
        if (document) preload(client, document);
      });
    }
  }, [client, previous, next]);
  return data ?? undefined;
}
