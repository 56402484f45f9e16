import type { PDFDocument } from '@cantoo/pdf-lib';
import { pdfLib } from './library.ts';

/** Empty texts leave what the file has. */
export interface PdfMetadata {
  readonly title: string;
  readonly subject: string;
  readonly author: string;
}

export function setMetadata(document: PDFDocument, { title, subject, author }: PdfMetadata): void {
  if (title === '' && subject === '' && author === '') return;
  if (title !== '') document.setTitle(title);
  if (subject !== '') document.setSubject(subject);
  if (author !== '') document.setAuthor(author);
  // The other form of the same data, which would contradict it.
  document.catalog.delete(pdfLib.PDFName.of('Metadata'));
}
