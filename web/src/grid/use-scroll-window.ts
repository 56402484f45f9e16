import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { type Placement, placementOf, rangeOf, type ViewSize } from './scroll-window.ts';

export interface View {
  /** For the element that scrolls. */
  readonly ref: (element: HTMLDivElement | null) => void;
  readonly element: HTMLDivElement | null;
  readonly size: ViewSize;
}

/** An element with its size as it is now. */
export function useView(): View {
  const [element, ref] = useState<HTMLDivElement | null>(null);
  // For the rows that are made first: rows that are missing then are added before anything is drawn.
  const [size, setSize] = useState<ViewSize>({ width: innerWidth, height: innerHeight * 0.6 });
  useLayoutEffect(() => {
    if (!element) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) =>
        known.width === width && known.height === height ? known : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, element, size };
}

export interface ScrollWindow extends Placement {
  /** The first and last row in the view. */
  readonly range: readonly [first: number, last: number];
  readonly rowsInView: number;
  /** From the beginning of the list, in pixels. */
  topOf(row: number): number;
  /** Scrolls so far that the row is in the view. */
  reveal(row: number): void;
}

interface Options {
  readonly view: View;
  readonly rows: number;
  readonly rowHeight: number;
  /** Of what stays above the rows while they are scrolled. */
  readonly headHeight: number;
}

/** Which rows of a long list are in the view; all have one height. */
export function useScrollWindow({ view, rows, rowHeight, headHeight }: Options): ScrollWindow {
  const { element } = view;
  const [scrolled, setScrolled] = useState(0);
  const viewHeight = Math.max(0, view.size.height - headHeight);
  const placement = placementOf({ rows, rowHeight, viewHeight }, devicePixelRatio);
  // Without mapping the browser moves the rows: they are made again only when others are needed.
  const step = placement.factor === 1 ? rowHeight : 1;
  const read = useCallback(
    () => setScrolled(Math.floor((element?.scrollTop ?? 0) / step) * step),
    [element, step],
  );
  useEffect(() => {
    read();
    element?.addEventListener('scroll', read, { passive: true });
    return () => element?.removeEventListener('scroll', read);
  }, [element, read]);
  const offset = scrolled * placement.factor;
  return {
    ...placement,
    range: rangeOf({ rows, rowHeight, viewHeight }, offset),
    rowsInView: Math.floor(viewHeight / rowHeight),
    topOf: (row) => row * rowHeight - offset + scrolled,
    reveal(row) {
      if (!element) return;
      const now = element.scrollTop * placement.factor;
      const top = row * rowHeight;
      const wanted = Math.max(top + rowHeight - viewHeight, Math.min(now, top));
      if (wanted === now) return;
      element.scrollTop = wanted / placement.factor;
      read();
    },
  };
}
