/** Runs in browsers: pages, zoom and search of the components of pdf.js. */
export const pdfViewerScript = `import * as pdfjs from './pdf.mjs';
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from './pdf_viewer.mjs';

const part = (id) => document.getElementById(id);
const folder = (name) => new URL(name + '/', import.meta.url).href;
pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdf.worker.mjs', import.meta.url).href;

const eventBus = new EventBus();
// 2: links open in a window of their own.
const linkService = new PDFLinkService({ eventBus, externalLinkTarget: 2, externalLinkRel: 'noopener noreferrer nofollow' });
const findController = new PDFFindController({ eventBus, linkService });
const viewer = new PDFViewer({
  container: part('container'),
  viewer: part('viewer'),
  eventBus,
  linkService,
  findController,
  annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
  // 1: annotations are shown; forms cannot be filled in.
  annotationMode: 1,
  imageResourcesPath: folder('images'),
});
linkService.setViewer(viewer);

const scaleChoice = part('scale');
function showScale(scale, preset) {
  const known = preset ?? [...scaleChoice.options].find(({ value }) => Number(value) === scale)?.value;
  const other = part('otherscale');
  other.textContent = Math.round(scale * 100) + ' %';
  scaleChoice.value = known ?? 'other';
}

eventBus.on('pagesinit', () => {
  viewer.currentScaleValue = 'auto';
  part('pages').textContent = String(viewer.pagesCount);
  part('page').max = String(viewer.pagesCount);
});
eventBus.on('pagechanging', ({ pageNumber }) => {
  part('page').value = String(pageNumber);
});
eventBus.on('pagerendered', () => {
  document.body.dataset.drawn = 'true';
});
eventBus.on('scalechanging', ({ scale, presetValue }) => showScale(scale, presetValue));
function showMatches({ matchesCount }) {
  const isAsked = part('find').value !== '';
  part('found').textContent = isAsked ? matchesCount.current + ' / ' + matchesCount.total : '';
}
eventBus.on('updatefindmatchescount', showMatches);
eventBus.on('updatefindcontrolstate', showMatches);

part('previous').addEventListener('click', () => viewer.previousPage());
part('next').addEventListener('click', () => viewer.nextPage());
part('smaller').addEventListener('click', () => viewer.decreaseScale());
part('larger').addEventListener('click', () => viewer.increaseScale());
scaleChoice.addEventListener('change', () => {
  viewer.currentScaleValue = scaleChoice.value;
});
part('page').addEventListener('change', ({ target }) => {
  viewer.currentPageNumber = Math.min(Math.max(Number(target.value) || 1, 1), viewer.pagesCount);
});

function find(type, findPrevious) {
  const query = part('find').value;
  eventBus.dispatch('find', { source: window, type, query, caseSensitive: false, entireWord: false, highlightAll: true, findPrevious, matchDiacritics: false });
}
part('find').addEventListener('input', () => find('', false));
part('find').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') find('again', event.shiftKey);
});

function showFailure(error) {
  const failure = part('failure');
  failure.textContent = 'The file cannot be shown: ' + (error?.message ?? error);
  failure.hidden = false;
}

try {
  const pdf = await pdfjs.getDocument({
    url: new URL(document.body.dataset.file + location.search, location.href).href,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    enableXfa: false,
  }).promise;
  viewer.setDocument(pdf);
  linkService.setDocument(pdf, null);
} catch (error) {
  showFailure(error);
}
`;

export const pdfViewerStyle = `
html, body { height: 100%; margin: 0; overflow: hidden; background: #d5d9de; font: .875rem system-ui, sans-serif }
#bar { height: 2.5rem; display: flex; gap: .5rem; align-items: center; padding: 0 .5rem; box-sizing: border-box; background: #f6f8fa; border-bottom: 1px solid #b7bec7; white-space: nowrap; overflow: hidden }
#bar button { min-width: 2rem; height: 1.75rem }
#page { width: 4rem } #find { width: 10rem }
#container { position: absolute; inset: 2.5rem 0 0; overflow: auto; outline: none }
#failure { position: absolute; inset: 4rem 1rem auto; padding: 1rem; background: #fff; border: 1px solid #b7bec7 }
`;
