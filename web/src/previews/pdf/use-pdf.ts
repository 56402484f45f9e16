import { type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import type { PdfViewer } from './open-pdf.ts';

export interface PdfState {
  readonly status: 'opening' | 'shown' | 'failed';
  readonly page: number;
  readonly pages: number;
  /** 1 for the size on paper. */
  readonly scale: number;
  readonly matches: { readonly current: number; readonly total: number };
  readonly error: unknown;
  /** What the reader has to do to open a protected file. */
  readonly password: { readonly isWrong: boolean; give(password: string): void } | undefined;
}

const start: PdfState = {
  status: 'opening',
  page: 1,
  pages: 0,
  scale: 1,
  matches: { current: 0, total: 0 },
  error: undefined,
  password: undefined,
};

interface Places {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly pages: RefObject<HTMLDivElement | null>;
}

/** Shows the file at the address in two elements, and lets go of all of it when the address changes. */
export function usePdf(url: string, places: Places) {
  const text = useText();
  const [state, setState] = useState(start);
  const shown = useRef<PdfViewer>(undefined);
  useEffect(() => {
    const container = places.container.current;
    const pages = places.pages.current;
    if (!container || !pages) return;
    const update = (changes: Partial<PdfState>): void =>
      setState((previous) => ({ ...previous, ...changes }));
    const pageLabel = (page: number): string => text('previews.pdf.pageLabel', { page });
    setState(start);
    const close = openIn({ container, pages, pageLabel }, { url, update, shown });
    return () => {
      shown.current = undefined;
      void close();
    };
  }, [url, places.container, places.pages, text]);
  return { state, shown };
}

interface Opened {
  readonly url: string;
  readonly update: (changes: Partial<PdfState>) => void;
  readonly shown: RefObject<PdfViewer | undefined>;
}

/** Returns what closes it, at any moment. */
function openIn(
  place: { container: HTMLDivElement; pages: HTMLDivElement; pageLabel(page: number): string },
  { url, update, shown }: Opened,
): () => Promise<void> {
  let isClosed = false;
  let close = async (): Promise<void> => undefined;
  const open = async (): Promise<void> => {
    const { createViewer, openPdf } = await import('./open-pdf.ts');
    if (isClosed) return;
    const task = openPdf(url);
    task.onPassword = (give: (password: string) => void, reason: number) =>
      update({ password: { give, isWrong: reason === 2 } });
    const created = createViewer(place);
    close = async () => {
      const { viewer, linkService, unfit } = await created;
      unfit();
      viewer.setDocument(null as never);
      linkService.setDocument(null);
      viewer.cleanup();
      await task.destroy();
    };
    const [parts, pdf] = await Promise.all([created, task.promise]);
    if (isClosed) return;
    listen(parts, update);
    parts.viewer.setDocument(pdf);
    parts.linkService.setDocument(pdf, null);
    shown.current = parts;
    update({ pages: pdf.numPages, status: 'shown', password: undefined });
  };
  open().catch((error: unknown) => {
    if (!isClosed) update({ status: 'failed', error });
  });
  return async () => {
    isClosed = true;
    await close();
  };
}

interface Matches {
  readonly matchesCount: PdfState['matches'];
}

function listen({ eventBus }: PdfViewer, update: (changes: Partial<PdfState>) => void): void {
  const showMatches = ({ matchesCount }: Matches): void => update({ matches: matchesCount });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
    update({ page: pageNumber }),
  );
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => update({ scale }));
  eventBus.on('updatefindmatchescount', showMatches);
  eventBus.on('updatefindcontrolstate', showMatches);
}
