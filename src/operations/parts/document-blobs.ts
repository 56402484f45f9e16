import { noteBlobOf } from '../../automation/note-blob.ts';
import { OperationBlob } from '../../automation/values.ts';
import type { Document } from '../../model/document.ts';
import { collectBlobs, mainBlobXpath } from '../../model/property-access.ts';

/** The file of a document for downloads: its main file, or the text of a note. */
export function mainBlobOf(document: Document): OperationBlob | null {
  return noteBlobOf(document) ?? mainFileOf(document);
}

function mainFileOf(document: Document): OperationBlob | null {
  const [first] = collectBlobs(document.properties);
  if (first?.xpath !== mainBlobXpath) return null;
  return OperationBlob.stored(first.blob, { document, xpath: first.xpath });
}

/** The main one first, then the attachments and all others. */
export function allBlobsOf(document: Document): OperationBlob[] {
  const note = noteBlobOf(document);
  const stored = collectBlobs(document.properties).map(({ blob, xpath }) =>
    OperationBlob.stored(blob, { document, xpath }),
  );
  return note ? [note, ...stored] : stored;
}
