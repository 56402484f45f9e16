import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';
import { pdfLib } from './pdf/library.ts';
import { type PdfMetadata, setMetadata } from './pdf/metadata.ts';
import { type PdfKey, PdfRefusal, refusing } from './pdf/pdf-input.ts';
import { removeUnused } from './pdf/used-objects.ts';
import { type MadePdf, openWritable, type PageObject, savePdf } from './pdf/writable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface PagesParams {
  readonly name: string;
  readonly key: PdfKey;
  /** From 1, inclusive; a larger last page means the last one of the file. */
  readonly firstPage: number;
  readonly lastPage: number;
  readonly metadata: PdfMetadata;
}

/** A PDF of some pages of a file, which has nothing of the other pages. */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { name, key, firstPage, lastPage, metadata }: PagesParams,
): Promise<MadePdf> {
  const { document, pages } = await openWritable({ path, name }, key);
  if (firstPage > pages.length) {
    throw new PdfRefusal(
      `Parameter startPage: ${name} has ${pages.length} pages, expected at most ${pages.length}`,
    );
  }
  return refusing(name, async () => {
    const kept = new Set(pages.slice(firstPage - 1, lastPage));
    for (const page of kept) detach(page);
    for (const page of pages) if (!kept.has(page)) document.context.delete(page.ref);
    replaceTree(document, [...kept]);
    removeUnused(document);
    setMetadata(document, metadata);
    return savePdf(document, out);
  });
}

/** Frees a page from what leads to others: what it inherits becomes its own, threads and fields of forms end. */
function detach({ leaf }: PageObject): void {
  const { PDFDict, PDFName, PDFPageLeaf } = pdfLib;
  for (const entry of PDFPageLeaf.InheritableEntries.map((each) => PDFName.of(each))) {
    const value = leaf.getInheritableAttribute(entry);
    if (value) leaf.set(entry, value);
  }
  for (const entry of ['B', 'StructParents']) leaf.delete(PDFName.of(entry));
  const annotations = leaf.Annots();
  for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
    const annotation = annotations?.lookup(index);
    if (annotation instanceof PDFDict) annotation.delete(PDFName.Parent);
  }
}

/** Of the whole file remains what shows the pages: bookmarks, forms, names and scripts are about others too. */
const keptEntries = ['Type', 'Version', 'Extensions', 'Lang', 'OCProperties', 'ViewerPreferences'];

function replaceTree({ catalog, context }: PDFDocument, pages: readonly PageObject[]): void {
  const { PDFName, PDFPageTree } = pdfLib;
  const tree = PDFPageTree.withContext(context);
  const root = context.register(tree);
  for (const { ref, leaf } of pages) {
    tree.pushTreeNode(ref);
    leaf.setParent(root);
  }
  tree.set(PDFName.of('Count'), context.obj(pages.length));
  const kept = new Set(keptEntries.map((entry) => PDFName.of(entry)));
  for (const entry of (catalog as PDFDict).keys()) if (!kept.has(entry)) catalog.delete(entry);
  catalog.set(PDFName.of('Pages'), root);
}
