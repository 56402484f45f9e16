import type { PDFDocument, PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { pdfLib } from './pdf/library.ts';
import { type PdfMetadata, setMetadata } from './pdf/metadata.ts';
import { PdfRefusal, pagesMax, refusing } from './pdf/pdf-input.ts';
import { partsOf, removeUnused } from './pdf/used-objects.ts';
import { type MadePdf, openWritable, savePdf, type WritablePdf } from './pdf/writable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface MergeParams {
  /** In the order of the files. */
  readonly names: readonly string[];
  readonly metadata: PdfMetadata;
}

const key = { password: '', parameter: null };

/** The pages of all files, in their order. Of the first file also bookmarks, forms and names remain. */
export async function run(
  { inputs, out }: TaskFolder,
  { names, metadata }: MergeParams,
): Promise<MadePdf> {
  const files = inputs.map((path, index) => ({ path, name: names[index] ?? '' }));
  const [first, ...others] = files;
  if (!first) throw new PdfRefusal('there is no file to merge');
  const merged = await openWritable(first, key);
  const trees = [treeOf(merged)];
  let count = merged.pages.length;
  for (const file of others) {
    const added = await openWritable(file, key);
    count += added.pages.length;
    if (count > pagesMax) throw new PdfRefusal(`the files have more than ${pagesMax} pages`);
    trees.push(await refusing(file.name, async () => moved(added, merged.document)));
  }
  return refusing(first.name, async () => {
    if (trees.length > 1) joinTrees(merged.document, trees, count);
    removeUnused(merged.document);
    setMetadata(merged.document, metadata);
    return savePdf(merged.document, out);
  });
}

function treeOf({ document }: WritablePdf): PDFRef {
  return document.catalog.get(pdfLib.PDFName.of('Pages')) as PDFRef;
}

/** Moves the objects of a file to another, under new numbers; returns the root of its pages there. */
function moved(source: WritablePdf, { context }: PDFDocument): PDFRef {
  const { PDFNull, PDFRef } = pdfLib;
  const objects = source.document.context.enumerateIndirectObjects();
  const tree = treeOf(source);
  const refs = new Map<PDFObject, PDFRef>(objects.map(([ref]) => [ref, context.nextRef()]));
  const replaced = (part: PDFObject): PDFObject =>
    part instanceof PDFRef ? (refs.get(part) ?? PDFNull) : part;
  for (const [ref, object] of objects) {
    renumber(object, replaced);
    context.assign(refs.get(ref) as PDFRef, replaced(object));
  }
  return refs.get(tree) as PDFRef;
}

function renumber(object: PDFObject, replaced: (part: PDFObject) => PDFObject): void {
  const { PDFArray, PDFDict, PDFStream } = pdfLib;
  const waiting = [object];
  for (let whole = waiting.pop(); whole !== undefined; whole = waiting.pop()) {
    for (const part of partsOf(whole)) waiting.push(part);
    const dict = whole instanceof PDFStream ? whole.dict : whole;
    if (dict instanceof PDFDict) {
      for (const [name, part] of dict.entries()) dict.set(name, replaced(part));
    }
    if (whole instanceof PDFArray) {
      for (const [index, part] of whole.asArray().entries()) whole.set(index, replaced(part));
    }
  }
}

function joinTrees({ catalog, context }: PDFDocument, trees: readonly PDFRef[], count: number) {
  const { PDFDict, PDFName, PDFPageTree } = pdfLib;
  const tree = PDFPageTree.withContext(context);
  const root = context.register(tree);
  for (const ref of trees) {
    tree.pushTreeNode(ref);
    const node = context.lookup(ref);
    if (node instanceof PDFDict) node.set(PDFName.Parent, root);
  }
  tree.set(PDFName.of('Count'), context.obj(count));
  catalog.set(PDFName.of('Pages'), root);
}
