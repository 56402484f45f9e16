import 'pdfjs-dist/legacy/web/pdf_viewer.css';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { BinaryData } from './binary-data.ts';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** Without annotations that are edited, forms and scripts: the file is only shown. */
const annotations = { annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE, annotationMode: 1 };

/** Where the viewer is in the page. */
interface ViewerPlace {
  /** It scrolls, and is placed absolutely. */
  readonly container: HTMLDivElement;
  readonly pages: HTMLDivElement;
  /** The name of a page for those who do not see it. */
  pageLabel(page: number): string;
}

/** Opens a file, which is read in parts as they are needed. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return pdfjs.getDocument({
    url,
    // What is not looked at is not loaded.
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // Fonts of the device that have the name of a standard font are often others, whose letters have other widths.
    useSystemFonts: false,
    useWorkerFetch: false,
    BinaryDataFactory: BinaryData,
  });
}

/** The pages: only those near the window are drawn, with their text to select and find. */
export async function createViewer({ container, pages, pageLabel }: ViewerPlace) {
  // It takes the library from the global object that the import above has made.
  const parts = await import('pdfjs-dist/legacy/web/pdf_viewer.mjs');
  const eventBus = new parts.EventBus();
  const linkService = new parts.PDFLinkService({
    eventBus,
    externalLinkTarget: parts.LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new parts.PDFFindController({ eventBus, linkService });
  const viewer = new parts.PDFViewer({
    container,
    viewer: pages,
    eventBus,
    linkService,
    findController,
    removePageBorders: true,
    l10n: withoutTexts as never,
    ...annotations,
  });
  linkService.setViewer(viewer);
  eventBus.on('pagesinit', () => {
    viewer.currentScaleValue = 'auto';
    for (const page of pages.querySelectorAll<HTMLElement>('.page')) {
      page.setAttribute('aria-label', pageLabel(Number(page.dataset.pageNumber)));
    }
  });
  return { eventBus, linkService, viewer, unfit: keepFitted(viewer, container) };
}

const fitted = ['auto', 'page-fit', 'page-width'];

/** A page that fits its area does so again when the area changes, as in full screen or when a phone is turned. */
function keepFitted(
  viewer: { currentScaleValue: string; update(): void },
  container: HTMLElement,
): () => void {
  const observer = new ResizeObserver(() => {
    const { currentScaleValue } = viewer;
    if (fitted.includes(currentScaleValue)) viewer.currentScaleValue = currentScaleValue;
    viewer.update();
  });
  observer.observe(container);
  return () => observer.disconnect();
}

export type PdfViewer = Awaited<ReturnType<typeof createViewer>>;

/** The texts of the library are in English only, and of parts that are not shown here. */
const withoutTexts = {
  getLanguage: () => document.documentElement.lang,
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => undefined,
  translateOnce: async () => undefined,
  destroy: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
