import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../session/preferences.ts';
import { fittingColumns } from './columns.ts';
import { useDocumentDrops } from './drag.ts';
import { layoutOf, remOf } from './layout.ts';
import type { DocumentListProps, Editing } from './list-props.ts';
import { drawnRows } from './scroll-window.ts';
import { useListEvents } from './use-list-events.ts';
import { useListPlace } from './use-list-place.ts';
import { useLookedRow } from './use-looked-row.ts';
import { useRestoredList } from './use-restored-list.ts';
import { useRows } from './use-rows.ts';
import { useScrollWindow, useView } from './use-scroll-window.ts';

/** What a list shows of a folder, where the user is in it, and what the pointer and the keys do. */
export function useDocumentList(props: DocumentListProps) {
  const { listing, entry } = props;
  const { density } = usePreferences();
  const view = useView();
  const layout = layoutOf(props.view, view.size.width, density);
  const [total, setTotal] = useState(0);
  const rowCount = Math.ceil(total / layout.columns);
  const scroll = useScrollWindow({ ...layout, view, rows: rowCount });
  const placesIn = ([first, last]: readonly [number, number]) =>
    [first * layout.columns, (last + 1) * layout.columns - 1] as const;
  const shown = placesIn(scroll.range);
  const listed = useRows(listing, placesIn(drawnRows(scroll.range, rowCount)));
  const { rows, isComplete } = listed;
  if (rows.total !== total) setTotal(rows.total);
  const place = useListPlace(entry, rows, listing.text);
  const wantsFocus = useRef(false);
  const { element } = view;
  useRestoredList({ entry, element, isComplete, place, wantsFocus });
  useFocusAfterEditing(props.editing, wantsFocus);
  useLayoutEffect(() => keepFocus(element, place.focus, wantsFocus));
  useLookedRow({
    uid: props.looked,
    rows,
    place,
    element,
    reveal: (index) => scroll.reveal(Math.floor(index / layout.columns)),
  });
  useDocumentDrops(props.onDropDocuments);
  const events = useListEvents({ props, rows, place, scroll, layout, wantsFocus });
  const wanted = props.view === 'list' ? props.columns.join() : '';
  const rem = remOf(view.size.width);
  const columns = useMemo(() => fittingColumns(wanted.split(','), rem), [wanted, rem]);
  return { view, layout, scroll, shown, listed, place, events, columns };
}

/** The row gets the focus back from the field in it, unless something else has it. */
function useFocusAfterEditing(editing: Editing | undefined, wantsFocus: RefObject<boolean>): void {
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    const hasEnded = wasEditing.current && !editing;
    wasEditing.current = editing !== undefined;
    if (hasEnded && document.activeElement === document.body) wantsFocus.current = true;
  }, [editing, wantsFocus]);
}

/** The focus is at the row that it belongs to, also when the rows have another order. */
function keepFocus(
  element: HTMLDivElement | null,
  focus: number,
  wantsFocus: RefObject<boolean>,
): void {
  if (!element) return;
  const focused = element.querySelector<HTMLElement>('[data-index]:focus');
  const isElsewhere = focused !== null && Number(focused.dataset.index) !== focus;
  if (!wantsFocus.current && !isElsewhere) return;
  const row = element.querySelector<HTMLElement>(`[data-index="${focus}"]`);
  row?.focus({ preventScroll: true });
  if (row) wantsFocus.current = false;
}
