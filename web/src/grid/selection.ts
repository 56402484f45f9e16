import type { Doc } from '../api/types.ts';

/** The documents of a list as far as they have been loaded. */
export interface Rows {
  readonly total: number;
  at(index: number): Doc | undefined;
  indexOf(uid: string): number | undefined;
  /** All that have been loaded, in the order of the list. */
  loaded(): Iterable<readonly [index: number, document: Doc]>;
}

/** Kept by ids: another order and new answers of the server do not change it. */
export interface Selection {
  readonly documents: ReadonlyMap<string, Doc>;
  /** Where ranges begin. */
  readonly anchor: string | undefined;
  /** All that were loaded, or all of the list, of which the loaded ones are known. */
  readonly extent?: 'loaded' | 'whole';
  /** By which text the list was filtered when all of it was selected. */
  readonly filter?: string;
}

export const nothingSelected: Selection = { documents: new Map(), anchor: undefined };

/** What a click or a key does to the selection: `range` replaces it, `extend` adds to it. */
export type Pick = 'only' | 'toggle' | 'range' | 'extend' | 'none';

interface Picked {
  readonly at: number;
  /** Where the focus was before. */
  readonly focus: number;
  readonly pick: Pick;
}

/** How a click picks, by the keys that are held. */
export function pickOfClick(event: {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}): Pick {
  const isAdding = event.ctrlKey || event.metaKey;
  if (event.shiftKey) return isAdding ? 'extend' : 'range';
  return isAdding ? 'toggle' : 'only';
}

/** The selection after a click or a key at a row. */
export function select(rows: Rows, selection: Selection, { at, focus, pick }: Picked): Selection {
  if (pick === 'none') return selection;
  const document = rows.at(at);
  const known = selection.extent === 'whole' ? selectLoaded(rows, selection) : selection;
  if (pick === 'range' || pick === 'extend') {
    const anchor = selection.anchor ?? rows.at(focus)?.uid;
    const from = anchor === undefined ? focus : (rows.indexOf(anchor) ?? focus);
    const before = pick === 'extend' ? known.documents : [];
    return { documents: new Map([...before, ...rangeOf(rows, from, at)]), anchor };
  }
  if (!document) return pick === 'only' ? nothingSelected : selection;
  const documents = new Map(pick === 'only' ? [] : known.documents);
  if (!documents.delete(document.uid)) documents.set(document.uid, document);
  return { documents, anchor: document.uid };
}

/** Documents that have not been loaded have not been seen: they are never taken. */
function rangeOf(rows: Rows, from: number, to: number): [string, Doc][] {
  const range: [string, Doc][] = [];
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    const document = rows.at(index);
    if (document) range.push([document.uid, document]);
  }
  return range;
}

export function selectLoaded(rows: Rows, { anchor }: Selection): Selection {
  const documents = new Map<string, Doc>();
  for (const [, document] of rows.loaded()) documents.set(document.uid, document);
  return { documents, anchor, extent: 'loaded' };
}

export function selectWhole(rows: Rows, selection: Selection, filter: string): Selection {
  return { ...selectLoaded(rows, selection), extent: 'whole', filter };
}

/** With another filter the list has other documents: of all that were selected those stay that were known. */
export function forFilter(selection: Selection, present: string): Selection {
  const { documents, anchor, extent, filter } = selection;
  return extent === 'whole' && filter !== present ? { documents, anchor } : selection;
}

/** Of a whole list nothing stays selected, as it is not known what is left of it. */
export function withoutLeft(selection: Selection, left: ReadonlySet<string>): Selection {
  const { documents, anchor, extent } = selection;
  const kept = [...documents].filter(([uid]) => !left.has(uid));
  if (kept.length === documents.size) return selection;
  return extent === 'whole' ? nothingSelected : { documents: new Map(kept), anchor };
}

/** With the documents as the server has answered last; those that are not loaded stay as they were. */
export function refreshed(rows: Rows, { documents }: Selection): readonly Doc[] {
  return [...documents.values()].map((document) => {
    const index = rows.indexOf(document.uid);
    return (index === undefined ? undefined : rows.at(index)) ?? document;
  });
}
