import { useEffect, useRef } from 'react';
import { nothingSelected, type Rows, select } from './selection.ts';
import type { ListPlace } from './use-list-place.ts';

interface Options {
  readonly uid: string | undefined;
  readonly rows: Rows;
  readonly place: ListPlace;
  readonly element: HTMLDivElement | null;
  /** Brings the document into the view. */
  readonly reveal: (index: number) => void;
}

/** The focus and the selection go along with the document that is looked at over the list, and are there when that ends. */
export function useLookedRow({ uid, rows, place, element, reveal }: Options): void {
  const followed = useRef<string>(undefined);
  const index = uid === undefined ? undefined : rows.indexOf(uid);
  useEffect(() => {
    if (uid === undefined && followed.current !== undefined) {
      followed.current = undefined;
      element?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus();
    }
    if (index === undefined || followed.current === uid) return;
    followed.current = uid;
    const { focus, selection } = place;
    // A selection of several documents is kept.
    if (selection.documents.size <= 1) {
      place.setSelection(select(rows, nothingSelected, { at: index, focus, pick: 'only' }));
    }
    place.setFocus(index);
    reveal(index);
  });
}
