import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { foldersQuery, startsQuery } from '../../api/tree-folders.ts';
import type { Doc } from '../../api/types.ts';

export interface Branch {
  readonly folder: Doc;
  readonly hasFolders: boolean;
  readonly branches: readonly Branch[];
  /** Not all folders have been asked for. */
  readonly hasMore: boolean;
}

interface TreeOfFolders {
  readonly branches: readonly Branch[];
  readonly isPending: boolean;
  readonly error: unknown;
  refetch(): unknown;
  readonly expanded: ReadonlySet<string>;
  setExpanded(expanded: ReadonlySet<string>): void;
  showMore(uid: string): void;
}

/** The folders that have been opened, with the way to the shown one; children are asked for when a folder is opened. */
export function useTree(way: readonly string[]): TreeOfFolders {
  const client = useQueryClient();
  const starts = useQuery(startsQuery(client));
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(way));
  const [shownWay, setShownWay] = useState(way.join());
  if (way.join() !== shownWay) {
    setShownWay(way.join());
    setExpanded(new Set([...expanded, ...way]));
  }
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const [only] = starts.data ?? [];
  const root = starts.data?.length === 1 ? only?.uid : undefined;
  const [closedRoot, setClosedRoot] = useState(false);
  const open = new Set(root && !closedRoot ? [root, ...expanded] : expanded);
  const wanted = [...open].flatMap((uid) =>
    Array.from({ length: pages.get(uid) ?? 1 }, (_, page) => ({ uid, page })),
  );
  const answers = useQueries({ queries: wanted.map(({ uid, page }) => foldersQuery(uid, page)) });
  const found = Map.groupBy(answers.keys(), (at) => wanted[at]?.uid ?? '');
  const branchOf = (folder: Doc): Branch => {
    const known = (found.get(folder.uid) ?? []).flatMap((at) => answers[at]?.data ?? []);
    return {
      folder,
      hasFolders: folder.path === '/' || folder.contextParameters.hasFolderishChild === true,
      branches: known.flatMap(({ entries }) => entries).map(branchOf),
      hasMore: known.at(-1)?.isNextPageAvailable === true,
    };
  };
  return {
    branches: (starts.data ?? []).map(branchOf),
    isPending: starts.isPending,
    error: starts.error,
    refetch: starts.refetch,
    expanded: open,
    setExpanded(next) {
      if (root) setClosedRoot(!next.has(root));
      setExpanded(next);
    },
    showMore: (uid) => setPages(new Map([...pages, [uid, (pages.get(uid) ?? 1) + 1]])),
  };
}
