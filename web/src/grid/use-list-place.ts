import { useEffect, useState } from 'react';
import { onDocumentsLeft } from './left-documents.ts';
import { recall } from './memory.ts';
import { forFilter, type Rows, type Selection, withoutLeft } from './selection.ts';

/** Where the user is in a list. */
export interface ListPlace {
  /** The row that the tab key leads to. */
  readonly focus: number;
  readonly selection: Selection;
  /** All of the list is selected, loaded or not. */
  readonly isWhole: boolean;
  isSelected(uid: string): boolean;
  setFocus(index: number): void;
  setSelection(selection: Selection): void;
}

interface Focus {
  readonly index: number;
  /** What was there: it is found again when the order is another one. */
  readonly uid: string | undefined;
}

/** The focus and the selection, which come back with the entry of the history. */
export function useListPlace(entry: string, rows: Rows, filter: string): ListPlace {
  const [start] = useState(() => recall(entry));
  const [kept, setSelection] = useState(start.selection);
  const selection = forFilter(kept, filter);
  useEffect(
    () => onDocumentsLeft((left) => setSelection((before) => withoutLeft(before, left))),
    [],
  );
  const [focus, setFocus] = useState<Focus>({ index: start.focus, uid: undefined });
  const isWhole = selection.extent === 'whole';
  return {
    isWhole,
    isSelected: (uid) => isWhole || selection.documents.has(uid),
    focus: Math.max(0, Math.min(placeOf(focus, rows), rows.total - 1)),
    selection,
    setFocus: (index) => setFocus({ index, uid: rows.at(index)?.uid }),
    setSelection,
  };
}

function placeOf({ index, uid }: Focus, rows: Rows): number {
  if (uid === undefined || rows.at(index)?.uid === uid) return index;
  return rows.indexOf(uid) ?? index;
}
