import { useMemo } from 'react';
import type { WholeList } from '../../actions/action.ts';
import { childrenText } from '../../api/children.ts';
import type { Doc } from '../../api/types.ts';
import type { Picked } from '../../grid/list-props.ts';

interface Shown {
  readonly folder: Doc;
  readonly filter: string;
  readonly picked: Pick<Picked, 'isWhole' | 'total' | 'isCapped'>;
}

/** All documents of a folder by their query, where all of them are selected. */
export function useWholeList({ folder, filter, picked }: Shown): WholeList | undefined {
  const { isWhole, total: count, isCapped } = picked;
  const { uid } = folder;
  return useMemo(
    () =>
      isWhole ? { query: childrenText(uid, filter), count, isCapped, isTrashed: false } : undefined,
    [uid, filter, isWhole, count, isCapped],
  );
}
