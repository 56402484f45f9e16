import { escapeHtml } from '../../base/escape-html.ts';
import type { PageFrame } from './preview-page.ts';

/** Scripts are those of this server's viewer only, which never runs the scripts of a PDF. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

interface ViewedPdf {
  readonly title: string;
  /** Where the files of the viewer are, with a slash at the end. */
  readonly viewer: string;
}

/** The page of the viewer, which loads the companion file `pdf`. */
export function pdfViewerPage({ title, viewer }: ViewedPdf): PageFrame {
  const files = escapeHtml(viewer);
  const before = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${files}pdf_viewer.css">
<link rel="stylesheet" href="${files}viewer.css">
<script type="module" src="${files}viewer.mjs"></script>
</head>
<body data-file="pdf">
<div id="bar" role="toolbar" aria-label="Viewer">
<button id="previous" type="button" title="Previous page" aria-label="Previous page">&#8593;</button>
<button id="next" type="button" title="Next page" aria-label="Next page">&#8595;</button>
<label><input id="page" type="number" min="1" value="1" aria-label="Page"> / <span id="pages">…</span></label>
<button id="smaller" type="button" title="Zoom out" aria-label="Zoom out">&#8722;</button>
<button id="larger" type="button" title="Zoom in" aria-label="Zoom in">+</button>
<select id="scale" aria-label="Zoom">
<option value="auto">Automatic</option>
<option value="page-width">Width of the window</option>
<option value="page-fit">Whole page</option>
<option value="1">100 %</option>
<option value="1.5">150 %</option>
<option value="2">200 %</option>
<option id="otherscale" value="other" hidden></option>
</select>
<input id="find" type="search" placeholder="Find" aria-label="Find">
<span id="found" role="status"></span>
</div>
<div id="container" tabindex="0"><div id="viewer" class="pdfViewer"></div></div>
<p id="failure" role="alert" hidden></p>
`;
  return { before, after: '</body>\n</html>\n', policy };
}
