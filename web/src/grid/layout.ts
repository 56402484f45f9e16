/** How a list is laid out, in pixels. */
export interface Layout {
  readonly view: 'list' | 'grid';
  /** Documents beside each other. */
  readonly columns: number;
  readonly rowHeight: number;
  readonly headHeight: number;
}

const rowHeights = { comfortable: 2.75, compact: 2.125 } as const;
const headHeight = 2.25;
const tileWidth = 10.5;
const tileHeight = 12.5;

export function layoutOf(
  view: Layout['view'],
  width: number,
  density: keyof typeof rowHeights,
): Layout {
  if (view === 'list') {
    const rowHeight = pixelsOf(rowHeights[density]);
    return { view, columns: 1, rowHeight, headHeight: pixelsOf(headHeight) };
  }
  const columns = Math.max(2, Math.floor(width / pixelsOf(tileWidth)));
  return { view, columns, rowHeight: pixelsOf(tileHeight), headHeight: 0 };
}

/** Of a length in the size of the font of the page. */
export function pixelsOf(rem: number): number {
  return rem * fontSize();
}

export function remOf(pixels: number): number {
  return pixels / fontSize();
}

/** Undefined until it is needed: the browser has to lay out the page before it can tell. */
let knownFontSize: number | undefined;
addEventListener('resize', () => {
  knownFontSize = undefined;
});

function fontSize(): number {
  knownFontSize ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return knownFontSize;
}
