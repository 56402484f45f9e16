import type { Doc } from '../api/types.ts';
import type { Picked } from './list-props.ts';
import { type Rows, refreshed } from './selection.ts';
import type { ListPlace } from './use-list-place.ts';
import type { Listed } from './use-rows.ts';

interface State {
  readonly listed: Listed;
  readonly place: ListPlace;
  /** The first and the last place in the view. */
  readonly shown: readonly [number, number];
  readonly events: { clear(): void; selectWhole(): void };
}

/** What is selected in a list. */
export function pickedOf({ listed, place, shown, events }: State): Picked {
  const { rows, isCapped, isUndecided } = listed;
  const { isWhole, selection } = place;
  const documents = refreshed(rows, selection);
  const hasMore = selection.extent === 'loaded' && documents.length < rows.total;
  return {
    documents,
    isWhole,
    total: rows.total,
    isCapped,
    isUndecided,
    outOfView: isWhole ? 0 : countOutOfView(rows, documents, shown),
    clear: events.clear,
    selectWhole: hasMore ? events.selectWhole : undefined,
  };
}

function countOutOfView(
  rows: Rows,
  documents: readonly Doc[],
  [first, last]: readonly [number, number],
): number {
  return documents.filter(({ uid }) => {
    const at = rows.indexOf(uid);
    return at === undefined || at < first || at > last;
  }).length;
}
