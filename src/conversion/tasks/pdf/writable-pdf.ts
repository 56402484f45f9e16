import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PDFDocument, PDFPageLeaf, PDFRef } from '@cantoo/pdf-lib';
import { pdfLib } from './library.ts';
import {
  type PdfInput,
  type PdfKey,
  PdfRefusal,
  pagesMax,
  refusing,
  requirePdf,
  tooManyPages,
  wrongPassword,
} from './pdf-input.ts';

/** A page with its place among the objects of the file. */
export interface PageObject {
  readonly ref: PDFRef;
  readonly leaf: PDFPageLeaf;
}

/** A PDF in memory, without its encryption. */
export interface WritablePdf {
  readonly document: PDFDocument;
  readonly pages: readonly PageObject[];
}

const passwordErrors = ['NEEDS PASSWORD', 'Password incorrect'];

/** @throws PdfRefusal */
export async function openWritable({ path, name }: PdfInput, key: PdfKey): Promise<WritablePdf> {
  const bytes = await readFile(path);
  requirePdf(bytes, name);
  return refusing(name, async () => {
    const document = await load(bytes, name, key);
    return { document, pages: pagesOf(document, name) };
  });
}

async function load(bytes: Uint8Array, name: string, key: PdfKey): Promise<PDFDocument> {
  try {
    return await pdfLib.PDFDocument.load(bytes, {
      password: key.password,
      parseSpeed: pdfLib.ParseSpeeds.Fastest,
      updateMetadata: false,
    });
  } catch (error) {
    if (error instanceof Error && passwordErrors.includes(error.message)) {
      throw wrongPassword(name, key);
    }
    throw error;
  }
}

const depthMax = 100;

/** In their order. The tree may be made to never end, or to name one page many times. */
function pagesOf({ catalog, context }: PDFDocument, name: string): readonly PageObject[] {
  const { PDFArray, PDFName, PDFPageLeaf, PDFPageTree, PDFRef } = pdfLib;
  const pages: PageObject[] = [];
  const seen = new Set<unknown>();
  const visit = (ref: unknown, depth: number): void => {
    if (!(ref instanceof PDFRef)) return;
    const node = context.lookup(ref);
    if (seen.has(node) || depth > depthMax) {
      throw new PdfRefusal(`${name} is damaged: its pages are not a tree`);
    }
    seen.add(node);
    if (node instanceof PDFPageLeaf) pages.push({ ref, leaf: node });
    if (pages.length > pagesMax) throw tooManyPages(name);
    const kids = node instanceof PDFPageTree ? node.lookup(PDFName.of('Kids')) : undefined;
    if (!(kids instanceof PDFArray)) return;
    for (const kid of kids.asArray()) visit(kid, depth + 1);
  };
  visit(catalog.get(PDFName.of('Pages')), 0);
  if (pages.length === 0) throw new PdfRefusal(`${name} is damaged: it has no pages`);
  return pages;
}

/** What a task has made. */
export interface MadePdf {
  readonly file: string;
}

export async function savePdf(document: PDFDocument, out: string): Promise<MadePdf> {
  const file = join(out, 'made.pdf');
  const bytes = await document.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
  await writeFile(file, bytes);
  return { file };
}
