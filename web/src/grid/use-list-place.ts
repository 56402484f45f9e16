import { useState } from 'react';
import { recall } from './memory.ts';
import type { Rows, Selection } from './selection.ts';

/** Where the user is in a list. */
export interface ListPlace {
  /** The row that the tab key leads to. */
  readonly focus: number;
  readonly selection: Selection;
  setFocus(index: number): void;
  setSelection(selection: Selection): void;
}

interface Focus {
  readonly index: number;
  /** What was there: it is found again when the order is another one. */
  readonly uid: string | undefined;
}

/** The focus and the selection, which come back with the entry of the history. */
export function useListPlace(entry: string, rows: Rows): ListPlace {
  const [start] = useState(() => recall(entry));
  const [selection, setSelection] = useState(start.selection);
  const [focus, setFocus] = useState<Focus>({ index: start.focus, uid: undefined });
  return {
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
