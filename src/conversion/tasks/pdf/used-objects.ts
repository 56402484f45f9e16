import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { pdfLib } from './library.ts';

/** The values directly inside of an object. */
export function partsOf(object: PDFObject): readonly PDFObject[] {
  const { PDFArray, PDFDict, PDFStream } = pdfLib;
  if (object instanceof PDFDict) return object.values();
  if (object instanceof PDFArray) return object.asArray();
  return object instanceof PDFStream ? object.dict.values() : [];
}

/** Removes what is not reached from the catalog: the contents of pages that were taken out. */
export function removeUnused({ context }: PDFDocument): void {
  const { PDFRef } = pdfLib;
  const used = new Set<PDFObject>();
  const { Root, Info } = context.trailerInfo;
  const waiting = [Root, Info].filter((object) => object !== undefined);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (used.has(object)) continue;
      used.add(object);
      const found = context.lookup(object);
      if (found) waiting.push(found);
    } else for (const part of partsOf(object)) waiting.push(part);
  }
  for (const [ref] of context.enumerateIndirectObjects()) {
    if (!used.has(ref)) context.delete(ref);
  }
}
