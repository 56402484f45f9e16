/** Browsers cut elements that are higher, in pixels of the screen. */
const heightMax = 15_000_000;

/** Rows beside the view that are made before they are scrolled to. */
export const overscan = 6;

export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** How the rows are put into an element that is not too high for a browser. */
export interface Placement {
  /** Of the element. */
  readonly height: number;
  /** Pixels of the list for each pixel that is scrolled: 1 but for very long lists. */
  readonly factor: number;
}

interface Measures {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewHeight: number;
}

export function placementOf(
  { rows, rowHeight, viewHeight }: Measures,
  pixelRatio: number,
): Placement {
  const wanted = rows * rowHeight;
  const most = heightMax / Math.max(1, pixelRatio);
  if (wanted <= most || viewHeight >= most) return { height: wanted, factor: 1 };
  return { height: most, factor: (wanted - viewHeight) / (most - viewHeight) };
}

export function rangeOf(
  { rows, rowHeight, viewHeight }: Measures,
  offset: number,
): readonly [first: number, last: number] {
  const last = Math.max(0, rows - 1);
  return [
    Math.min(last, Math.floor(offset / rowHeight)),
    Math.min(last, Math.floor((offset + viewHeight) / rowHeight)),
  ];
}

/** The rows in the view with some beside it, which are in the page before they are scrolled to. */
export function drawnRows(
  [first, last]: readonly [number, number],
  rows: number,
  beside = overscan,
): readonly [first: number, last: number] {
  return [Math.max(0, first - beside), Math.min(rows - 1, last + beside)];
}

/** The rows in the page: those around the view, and one that has the focus, wherever it is. */
export function shownRows(
  range: readonly [number, number],
  rows: number,
  kept: number,
  beside = overscan,
): readonly number[] {
  const [from, to] = drawnRows(range, rows, beside);
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (kept < from) return [kept, ...shown];
  return kept > to && kept < rows ? [...shown, kept] : shown;
}
