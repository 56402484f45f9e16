import { AppError } from '../../base/errors/app-error.ts';
import { findViewerFile, viewerEdition } from '../previews/viewer-files.ts';
import { content } from '../responses.ts';
import { defineRoute } from '../route.ts';

/** The worker of the viewer, whose own policy this is, decodes pictures by WebAssembly. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; font-src 'self' data:";

/** Scripts and fonts of the viewer of PDF files: parts of the program, the same for every user. */
export const viewerRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/viewer/:edition/*',
  access: 'public',
  summary: 'A file of the viewer that previews of PDF and office files load',
  body: 'none',
  responses: { 200: content('the file'), 404: 'no such file, or of another release' },
  async handle(context) {
    const { params, rest } = context;
    const isPresent = params.edition === (await viewerEdition());
    const file = isPresent ? await findViewerFile(rest) : undefined;
    if (!file) throw new AppError('resource.not-found', 'The viewer has no such file');
    const headers = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Length': String(file.sizeBytes),
      'Content-Security-Policy': policy,
      'Content-Type': file.contentType,
      'X-Content-Type-Options': 'nosniff',
    };
    const body = file.open();
    return {
      status: 200,
      headers,
      ...(typeof body === 'string' ? { text: body } : { stream: body }),
    };
  },
});
