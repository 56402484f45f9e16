import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { charsetOf, decodedPieces } from '../../content/text-extraction/characters.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { escapedText, pageOf } from '../html/page.ts';
import type { TaskFolder } from './task-folder.ts';

interface PageParams {
  readonly path: string;
  readonly encoding: string | null;
  readonly file: string;
  /** Of a page: in place of its own. */
  readonly title?: string;
  /** What the file is: a page, whose scripts and references are removed, or what a page is made of. */
  readonly kind: 'clean' | 'markdown' | 'text';
}

/** A page without scripts, and without references to files that would be loaded with it. */
export async function run(_folder: TaskFolder, params: PageParams): Promise<object> {
  const bytes = await readFile(params.path);
  const pieces = decodedPieces(bytes, charsetOf(bytes, params.encoding));
  await pipeline(await pageFrom(pieces, params), createWriteStream(params.file));
  return {};
}

async function pageFrom(
  pieces: Iterable<string>,
  { kind, title = '' }: PageParams,
): Promise<Iterable<string>> {
  if (kind === 'clean') return cleanHtml(pieces, { isPage: true, ...(title && { title }) });
  if (kind === 'text') return pageOf(title, escapedLines(pieces));
  const { marked } = await import('marked');
  const html = marked.parse([...pieces].join(''), { async: false, gfm: true });
  return pageOf(title, cleanHtml([html], { isPage: false }));
}

function* escapedLines(pieces: Iterable<string>): Generator<string> {
  yield '<pre>';
  for (const piece of pieces) yield escapedText(piece);
  yield '</pre>';
}
