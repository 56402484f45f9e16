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

const extensions: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.xhtml',
  'text/xml': '.xml',
  'text/x-web-markdown': '.md',
};

function noteBlobOf(document: Document): OperationBlob | null {
  const { name, properties } = document;
  const { 'note:note': text, 'note:mime_type': type, 'dc:title': title } = properties;
  if (typeof text !== 'string') return null;
  const mimeType = typeof type === 'string' && type !== '' ? type : 'text/plain';
  const extension = extensions[mimeType] ?? '.txt';
  const base = typeof title === 'string' && title !== '' ? title : name;
  const fileName = base.toLowerCase().endsWith(extension) ? base : base + extension;
  const blob = OperationBlob.ofText(text, { name: fileName, mimeType });
  return blob.from({ document, xpath: 'note:note' });
}
