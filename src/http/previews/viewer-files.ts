import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pdfViewerScript, pdfViewerStyle } from './pdf-viewer-script.ts';

/** A file of the viewer, for browsers. */
interface ViewerFile {
  readonly contentType: string;
  readonly sizeBytes: number;
  open(): Readable | string;
}

const packageFolder = new URL('./', import.meta.resolve('pdfjs-dist/package.json'));

/** Names in addresses → files of the package pdfjs-dist. */
const files: Readonly<Record<string, string>> = {
  'pdf.mjs': 'legacy/build/pdf.min.mjs',
  'pdf.worker.mjs': 'legacy/build/pdf.worker.min.mjs',
  'pdf_viewer.css': 'legacy/web/pdf_viewer.css',
  'pdf_viewer.mjs': 'legacy/web/pdf_viewer.mjs',
};

const folders: Readonly<Record<string, string>> = {
  cmaps: 'cmaps',
  iccs: 'iccs',
  images: 'legacy/web/images',
  standard_fonts: 'standard_fonts',
  wasm: 'wasm',
};

const ownFiles: Readonly<Record<string, string>> = {
  'viewer.css': pdfViewerStyle,
  'viewer.mjs': pdfViewerScript,
};

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

let found: Promise<string> | undefined;

/** A part of the addresses of all files, so that they may be kept for ever: it changes with each of them. */
export function viewerEdition(): Promise<string> {
  found ??= readEdition();
  return found;
}

async function readEdition(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(new URL('package.json', packageFolder), 'utf8'),
  ) as { readonly version: string };
  const own = createHash('sha256').update(Object.values(ownFiles).join(''));
  return `${version}-${own.digest('hex').slice(0, 8)}`;
}

/** Undefined when the viewer has no such file. */
export async function findViewerFile(path: readonly string[]): Promise<ViewerFile | undefined> {
  const name = path.at(-1) ?? '';
  const contentType = contentTypes[/\.(\w+)$/.exec(name)?.[1] ?? ''] ?? 'application/octet-stream';
  const own = path.length === 1 && Object.hasOwn(ownFiles, name) ? ownFiles[name] : undefined;
  if (own !== undefined) {
    return { contentType, sizeBytes: Buffer.byteLength(own), open: () => own };
  }
  const place = placeOf(path);
  if (place === undefined) return undefined;
  const file = fileURLToPath(new URL(place, packageFolder));
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  return { contentType, sizeBytes: facts.size, open: () => createReadStream(file) };
}

function placeOf([first = '', second, ...rest]: readonly string[]): string | undefined {
  if (second === undefined) return Object.hasOwn(files, first) ? files[first] : undefined;
  if (rest.length > 0 || !Object.hasOwn(folders, first)) return undefined;
  return /^[\w-]+\.\w+$/.test(second) ? `${folders[first]}/${second}` : undefined;
}
